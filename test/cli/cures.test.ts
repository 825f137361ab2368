import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { temporaryFile } from '../support/temporary.ts';

const SOUND = fileURLToPath(new URL('../../examples/sound.csv', import.meta.url));
const CLAIM = 'gaussian(sigma=1)';
const rows = readFileSync(SOUND, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(','));
const records = rows.map(([id, score, included]) => ({
  id,
  score: Number(score),
  included: Number(included),
}));

const csv = (header: string, row: (cells: readonly string[]) => string) =>
  [...(header === '' ? [] : [header]), ...rows.map(row), ''].join('\n');
const truth = (inside: string, outside: string) =>
  csv('id,score,included', ([id, score, bit]) => `${id},${score},${bit === '1' ? inside : outside}`);

/** What somebody may hand in who has not read a page of the documentation, and the sentence that says what to do. */
test.each([
  [
    'loss.csv',
    csv('loss,member', ([, score, bit]) => `${-Number(score)},${bit}`),
    "missing column 'score' in loss.csv (columns: loss, member); a loss is lower where a canary was in: say which column it is, and that lower is in (--score-column loss, --lower-is-in)",
  ],
  [
    'value.csv',
    csv('value,included', ([, score, bit]) => `${score},${bit}`),
    "missing column 'score' in value.csv (columns: value, included); say which column it is (--score-column)",
  ],
  [
    'bare.csv',
    csv('', ([, score, bit]) => `${score},${bit}`),
    'the first row of bare.csv looks like data (0.456546, 1): add a header, score,included',
  ],
  [
    'bare-ids.csv',
    csv('', (cells) => cells.join(',')),
    'the first row of bare-ids.csv looks like data (0, 0.456546, 1): add a header, id,score,included',
  ],
  [
    'comma.csv',
    csv('id;score;included', (cells) => cells.join(';').replace('.', ',')),
    "invalid score in comma.csv, row 1, column 'score'; must be a finite number with a decimal point, 0.456546, not a comma: 0,456546",
  ],
  [
    'comma-fields.csv',
    csv('id,score,included', (cells) => cells.join(',').replace('.', ',')),
    'invalid row in comma-fields.csv, row 1; must have 3 fields like the header (numbers with a decimal point, not a comma): 4',
  ],
  [
    'in-out.csv',
    truth('in', 'out'),
    "invalid included in in-out.csv, row 1, column 'included'; must be 0 or 1, false or true; write 1 for in, 0 for out: in",
  ],
  [
    'yes-no.csv',
    truth('yes', 'no'),
    "invalid included in yes-no.csv, row 1, column 'included'; must be 0 or 1, false or true; write 1 for in, 0 for out: yes",
  ],
  [
    'signs.csv',
    truth('1', '-1'),
    "invalid included in signs.csv, row 2, column 'included'; must be 0 or 1, false or true; write 1 for in, 0 for out: -1",
  ],
  [
    'one-two.csv',
    truth('1', '2'),
    "invalid included in one-two.csv, row 2, column 'included'; must be 0 or 1, false or true; write 1 for in, 0 for out: 2",
  ],
  [
    'label.csv',
    csv('id,score,label', (cells) => cells.join(',')),
    "missing column 'included' in label.csv (columns: id, score, label); say which column it is, or give the assignment (--included-column, --assignment)",
  ],
  [
    'bars.csv',
    csv('id|score|included', (cells) => cells.join('|')),
    'the first row of bars.csv is no header (id|score|included): begin with the names of the columns, separated by commas: id,score,included',
  ],
  [
    'comment.csv',
    csv('# a run\nid,score,included', (cells) => cells.join(',')),
    'the first row of comment.csv is no header (# a run): begin with the names of the columns, separated by commas: id,score,included',
  ],
  [
    'excel.csv',
    csv('sep=;\nid;score;included', (cells) => cells.join(';')),
    'the first row of excel.csv is no header (sep=, (empty)): begin with the names of the columns, separated by commas: id,score,included',
  ],
  [
    'columns.json',
    JSON.stringify({ score: { 0: 1.5, 1: 2.5 }, included: { 0: 1, 1: 0 } }),
    "columns.json is one object and no list of rows: write one object per row, with pandas to_json(path, orient='records')",
  ],
  [
    'numbers.json',
    JSON.stringify(records.map(({ score }) => score)),
    'invalid row in numbers.json, row 1; must be an object such as {"id": "c0", "score": 1.73, "included": 1}: 0.456546',
  ],
])('%s is refused with what to do', async (name, text, sentence) => {
  const file = temporaryFile(name, text);
  expect(await onerun(['audit', file, '--claim', CLAIM])).toEqual({ code: 2, out: '', err: `${sentence}\n` });
});

test('a column of losses is asked which way it points before anything is tested, in audits, plans and ledgers', async () => {
  const file = temporaryFile(
    'loss.csv',
    csv('loss,included', ([, score, bit]) => `${-Number(score)},${bit}`),
  );
  const refused = {
    code: 2,
    out: '',
    err: "column 'loss': a loss is lower where a canary was in: say so, or rename the column if higher means in (--lower-is-in)\n",
  };
  const named = ['--score-column', 'loss', '--claim', CLAIM];
  expect(await onerun(['audit', file, ...named])).toEqual(refused);
  expect(await onerun(['plan', '-m', '1000', ...named])).toEqual(refused);
  expect(await onerun(['ledger', 'new', 'ledger.jsonl', '-m', '1000', ...named])).toEqual(refused);
  expect((await onerun(['audit', file, ...named, '--lower-is-in'])).code).toBe(0);
});

test('a JSON list of objects is read, as pandas writes records', async () => {
  const list = temporaryFile('records.json', JSON.stringify(records, null, 1));
  const audited = async (file: string) => {
    const { out } = await onerun(['audit', file, '--claim', CLAIM, '--json', '--seed', '1']);
    const { inputs: _, provenance: __, ...found } = JSON.parse(out);
    return found;
  };
  expect(await audited(list)).toEqual(await audited(SOUND));
});

test.each([
  [
    'epsilon=8',
    'a claim looks like approx-dp(epsilon=8, delta=1e-5); "epsilon=8" does not say of what (column 1)',
  ],
  [
    '(8, 1e-5)',
    'a claim looks like approx-dp(epsilon=8, delta=1e-5); "(8, 1e-5)" does not say of what (column 1)',
  ],
  [
    'approx-dp(8,1e-5)',
    "an argument of approx-dp must start here, not '8': arguments have names, approx-dp(epsilon=8, delta=1e-5) (column 11)",
  ],
  ['approx_dp(epsilon=8)', 'unknown name: approx_dp (did you mean approx-dp?) (column 1)'],
  [
    'dpsgd(noise_multiplier=1)',
    'unknown parameter of dpsgd: noise_multiplier (one of noise, rate, steps, relation) (column 7)',
  ],
])('the claim %s is refused with one that can be read', async (claim, sentence) => {
  const { code, err } = await onerun(['audit', SOUND, '--claim', claim]);
  expect({ code, err }).toEqual({ code: 2, err: `invalid claim; ${sentence}\n` });
});

test.each([
  [
    ['audit', SOUND, '--epsilon', '8'],
    'unknown option \'--epsilon\'; a claim says epsilon and delta: --claim "approx-dp(epsilon=8, delta=1e-5)"',
  ],
  [
    ['curve', CLAIM],
    'too many arguments for \'curve\'; a claim is named by an option: onerun curve --claim "gaussian(sigma=1)"',
  ],
  [['adit', SOUND], "unknown command 'adit' (Did you mean audit?)"],
  [['xyz', SOUND], "unknown command 'xyz'; see onerun --help"],
  [['ledger'], 'unknown command; see onerun ledger --help: ledger'],
  [['ledger', 'open'], "unknown command 'open'; see onerun ledger --help"],
  [['ledger', 'new', 'l'], "required option '--claim <claim>' not specified; see onerun ledger new --help"],
  [['curve'], "required option '--claim <claim>' not specified; see onerun curve --help"],
  [['verify'], "missing required argument 'file'; see onerun verify --help"],
  [
    ['train', '--out', 'run'],
    'training needs --noise, --rate, --steps, as in onerun train --noise 1 --rate 0.02 --steps 1000 --out run/',
  ],
  [
    ['calibrate', '--epsilon', '8'],
    'unknown command \'calibrate\'; a parameter that keeps a target is found by onerun curve --calibrate noise --epsilon 8 --delta 1e-5 --family "dpsgd(rate=0.01, steps=1000)"',
  ],
  [
    ['audit', SOUND, join(SOUND, '..', 'half-noise.csv'), '--claim', CLAIM],
    'several runs need a number of right guesses fixed in advance, from which on a run counts; state it, or give a plan (--at-least, --plan): onerun plan --runs 2 --canaries 1000 --claim "..." --out plan.json before training, then onerun audit a.csv b.csv --plan plan.json',
  ],
])('what is typed in vain is answered with what was meant: %s', async (args, sentence) => {
  expect(await onerun(args)).toEqual({ code: 2, out: '', err: `${sentence}\n` });
});
