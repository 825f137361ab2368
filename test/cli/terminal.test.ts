import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onerun, SMALL_SWEEP, words } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const EVIL = '\x1b[2J\x9b1m\u202eevil\u200b\nNot refuted\r';
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const rows = (change = (row: string, _i: number) => row) =>
  Array.from({ length: 60 }, (_, i) => change(`${i},${Math.sin(i * i)},${i % 2}`, i));
const csv = (header = 'id,score,included', lines = rows()) => `${[header, ...lines].join('\n')}\n`;

/** Says nothing that a terminal would act on; what is refused is one line. */
async function plain(args: readonly string[]) {
  const result = await onerun(args);
  expect(result.out + result.err, args.join(' ')).not.toMatch(UNSEEN);
  expect(result.out).not.toMatch(/^Not refuted$/m);
  expect([0, 2]).toContain(result.code);
  if (result.code === 2) expect(result.err.trimEnd().split('\n')).toHaveLength(1);
  expect(result.err.length).toBeLessThan(2500);
  return result;
}

describe('nothing foreign reaches the terminal', () => {
  test('in the names of files', async () => {
    const where = join(temporaryFolder(), EVIL.replaceAll('/', ''));
    mkdirSync(where);
    const at = (name: string) => join(where, `${name}${EVIL}.csv`);
    writeFileSync(at('scores'), csv());
    writeFileSync(at('broken'), csv('id,score,included', ['1,x,1']));
    writeFileSync(at('bad'), '{"');
    for (const more of [[], ['--markdown'], ['--json'], ['--claim', 'gaussian(sigma=1)']])
      expect((await plain(['audit', at('scores'), '--method', 'paper', ...more])).code).toBe(0);
    for (const path of [at('broken'), at('bad'), at('none'), where])
      expect((await plain(['audit', path])).code).toBe(2);
    for (const option of ['--plan', '--assignment', '--report', '--plots', '--certificate'])
      await plain(['audit', at('scores'), '--method', 'optimal', option, at('bad')]);
    await plain(['verify', at('bad')]);
    await plain(['audit', at('scores'), at('scores'), '--at-least', '3', '--guesses', '10']);
    await plain(['plan', '-m', '50', '--claim', 'gaussian(sigma=1)', '--out', at('plan')]);
    await plain(['canaries', '-m', '5', '--out', at('canaries')]);
    await plain([...words('simulate --mechanism gaussian-sum --sigma 1 -m 5 --out'), at('simulated')]);
    const small = SMALL_SWEEP;
    expect((await plain([...small, '--out', join(where, EVIL)])).code).toBe(0);
    expect((await plain(['reproduce', 'gaussian', '--merge', '--from', where, '--out', where])).code).toBe(2);
  });

  test('in columns, ids and values', async () => {
    const where = temporaryFolder();
    const at = (name: string, text: string) => {
      writeFileSync(join(where, name), text);
      return join(where, name);
    };
    const quote = (text: string) => `"${text}"`;
    const long = `${EVIL}${'x'.repeat(1e5)}`;
    const column = '\u202e\x9b1mevil\u200b';
    const named = at('named.csv', csv(`id,${quote(column)},included`));
    expect((await plain(['audit', named, '--method', 'paper', '--score-column', column])).code).toBe(0);
    for (const file of [
      at('column.csv', csv(`${quote(long)},b,c`)),
      at(
        'value.csv',
        csv(
          undefined,
          rows((row, i) => (i === 7 ? `7,${quote(long)},1` : row)),
        ),
      ),
      at(
        'truth.csv',
        csv(
          undefined,
          rows((row, i) => (i === 7 ? `7,1,${quote(long)}` : row)),
        ),
      ),
      at(
        'twice.csv',
        csv(
          undefined,
          rows((row, i) => (i < 2 ? `${quote(long)},${i},1` : row)),
        ),
      ),
      at('lines.jsonl', `${JSON.stringify({ id: 1, [long]: 1, score: { [long]: 1 }, included: 1 })}\n`),
    ])
      expect((await plain(['audit', file])).code).toBe(2);
    await plain(['audit', named, '--score-column', long]);
    const ids = at('ids.csv', csv('id,included', ['0,1', `${quote(long)},0`]));
    await plain(['audit', at('scores.csv', csv('id,score,x')), '--assignment', ids]);
  });

  test('in what is typed', async () => {
    const long = `${EVIL}${'x'.repeat(1e5)}`;
    for (const args of [
      ['bound', '-m', long, '-c', '1'],
      ['bound', '-m', '10', '-c', '5', '--claim', long],
      ['bound', '-m', '10', '-c', '5', '--claim', 'x'.repeat(1e5)],
      ['bound', '-m', '10', '-c', '5', '--claim', `gaussian(sigma=${'9'.repeat(1e5)})`],
      ['bound', '-m', '10', '-c', '5', '--claim', `gaussian(${'x'.repeat(1e5)}=1)`],
      ['bound', '-m', '10', '-c', '5', '--family', long],
      ['bound', '-m', '10', '-c', '5', '--method', long],
      ['bound', `--${long}`],
      [long],
      ['help', long],
      ['reproduce', long],
      ['reproduce', '--shard', long],
      ['simulate', '--mechanism', long, '-m', '5'],
      [...words('simulate --mechanism dpsgd --noise 1 --rate 1 --steps 1 -m 5'), '--bug', long],
      [...words('simulate --mechanism dpsgd --noise 1 --rate 1 --steps 1 -m 5'), '--score', long],
      ['curve', '--calibrate', long, '--family', 'dpsgd(rate=0.1, steps=3)', '--epsilon', '1'],
      ['audit', long],
      ['web', '--port', long],
    ])
      expect((await plain(args)).code, args[0].slice(0, 20)).toBe(2);
  });

  test('in plans, manifests and certificates', async () => {
    const where = temporaryFolder();
    writeFileSync(join(where, 'scores.csv'), csv());
    const manifest = (more: object) => {
      writeFileSync(join(where, 'manifest.json'), JSON.stringify({ schema: 'onerun-run/1', ...more }));
      return plain(['audit', where, '--method', 'paper']);
    };
    for (const more of [
      { scores: EVIL },
      { scores: 'scores.csv', claim: EVIL },
      { scores: 'scores.csv', [EVIL]: 1 },
      { scores: 'scores.csv', families: [EVIL] },
      { scores: 'scores.csv', scoreColumn: EVIL },
      { scores: 'scores.csv', sides: EVIL },
      { schema: EVIL },
    ])
      expect((await manifest(more)).code).toBe(2);
    expect((await manifest({ scores: 'scores.csv', seed: EVIL })).code).toBe(0);
    await plain(['audit', where, '--method', 'paper', '--seed', `${EVIL}2`]);
  });
});

describe('a manifest names files inside its own folder only', () => {
  const run = (more: object, prepare: (where: string) => void = () => {}) => {
    const where = join(temporaryFolder(), 'run');
    mkdirSync(join(where, 'sub'), { recursive: true });
    writeFileSync(join(where, '..', 'outside.csv'), csv());
    writeFileSync(join(where, 'inside.csv'), csv());
    writeFileSync(join(where, 'sub', 'below.csv'), csv());
    prepare(where);
    const manifest = {
      schema: 'onerun-run/1',
      scores: 'inside.csv',
      claim: 'gaussian(sigma=1)',
      guesses: [10],
      ...more,
    };
    writeFileSync(join(where, 'manifest.json'), JSON.stringify(manifest));
    return where;
  };
  const outside = (where: string) => {
    symlinkSync('../outside.csv', join(where, 'link.csv'));
    symlinkSync('..', join(where, 'up'));
    symlinkSync('inside.csv', join(where, 'own.csv'));
  };

  test.each([
    [{ scores: '../outside.csv' }, 'leads out of it'],
    [{ scores: 'sub/../../outside.csv' }, 'leads out of it'],
    [{ scores: '..\\outside.csv' }, 'leads out of it'],
    [{ scores: '/etc/passwd' }, 'begins elsewhere'],
    [{ scores: 'C:\\scores.csv' }, 'begins elsewhere'],
    [{ scores: 'link.csv' }, 'this link leads out of it'],
    [{ scores: 'up/outside.csv' }, 'this link leads out of it'],
    [{ scores: '' }, 'this is no name'],
    [{ scores: 'inside.csv\0' }, 'this is no name'],
    [{ assignment: '/etc/hostname' }, 'begins elsewhere'],
    [{ commitment: '../outside.csv', assignment: 'inside.csv' }, 'leads out of it'],
    [{ plan: 'up/plan.json' }, 'there is no such file'],
    [{ plan: '../plan.json' }, 'leads out of it'],
  ])('%j is refused by audit and by reproduce', async (more, why) => {
    const where = run(more, outside);
    const audit = await plain(['audit', where]);
    expect(audit).toMatchObject({ code: 2, out: '' });
    expect(audit.err).toContain(why);
    if ('commitment' in more) return;
    const args = ['reproduce', 'cifar10', '--recorded', where, '--workers', '1', '--out', temporaryFolder()];
    const reproduced = await plain(args);
    expect(reproduced.code).toBe(2);
    expect(reproduced.err).toContain(why);
  });

  test.each(['inside.csv', './inside.csv', 'sub/below.csv', 'own.csv'])('%s is read', async (scores) => {
    expect((await plain(['audit', run({ scores }, outside), '--method', 'paper'])).code).toBe(0);
  });

  test('the folder itself may be reached through a link', async () => {
    const where = run({});
    symlinkSync(where, join(where, '..', 'elsewhere'));
    expect((await plain(['audit', join(where, '..', 'elsewhere'), '--method', 'paper'])).code).toBe(0);
  });
});

test('a report of a file with a hostile name is a page, not a script for terminals', async () => {
  const where = temporaryFolder();
  const path = join(where, `${EVIL}<script>.csv`);
  writeFileSync(path, csv());
  const report = join(where, 'report.html');
  expect((await plain(['audit', path, '--method', 'paper', '--report', report])).code).toBe(0);
  // The one script is the figure's own, in the head and allowed by its hash; without a build there is none.
  const [, ...scripts] = readFileSync(report, 'utf8').split('<script>');
  expect(scripts.length).toBeLessThanOrEqual(1);
  for (const script of scripts) expect(script).toMatch(/^\(function\(\)\{[\s\S]*<\/head>/);
});
