import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { SCORE_KINDS, scoreSignals } from '../../src/signals/index.ts';
import { npy, npz } from '../io/files.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const [M, R] = [40, 4];
const random = createRandom('score');
const coin = () => random.integer(2);
const loss = (included: number) => Number((Math.exp(random.normal()) / (1 + included)).toPrecision(6));
const rows = Array.from({ length: M }, (_, i) => {
  const included = coin();
  const members = Array.from({ length: R }, coin);
  return { id: `c${i}`, included, loss: loss(included), members, references: members.map(loss) };
});
const signals = {
  target: rows.map((row) => row.loss),
  references: Array.from({ length: R }, (_, j) => ({
    signals: rows.map(({ references }) => references[j]),
    included: rows.map(({ members }) => members[j]),
  })),
};

const folder = temporaryFolder();
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
const table = (header: string, lines: readonly (readonly unknown[])[]) =>
  `${[header, ...lines.map((line) => line.join(','))].join('\n')}\n`;
const names = (stem: string) => Array.from({ length: R }, (_, j) => `${stem}_${j}`).join(',');

const target = file(
  'target.csv',
  table(
    'id,loss,included',
    rows.map(({ id, loss, included }) => [id, loss, included]),
  ),
);
const reversed = [...rows].reverse();
const wide = file(
  'wide.csv',
  table(
    `id,${names('reference')},${names('in')}`,
    reversed.map(({ id, references, members }) => [id, ...references, ...members]),
  ),
);

/** The scores that a command wrote, as numbers. */
async function scored(...args: string[]): Promise<{ scores: number[]; text: string; out: string }> {
  const path = join(temporaryFolder(), 'scores.csv');
  const { code, out, err } = await onerun(['score', ...args, '--out', path]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const text = readFileSync(path, 'utf8');
  const scores = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]));
  return { scores, text, out };
}

test.each(SCORE_KINDS)('%s from files is that of the library, joined by id', async (kind) => {
  const expected = [...scoreSignals(signals, { kind }).scores];
  const { scores, text, out } = await scored(target, '--reference', wide, '--kind', kind);
  expect(scores).toEqual(expected);
  expect(text.split('\n')[0]).toBe('id,score,included');
  expect(text.split('\n')[1]).toBe(`c0,${expected[0]},${rows[0].included}`);
  expect(out).toContain(`by ${kind}`);
  expect(out).toContain('Higher means likelier in');
});

test('no score depends on who was in the target', async () => {
  const flipped = file(
    'flipped.csv',
    table(
      'id,loss,included',
      rows.map(({ id, loss, included }) => [id, loss, 1 - included]),
    ),
  );
  for (const kind of SCORE_KINDS)
    expect((await scored(flipped, '--reference', wide, '--kind', kind)).scores).toEqual(
      (await scored(target, '--reference', wide, '--kind', kind)).scores,
    );
});

test('references with the coins of the target are refused', async () => {
  const coins = rows.map(({ included }) => included);
  const losses = rows.map(({ references }) => references[0]);
  const same = file(
    'same.csv',
    table(
      'id,loss,included',
      rows.map(({ id }, i) => [id, losses[i], coins[i]]),
    ),
  );
  const message = "agree with the target's on 40 of 40 canaries";
  expect((await onerun(['score', target, '--reference', same, '--kind', 'lira'])).err).toContain(message);
  const itself = await onerun(['score', target, '--reference', target, '--kind', 'calibrated']);
  expect(itself).toMatchObject({ code: 2, out: '' });
  const bare = file(
    'losses.csv',
    table(
      'id,loss',
      rows.map(({ id, loss }) => [id, loss]),
    ),
  );
  const hidden = await onerun(['score', bare, '--reference', target, '--kind', 'calibrated']);
  expect(hidden.err).toContain("its signals are the target's own");
  const opposite = file(
    'opposite.csv',
    table(
      'id,loss,in',
      rows.map(({ id }, i) => [id, losses[i], 1 - coins[i]]),
    ),
  );
  expect((await onerun(['score', target, '--reference', opposite, '--kind', 'lira'])).err).toContain(
    'on 0 of 40',
  );
  const buckets = rows.map(({ id, included: truth, loss }) => [id, truth, loss, 1, 2]);
  const first = file('first.csv', table('id,truth,loss_0,loss_1,loss_2', buckets));
  const second = file(
    'second.csv',
    table(
      'id,truth,loss_0,loss_1,loss_2',
      buckets.map(([id, truth]) => [id, truth, 1, 1, 1]),
    ),
  );
  expect((await onerun(['score', first, '--reference', second, '--kind', 'loss'])).err).toContain(message);
});

test('says when nobody could check that references have coins of their own', async () => {
  const notes = async (...args: string[]) => {
    const out = join(temporaryFolder(), 'scores.csv');
    const said = await onerun(['score', ...args, '--out', out, '--json']);
    expect({ code: said.code, err: said.err }).toEqual({ code: 0, err: '' });
    return JSON.parse(said.out).notes.join('\n');
  };
  const unchecked = 'Nobody checked that the references have coins of their own';
  const bare = file(
    'no-coins.csv',
    table(
      'id,loss',
      rows.map(({ id, loss }) => [id, loss]),
    ),
  );
  const complement = file(
    'complement.csv',
    table(
      'id,loss,in',
      rows.map(({ id, included, references }) => [id, references[0], 1 - included]),
    ),
  );
  const silent = file(
    'silent.csv',
    table(
      'id,loss',
      rows.map(({ id, references }) => [id, references[0]]),
    ),
  );
  const compared = ['--kind', 'calibrated', '--reference'];
  const said = await notes(bare, ...compared, complement);
  expect(said).toContain(`${unchecked}: no-coins.csv does not say who was in the target`);
  expect(said).toContain('an audit of such scores proves nothing');
  expect(said).toContain('score again with a column included in it: the scores stay the same');
  expect((await onerun(['score', bare, ...compared, complement])).err).toContain(unchecked);
  expect((await scored(bare, ...compared, complement, '--details')).out).toContain(unchecked);
  expect(await notes(target, ...compared, silent)).toContain(
    'Nobody checked that all references have coins of their own: not every one says who was in it',
  );
  const candidates = (name: string, truth: boolean) =>
    file(
      name,
      table(
        `id,${truth ? 'truth,' : ''}loss_0,loss_1`,
        rows.map(({ id, loss, members }) => [id, ...(truth ? [members[0], 1] : [loss]), 2]),
      ),
    );
  const buckets = await notes(
    candidates('pairs.csv', false),
    ...compared,
    candidates('other-pairs.csv', true),
  );
  expect(buckets).toContain('score again with a column truth in it');
  expect(await notes(target, ...compared, wide)).not.toContain(unchecked);
  expect(await notes(bare, '--kind', 'loss')).not.toContain(unchecked);
  expect(await notes(bare, '--kind', 'loss', '--reference', complement)).not.toContain(unchecked);
});

test('one file per reference, one file for all, arrays: the same scores', async () => {
  const { scores: expected } = await scored(target, '--reference', wide, '--kind', 'lira');
  const single = Array.from({ length: R }, (_, j) => [
    '--reference',
    file(
      `model-${j}.csv`,
      table(
        'id,loss,included',
        rows.map(({ id, references, members }) => [id, references[j], members[j]]),
      ),
    ),
  ]);
  expect((await scored(target, ...single.flat(), '--kind', 'lira')).scores).toEqual(expected);
  const all = file(
    'all.csv',
    table(
      `id,loss,${names('reference')},${names('in')}`,
      rows.map(({ id, loss, references, members }) => [id, loss, ...references, ...members]),
    ),
  );
  expect((await scored(all, '--kind', 'lira')).scores).toEqual(expected);
  const flat = (pick: (row: (typeof rows)[number]) => number[]) => npy(rows.flatMap(pick), [M, R]);
  const losses = file('losses.npy', npy(signals.target));
  const matrix = file(
    'references.npy',
    flat(({ references }) => references),
  );
  const members = file(
    'members.npy',
    flat(({ members }) => members),
  );
  const arrays = await scored(
    losses,
    '--reference',
    matrix,
    '--members',
    members,
    '--kind',
    'lira',
    '--details',
  );
  expect(arrays.scores).toEqual(expected);
  expect(arrays.out).toContain('Rows of references.npy, members.npy were matched by their order');
  const archive = file(
    'references.npz',
    npz({ reference: flat(({ references }) => references), in: flat(({ members }) => members) }),
  );
  expect((await scored(target, '--reference', archive, '--kind', 'lira')).scores).toEqual(expected);
  const matrices = {
    losses: flat(({ references }) => references),
    memberships: flat(({ members }) => members),
  };
  const named = file('losses.npz', npz(matrices));
  expect((await scored(target, '--reference', named, '--kind', 'lira')).scores).toEqual(expected);
});

test('class logits and labels, a population, and references nobody was in', async () => {
  const logits = file('logits.csv', 'id,logits_0,logits_1,label,included\na,2,-1,0,1\nb,1,3,0,0\n');
  expect((await scored(logits, '--kind', 'loss')).scores).toEqual(
    [-Math.log1p(Math.exp(-3)), -Math.log1p(Math.exp(2))].map((x) => expect.closeTo(x, 12)),
  );
  const bare = file(
    'bare.csv',
    table(
      `id,${names('reference')}`,
      rows.map(({ id, references }) => [id, ...references]),
    ),
  );
  const population = file('population.csv', `loss,${names('reference')}\n1,1,1,1,1\n2,1,1,1,1\n`);
  const { out, scores } = await scored(
    target,
    '--reference',
    bare,
    '--kind',
    'rmia',
    '--population',
    population,
    '--details',
  );
  expect(out).toContain('they count as trained without any canary');
  expect(new Set(scores).size).toBeLessThanOrEqual(3);
});

test('buckets of candidates: a score for each, which audit takes', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => {
    const truth = random.integer(3);
    return [i, truth, ...[0, 1, 2].map((j) => loss(j === truth ? 5 : 0))];
  });
  const buckets = file('buckets.csv', table('id,truth,loss_0,loss_1,loss_2', lines));
  const drawn = lines.map(() => random.integer(3));
  const others = lines.map(([id], i) => [id, drawn[i], 1, 2, 3]).reverse();
  const other = file('other.csv', table('id,truth,loss_0,loss_1,loss_2', others));
  const { text } = await scored(buckets, '--kind', 'loss');
  expect(text.split('\n')[1]).toBe(`0,${lines[0][1]},${lines[0].slice(2).map((x) => -x)}`);
  const out = join(temporaryFolder(), 'scores.csv');
  const args = ['score', buckets, '--reference', other, '--kind', 'calibrated', '--out', out];
  expect((await onerun(args)).code).toBe(0);
  const written = readFileSync(out, 'utf8').trimEnd().split('\n').slice(1);
  for (const [i, line] of written.entries()) {
    const found = line.split(',').map(Number).slice(2);
    // Candidates that were not drawn for the reference are compared with it as it is.
    for (const j of [0, 1, 2].filter((j) => j !== drawn[i]))
      expect(found[j]).toBeCloseTo(j + 1 - lines[i][2 + j], 12);
  }
  const audited = await onerun(['audit', out, '--claim', 'pure-dp(epsilon=1)', '--json']);
  expect(JSON.parse(audited.out).observation.k).toBe(3);
  const mixed = await onerun(['score', buckets, '--reference', wide, '--kind', 'calibrated']);
  expect(mixed.err).toContain('each reference must be a file of its own');
});

test('a named column, JSON, standard output, and audit', async () => {
  const path = join(temporaryFolder(), 'scores.csv');
  const named = ['score', target, '--reference', wide, '--kind', 'lira', '--column', 'lira', '--out', path];
  const { out } = await onerun([...named, '--json']);
  expect(JSON.parse(out)).toMatchObject({
    kind: 'lira',
    mode: 'online',
    variance: 'pooled',
    references: R,
    canaries: M,
    options: 2,
    column: 'lira',
    scores: path,
    inputs: [
      { role: 'target', name: 'target.csv', rows: M },
      { role: 'reference', name: 'wide.csv', rows: M },
    ],
  });
  const audited = await onerun(['audit', path, '--score-column', 'lira', '--claim', 'pure-dp(epsilon=1)']);
  expect(audited.code).toBeLessThan(2);
  const printed = await onerun(['score', target, '--kind', 'loss']);
  expect(printed.out).toMatch(/^id,score,included\nc0,-/);
  expect(printed.err).toContain('Scored 40 canaries by loss');
});

test.each([
  [['--kind', 'best'], 'unknown kind: best (one of loss, calibrated, lira, rmia)'],
  [['--kind', 'lira'], 'missing references; lira compares the target with at least one (--reference)'],
  [['--kind', 'loss', '--gamma', '2'], 'invalid gamma; only for rmia, not for loss (--gamma)'],
  [
    ['--kind', 'rmia', '--reference', wide, '--a', '0.5'],
    'invalid a; only for rmia offline, and this is online',
  ],
  [['--kind', 'loss', '--column', 'included'], 'invalid column; must be a word'],
  [['--kind', 'loss', '--json'], '--json says what was done with a file of scores'],
  [['--kind', 'loss', '--out', target], 'an input of this command, and never replaced'],
  [['--kind', 'loss', '--signal', 'logit'], "missing column 'logit' in target.csv"],
  [['--kind', 'lira', '--reference', wide, '--members', wide], 'the references say it themselves'],
  [
    ['--kind', 'rmia', '--reference', wide, '--population', target],
    'invalid population target.csv; must have one signal',
  ],
  [['--kind', 'lira', '--reference', '-', '--members', '-'], 'standard input can be read once'],
])('%j is refused in one sentence', async (args, message) => {
  const { code, out, err } = await onerun(['score', target, ...args]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(err.trimEnd().split('\n').length).toBe(1);
});

test('numbers that are no signals are named by file and row', async () => {
  const negative = file('negative.csv', 'id,loss\na,1\nb,-2\n');
  const fine = file('fine.csv', 'id,loss\na,1\nb,2\n');
  const { err } = await onerun(['score', negative, '--reference', fine, '--kind', 'lira']);
  expect(err).toBe(
    'invalid loss in negative.csv, row 2; must be at least 0, being minus the logarithm of a probability: -2\n',
  );
  const chances = file('chances.csv', 'id,probability\na,1\nb,2\n');
  const wrong = await onerun(['score', fine, '--reference', chances, '--kind', 'calibrated']);
  expect(wrong.err).toContain("invalid signals in chances.csv; must be of the form of the target's (loss)");
});

test('labels that differ, and candidates beside who was in, are refused', async () => {
  const first = file('labels.csv', 'id,logits_0,logits_1,label\na,2,-1,0\nb,1,3,0\n');
  const other = file('other-labels.csv', 'id,logits_0,logits_1,label\nb,2,-1,0\na,1,3,1\n');
  const labels = await onerun(['score', first, '--reference', other, '--kind', 'calibrated']);
  expect(labels).toMatchObject({ code: 2, out: '' });
  expect(labels.err).toBe(
    'invalid label in other-labels.csv, row 2; must be that of the same canary in labels.csv (0): 1\n',
  );
  const models = file('models.csv', 'id,included,loss_0,loss_1\na,1,1,2\nb,0,2,1\n');
  const buckets = await onerun(['score', models, '--kind', 'loss']);
  expect(buckets).toMatchObject({ code: 2, out: '' });
  expect(buckets.err).toContain('loss_0, ... are candidates, of which truth says the one that was in');
});

test('a plan fixes which column of scores is audited', async () => {
  const at = (name: string) => join(folder, name);
  const plan = ['plan', '-m', String(M), '--claim', 'gaussian(sigma=1)', '--score-column', 'lira'];
  expect((await onerun([...plan, '--out', at('plan.json')])).code).toBe(0);
  const score = ['score', target, '--reference', wide, '--kind', 'lira', '--column', 'lira'];
  await onerun([...score, '--out', at('lira.csv')]);
  await onerun(['score', target, '--kind', 'loss', '--column', 'loss', '--out', at('loss.csv')]);
  const audit = (name: string, ...more: string[]) =>
    onerun(['audit', at(name), '--plan', at('plan.json'), '--details', ...more]);
  expect((await audit('lira.csv')).out).toContain('the score column (lira)');
  expect((await audit('loss.csv')).err).toContain("missing column 'lira' in loss.csv");
  expect((await audit('loss.csv', '--score-column', 'loss')).err).toContain(
    'score column loss in place of lira',
  );
});

test('ids are written so that they are read again', async () => {
  const odd = file('odd.csv', 'id,loss\n"a,b",1\n"say ""x""",2\n');
  const { text } = await scored(odd, '--kind', 'loss');
  expect(text).toBe('id,score\n"a,b",-1\n"say ""x""",-2\n');
});

test('names of columns count in every file that has them, and the target’s may say who was in', async () => {
  const { scores: expected } = await scored(target, '--reference', wide, '--kind', 'lira');
  const own = file(
    'own-names.csv',
    table(
      'uid,loss,was_in',
      rows.map(({ id, loss, included }) => [id, loss, included]),
    ),
  );
  const single = Array.from({ length: R }, (_, j) => [
    '--reference',
    file(
      `own-names-${j}.csv`,
      table(
        j === 0 ? 'id,loss,in' : 'uid,loss,was_in',
        reversed.map(({ id, references, members }) => [id, references[j], members[j]]),
      ),
    ),
  ]);
  const named = ['--id-column', 'uid', '--included-column', 'was_in'];
  const found = await scored(own, ...named, ...single.flat(), '--kind', 'lira');
  expect(found.scores).toEqual(expected);
  expect(found.out).not.toContain('matched by their order');
  const coins = file(
    'with-members.csv',
    table(
      `id,loss,${names('in')}`,
      rows.map(({ id, loss, members }) => [id, loss, ...members]),
    ),
  );
  const bare = file(
    'without-members.csv',
    table(
      `id,${names('reference')}`,
      reversed.map(({ id, references }) => [id, ...references]),
    ),
  );
  const beside = await scored(coins, '--reference', bare, '--kind', 'lira');
  expect(beside.scores).toEqual(expected);
  expect(beside.out).not.toContain('No file says');
  expect((await scored(coins, '--kind', 'loss')).scores).toEqual(signals.target.map((x) => -x));
  const twice = await onerun(['score', coins, '--reference', wide, '--kind', 'lira']);
  expect(twice.err).toContain('the references say it themselves');
});
