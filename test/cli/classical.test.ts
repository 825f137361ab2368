import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { auditSchema } from '../../src/cli/schemas/audit.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const RUNS = fileURLToPath(new URL('../../examples/single-canary.csv', import.meta.url));
const folder = temporaryFolder();
const CLAIM = ['--claim', 'gaussian(sigma=1)', '--seed', '1'];

function runsFile(name: string, count: number, seed: string): string {
  const random = createRandom(seed);
  const rows = Array.from({ length: count }, (_, run) => {
    const bit = random.coin();
    return `r${run},x,${(bit + 0.4 * random.normal()).toFixed(5)},${bit}\n`;
  });
  const path = join(folder, name);
  writeFileSync(path, `run,id,score,included\n${rows.join('')}`);
  return path;
}

test('a threshold is stated, or chosen by runs, and every form of the report says so', async () => {
  const other = runsFile('other.csv', 150, 'other');
  for (const [args, expected] of [
    [['--threshold', '0.5'], { threshold: 0.5, chosenBy: 'stated', choosingRuns: 0, tau: 0.025 }],
    [['--threshold-runs', '100'], { chosenBy: 'first-runs', choosingRuns: 100 }],
    [['--threshold-from', other], { chosenBy: 'other-runs', choosingRuns: 150 }],
    [['--threshold', '0.5', '--method', 'classical'], { tau: 0.05 }],
  ] as const) {
    const { out, code } = await onerun(['audit', RUNS, ...CLAIM, ...args, '--json']);
    expect(code).toBe(1);
    const found = JSON.parse(out);
    expect(auditSchema.safeParse(found).error).toBeUndefined();
    expect(found.classical).toMatchObject(expected);
    expect(found.results).toEqual(expect.arrayContaining(found.classical.results));
  }
  const report = join(folder, 'report.html');
  const args = ['audit', RUNS, ...CLAIM, '--threshold', '0.5', '--report', report];
  const { out } = await onerun([...args, '--markdown']);
  for (const text of [out, readFileSync(report, 'utf8')]) {
    expect(text).toContain('The classical audit');
    expect(text).toContain('of the 192 runs without the canary are called in; in truth at most');
    expect(text).toContain('share the significance of 0.05 evenly');
  }
});

test('without a threshold the sentence names the options', async () => {
  const { out, code } = await onerun(['audit', RUNS, ...CLAIM]);
  expect(code).toBe(1);
  expect(out).toContain('A threshold is stated with --threshold, or chosen by runs with --threshold-runs');
  expect((await onerun(['audit', RUNS, ...CLAIM, '--method', 'classical'])).err).toBe(
    'the classical test needs a threshold of the score; state one that was fixed in advance, or let runs choose it that are not tested (--threshold, --threshold-runs, --threshold-from)\n',
  );
});

test('many files of one row are runs too, and files of the same runs choose nothing', async () => {
  const paths = Array.from({ length: 12 }, (_, run) => join(folder, `${run}.csv`));
  for (const [run, path] of paths.entries())
    writeFileSync(path, `score,included\n${run % 2}.${run}5,${run % 2}\n`);
  const { out } = await onerun(['audit', ...paths, '--threshold', '0.8', '--json', '--seed', '1']);
  expect(JSON.parse(out).classical).toMatchObject({
    falsePositives: { runs: 6, wrong: 1 },
    falseNegatives: { runs: 6, wrong: 0 },
  });
  const copy = join(folder, 'copy.csv');
  writeFileSync(copy, `${readFileSync(RUNS, 'utf8').trimEnd()}\n\n`);
  for (const same of [RUNS, copy])
    expect(await onerun(['audit', RUNS, '--threshold-from', same])).toMatchObject({
      code: 2,
      err: expect.stringContaining('must be others than those that are tested'),
    });
});

test('no verdict names a file once, however many runs it holds', async () => {
  const path = join(folder, 'unfair.csv');
  const rows = Array.from({ length: 60 }, (_, run) => `${run},${run}.5,1\n`);
  writeFileSync(path, `run,score,included\n${rows.join('')}`);
  expect(await onerun(['audit', path, '--threshold', '0.5'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^no verdict on unfair.csv; 60 of 60 canaries are in/),
  });
});

test('a plan may fix the threshold', async () => {
  const plan = join(folder, 'plan.json');
  const design = ['-m', '400', '--claim', 'gaussian(sigma=1)', '--threshold', '0.5'];
  await onerun(['plan', ...design, '--out', plan]);
  const { out } = await onerun(['audit', RUNS, '--plan', plan, '--json']);
  const found = JSON.parse(out);
  expect(found).toMatchObject({
    classical: { threshold: 0.5 },
    observation: { m: 400, guesses: JSON.parse(readFileSync(plan, 'utf8')).chosen.guesses },
  });
  expect(await onerun(['audit', RUNS, '--plan', plan, '--threshold', '0.6'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('threshold 0.6 in place of 0.5 in the plan'),
  });
});

test('a plan with a threshold is for the half of the significance that the game has', async () => {
  const design = ['plan', '-m', '400', '--claim', 'gaussian(sigma=1)', '--json'];
  const whole = JSON.parse((await onerun([...design, '--tau', '0.025'])).out);
  const shared = JSON.parse((await onerun([...design, '--threshold', '0.5'])).out);
  expect(shared).toMatchObject({ tau: 0.05, chosen: whole.chosen, rows: whole.rows });
  expect(await onerun([...design, '--threshold', '0.5', '--runs', '5'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('plan one run of as many canaries (--runs)'),
  });
});
