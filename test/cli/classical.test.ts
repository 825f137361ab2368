import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { auditSchema } from '../../src/forms/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const RUNS = fileURLToPath(new URL('../../examples/single-canary.csv', import.meta.url));
const folder = temporaryFolder();
const CLAIM = ['--claim', 'gaussian(sigma=1)', '--seed', '1'];

/** Runs in one file, with an id where `idOf` gives one. */
function runsFile(name: string, idOf: (run: number) => string | null, sigma = 0.4): string {
  const random = createRandom(name);
  const rows = Array.from({ length: 150 }, (_, run) => {
    const bit = random.coin();
    const id = idOf(run);
    return `r${run},${id === null ? '' : `${id},`}${(bit + sigma * random.normal()).toFixed(5)},${bit}\n`;
  });
  const path = join(folder, name);
  writeFileSync(path, `run,${idOf(0) === null ? '' : 'id,'}score,included\n${rows.join('')}`);
  return path;
}

test('a threshold is stated, or chosen by the first runs, and every form of the report says so', async () => {
  for (const [args, expected] of [
    [['--threshold', '0.5'], { threshold: 0.5, choosingRuns: 0 }],
    [['--threshold-runs', '100'], { choosingRuns: 100 }],
  ] as const) {
    const { out, code } = await onerun(['audit', RUNS, ...CLAIM, ...args, '--json']);
    expect(code).toBe(1);
    const found = JSON.parse(out);
    expect(auditSchema.safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({ classical: expected, decidedBy: { method: 'classical' } });
  }
  const report = join(folder, 'report.html');
  const args = ['audit', RUNS, ...CLAIM, '--threshold', '0.5', '--report', report];
  const { out } = await onerun([...args, '--markdown']);
  for (const text of [out, readFileSync(report, 'utf8')]) {
    expect(text).toContain('The classical audit');
    expect(text).toContain('of the 192 runs without the canary are called in; in truth at most');
  }
});

test('one canary is known by its id, or stated; different ones are refused with the cure', async () => {
  const cure =
    'different canaries are tested without a threshold, as one game, which needs a fair coin for each run (--same-canary)\n';
  const audit = (path: string, ...args: string[]) => onerun(['audit', path, '--threshold', '0.5', ...args]);
  const unnamed = runsFile('unnamed.csv', () => null);
  const different = runsFile('different.csv', (run) => `c${run}`);
  for (const refused of [audit(unnamed), audit(different), audit(different, '--same-canary')])
    expect(await refused).toMatchObject({ code: 2, err: expect.stringContaining(cure) });
  expect((await audit(unnamed, '--same-canary')).code).toBe(0);
  expect((await audit(runsFile('same.csv', () => 'c'))).code).toBe(0);
  const { out } = await onerun(['audit', different, '--claim', 'perfect()', '--json']);
  expect(JSON.parse(out)).toMatchObject({ outcome: 'refuted', observation: { m: 150 } });
});

test('a working attack stands, and one that knows nothing could not have noticed', async () => {
  const outcome = async (path: string, claim: string) => {
    const { out, code } = await onerun([
      ...['audit', path, '--threshold', '0.5', '--same-canary', '--claim', claim, '--json'],
    ]);
    expect(code).toBe(0);
    return JSON.parse(out).outcome;
  };
  const works = runsFile('works.csv', () => 'c');
  const blind = runsFile('blind.csv', () => 'c', 50);
  expect(await outcome(works, 'gaussian(sigma=0.4)')).toBe('not-refuted');
  expect(await outcome(blind, 'gaussian(sigma=0.4)')).toBe('could-not-have-noticed');
  const { out } = await onerun(['audit', blind, '--threshold', '0.5', ...CLAIM]);
  expect(out).toMatch(/^COULD NOT HAVE NOTICED: /);
});

test('many files of one row are runs too', async () => {
  const paths = Array.from({ length: 12 }, (_, run) => join(folder, `${run}.csv`));
  for (const [run, path] of paths.entries())
    writeFileSync(path, `id,score,included\nc,${run % 2}.${run}5,${run % 2}\n`);
  const { out } = await onerun(['audit', ...paths, '--threshold', '0.8', '--json', '--seed', '1']);
  expect(JSON.parse(out).classical).toMatchObject({
    falsePositives: { runs: 6, wrong: 1 },
    falseNegatives: { runs: 6, wrong: 0 },
  });
});

test('no verdict names a file once, however many runs it holds', async () => {
  const path = join(folder, 'unfair.csv');
  const rows = Array.from({ length: 60 }, (_, run) => `${run},${run}.5,1\n`);
  writeFileSync(path, `run,score,included\n${rows.join('')}`);
  expect(await onerun(['audit', path])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^no verdict on unfair.csv; 60 of 60 canaries are in/),
  });
});

test('what is for ranks, and a certificate, are refused beside a threshold', async () => {
  const beside = (...args: string[]) => onerun(['audit', RUNS, ...CLAIM, '--threshold', '0.5', ...args]);
  expect(await beside('--method', 'optimal', '--guesses', '100')).toMatchObject({
    code: 2,
    err: expect.stringContaining('leave out what is for those (--method, --guesses)'),
  });
  expect(await beside('--certificate', join(folder, 'proof.json'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('the classical test has none'),
  });
});
