import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { calibrate } from '../../src/audit/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { expectDocumented, RECORDED, RUNS, recordedManifest } from '../support/recorded.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Whose search over DP-SGD's noise is repeated here; all are in test/long/recorded.long.ts, each takes seconds. */
const SEARCHED = ['broken', 'epsilon-2'];

test('all runs are there', () => {
  expect([...RUNS].sort()).toEqual([
    'broken',
    'epsilon-1',
    'epsilon-16',
    'epsilon-2',
    'epsilon-4',
    'epsilon-8',
    'no-clipping',
  ]);
});

test('the recipe’s table of noise is what onerun calibrates, rounded up', () => {
  const recipe = readFileSync(join(root, 'integrations/pytorch/train_cifar10.py'), 'utf8');
  const table = (name: string) => {
    const [, entries] = recipe.match(new RegExp(`^${name} = \\{(.*)\\}$`, 'm')) as RegExpMatchArray;
    return entries.split(',').map((entry) => entry.split(':').map(Number));
  };
  const steps = new Map(table('STEPS') as [number, number][]);
  const entries = table('NOISE');
  expect(entries.map(([epsilon]) => epsilon)).toEqual([1, 2, 4, 8, 16]);
  for (const [epsilon, noise] of entries) {
    const family = `dpsgd(rate=4096/50000, steps=${steps.get(epsilon)})`;
    const { value } = calibrate(family, 'noise', epsilon, 1e-5);
    expect(noise).toBeGreaterThanOrEqual(value);
    expect(noise / value - 1).toBeLessThan(1e-5);
  }
});

test('noise 3 in the setting of the paper allows the epsilon that the docs say', () => {
  const allowed = tradeOff('dpsgd(noise=3, rate=4096/50000, steps=2500)').epsilon(1e-5).toFixed(2);
  const page = readFileSync(join(root, 'integrations/pytorch/README.md'), 'utf8');
  expect(page).toContain(
    `has noise 3 for these batches and steps, which by the accounting here allows epsilon ${allowed} only`,
  );
});

describe.each(RUNS)('the recorded run %s', (name) => {
  const manifest = recordedManifest(name);
  const parameters = manifest.parameters as Record<string, number & string>;
  const { broken, noise, steps, batch, images } = parameters;
  const rows = readFileSync(join(RECORDED, name, 'scores.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

  test('says what it was, where and when', () => {
    expect(parameters.data).toBe('CIFAR-10');
    expect(parameters.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(parameters.machine).toBe('one NVIDIA H200');
    expect(parameters.wallSeconds).toBeGreaterThan(0);
    expect(parameters.averagedTestAccuracy).toBeGreaterThan(0.1);
    expect(manifest.claim).toBe(`dpsgd(noise=${noise}, rate=${batch / images}, steps=${steps})`);
    expect(manifest.scoreColumn).toBe(parameters.score);
  });

  test('was started as recorded-runs.sh starts it, with its number of guesses', () => {
    const script = readFileSync(join(root, 'integrations/pytorch/recorded-runs.sh'), 'utf8');
    const [, line] = script.match(
      new RegExp(`^ +${name}\\) train "\\$name" (.*) ;;$`, 'm'),
    ) as RegExpMatchArray;
    const started = (flag: string, otherwise?: string) => line.match(`--${flag} (\\S+)`)?.[1] ?? otherwise;
    expect({
      epsilon: `${parameters.epsilon}`,
      views: `${parameters.views}`,
      guesses: `${manifest.guesses}`,
      learningRate: `${parameters.learningRate}`,
      seed: `${parameters.seed}`,
      canarySize: `${parameters.canarySize ?? 1}`,
      broken,
    }).toEqual({
      epsilon: started('epsilon'),
      views: started('views', '1'),
      guesses: started('guesses'),
      learningRate: started('learning-rate', '4'),
      seed: started('seed'),
      canarySize: started('canary-size', '1'),
      broken: started('broken'),
    });
  });

  test('has scores as theory expects them', () => {
    const sum = rows[0].indexOf('sum');
    expect(rows[0].slice(0, 3)).toEqual(['id', 'included', 'likelihood_ratio']);
    expect(rows.length).toBe(5001);
    const scores = { 0: [] as number[], 1: [] as number[] };
    for (const row of rows.slice(1)) scores[row[1] as '0' | '1'].push(Number(row[sum]));
    const rate = batch / images;
    const added = noise * (broken === 'half-noise' ? 0.5 : 1);
    // What a canary that is in and sampled adds, in clip norms.
    const size = broken === 'no-clipping' ? parameters.canarySize : 1;
    for (const [included, mean] of [
      [0, 0],
      [1, size * rate * steps],
    ] as const) {
      const deviation = Math.sqrt(steps * (added * added + included * size * size * rate * (1 - rate)));
      const of = scores[included];
      const found = of.reduce((a, b) => a + b, 0) / of.length;
      const spread = Math.sqrt(of.reduce((a, b) => a + (b - found) * (b - found), 0) / of.length);
      // Four standard errors: next to the noise, the images' own gradients are too small to be seen.
      expect(Math.abs(found - mean)).toBeLessThan((4 * deviation) / Math.sqrt(of.length));
      expect(Math.abs(spread / deviation - 1)).toBeLessThan(4 / Math.sqrt(2 * of.length));
    }
  });

  test('has likelihood ratios as theory expects them', () => {
    const column = rows[0].indexOf('likelihood_ratio');
    const rate = batch / images;
    const added = noise * (broken === 'half-noise' ? 0.5 : 1);
    const size = broken === 'no-clipping' ? parameters.canarySize : 1;
    const ratio = (x: number) => Math.log1p(rate * Math.expm1((x - 0.5) / (noise * noise)));
    /** The mean of a power of one step's ratio where what is released lies around `centre`, by the trapezoid rule. */
    const moment = (power: number, centre: number) => {
      let total = 0;
      for (let z = -10; z <= 10; z += 1 / 64)
        total += (ratio(centre + added * z) ** power * Math.exp((-z * z) / 2)) / 64;
      return total / Math.sqrt(2 * Math.PI);
    };
    for (const included of [0, 1]) {
      const expected = (power: number) =>
        (1 - included * rate) * moment(power, 0) + included * rate * moment(power, size);
      const deviation = Math.sqrt(steps * (expected(2) - expected(1) ** 2));
      const of = rows.filter((row) => row[1] === `${included}`).map((row) => Number(row[column]));
      const found = of.reduce((a, b) => a + b, 0) / of.length;
      const spread = Math.sqrt(of.reduce((a, b) => a + (b - found) * (b - found), 0) / of.length);
      expect(Math.abs(found - steps * expected(1))).toBeLessThan((4 * deviation) / Math.sqrt(of.length));
      expect(Math.abs(spread / deviation - 1)).toBeLessThan(4 / Math.sqrt(2 * of.length));
    }
  });

  test(`${broken === undefined ? 'is consistent with its claim' : 'is caught'}, and is what the docs say`, () =>
    expectDocumented(name, SEARCHED.includes(name)));
});
