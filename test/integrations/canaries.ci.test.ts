import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { plannedGuesses } from '../../src/audit/index.ts';
import { guessByRank, observe } from '../../src/games/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';
import { leastRefuting } from '../support/least-refuting.ts';
import { NUMPY_PYTHONS } from '../support/python.ts';
import { temporaryFolder } from '../support/temporary.ts';

// Where there is none, tests are skipped by name.
const PYTHONS = NUMPY_PYTHONS.length > 0 ? NUMPY_PYTHONS : ['python3 with NumPy'];
const here = fileURLToPath(new URL('.', import.meta.url));

function run(python: string, script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(python, [join(here, script), ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  expect({ status, stderr, failed: stdout.match(/FAIL.*/g) }).toEqual({
    status: 0,
    stderr: '',
    failed: null,
  });
  return stdout;
}

function right(scores: readonly number[], included: readonly number[], guesses: number): number {
  const answers = guessByRank(Float64Array.from(scores), guesses, 'both', createRandom(0));
  return observe(Uint32Array.from(included), answers, 2, guesses).correct;
}

const CLAIM = 'dpsgd(noise=1, rate=0.05, steps=200)';

async function assignment(): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder();
  const file = join(folder, 'canaries.csv');
  await onerun(['canaries', '-m', '2000', '--out', file, '--seed', '1']);
  return { folder, file };
}

async function audited(folder: string): Promise<{ code: number; p: number }> {
  const { code, out } = await onerun([
    'audit',
    folder,
    '--method',
    'optimal',
    '--family',
    'gaussian',
    '--json',
  ]);
  const { claim, tests } = JSON.parse(out);
  expect(claim).toBe(CLAIM);
  return { code, p: tests[0].pValue };
}

describe.skipIf(NUMPY_PYTHONS.length === 0)('Canaries in a loop by hand', () => {
  test.each(PYTHONS)('%s: the other records are remembered to the last bit', (python) => {
    expect(run(python, 'remembered.py').split('\n').length).toBeGreaterThan(30);
  });

  test.each(PYTHONS)('%s: on a small model half the noise is caught, full noise is not', async (python) => {
    const { folder, file } = await assignment();
    run(python, 'small_model.py', file, folder, ...['half-noise:2', 'others-kept:2', 'sound:2']);
    const half = await audited(join(folder, 'half-noise-2'));
    expect(half.code).toBe(1);
    expect(half.p).toBeLessThan(0.05);
    // With the other records' gradients left in, the same training passes.
    expect(await audited(join(folder, 'others-kept-2'))).toEqual({ code: 0, p: 1 });
    const sound = await audited(join(folder, 'sound-2'));
    expect(sound.code).toBe(0);
    expect(sound.p).toBeGreaterThan(0.3);
  });
});

describe.skipIf(NUMPY_PYTHONS.length === 0)('bugs in the small model', () => {
  const [python] = PYTHONS;
  const SEEDS = [2, 4, 9];
  const SEEN = [
    'half-noise',
    'noise-over-batch',
    'doubled-sum',
    'broadcast-noise',
    'noiseless-first-tensor-alone',
  ];
  const UNSEEN = [
    ...['sound', 'others-kept', 'noiseless-first-tensor', 'skipped-noise', 'same-noise', 'uniform-noise'],
    ...['no-clip', 'fixed-batches', 'sum-not-emptied'],
  ];
  const guesses = plannedGuesses({ claim: CLAIM, m: 2000 });
  let folder = '';
  let least = 0;
  beforeAll(async () => {
    const made = await assignment();
    folder = made.folder;
    const runs = [...SEEN, ...UNSEEN].flatMap((flaw) => SEEDS.map((seed) => `${flaw}:${seed}`));
    run(python, 'small_model.py', made.file, folder, ...runs);
    least = await leastRefuting(CLAIM, 2000, guesses);
  });

  function caught(flaw: string): number {
    return SEEDS.filter((seed) => {
      const file = readFileSync(join(folder, `${flaw}-${seed}`, 'scores.csv'), 'utf8');
      const rows = file.trimEnd().split('\n').slice(1);
      const cells = rows.map((row) => row.split(',').map(Number));
      const scores = cells.map(([, , score]) => score);
      const included = cells.map(([, coin]) => coin);
      return right(scores, included, guesses) >= least;
    }).length;
  }

  test.each(SEEN)('%s is seen', (flaw) => {
    expect(caught(flaw)).toBeGreaterThanOrEqual(2);
  });

  // What the docs say cannot be seen. A run that shows it would be good news, and the docs wrong.
  test.each(UNSEEN)('%s is not', (flaw) => {
    expect(caught(flaw)).toBe(0);
  });
});

describe.skipIf(NUMPY_PYTHONS.length === 0)('soundness of Canaries', () => {
  const [python] = PYTHONS;
  const [m, tau] = [40, 0.05];
  const claim = 'dpsgd(noise=3, rate=0.5, steps=10)';

  const played = (share: string, runs: number): { scores: number[]; included: number[] }[] => {
    const lines = run(python, 'many_runs.py', '1', `${runs}`, share).trimEnd().split('\n');
    expect(lines.length).toBe(runs);
    return lines.map((line) => JSON.parse(line));
  };

  test('with a canary at every parameter a true claim stands, and too little noise does not', async () => {
    const [sound, broken] = [played('1', 1000), played('0.1', 100)];
    for (const guesses of [20, 40]) {
      const least = await leastRefuting(claim, m, guesses);
      const refuted = (games: ReturnType<typeof played>) =>
        games.filter(({ scores, included }) => right(scores, included, guesses) >= least).length;
      expect(clopperPearsonLower(refuted(sound), sound.length, 0.001)).toBeLessThanOrEqual(tau);
      expect(refuted(broken)).toBeGreaterThan(broken.length / 2);
    }
  });
});
