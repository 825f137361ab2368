import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { calibrate } from '../../src/audit/index.ts';
import { manifestSchema } from '../../src/cli/schemas.ts';
import { onerun } from '../support/cli.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'examples/cifar10');
const runs = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'manifest.json')))
  : [];

test('the recipe’s table of noise is what onerun calibrates, rounded up', () => {
  const recipe = readFileSync(join(root, 'integrations/pytorch/train_cifar10.py'), 'utf8');
  const [, table] = recipe.match(/^NOISE = \{(.*)\}$/m) as RegExpMatchArray;
  const entries = table.split(',').map((entry) => entry.split(':').map(Number));
  expect(entries.map(([epsilon]) => epsilon)).toEqual([1, 2, 4, 8, 16]);
  for (const [epsilon, noise] of entries) {
    const { value } = calibrate('dpsgd(rate=4096/50000, steps=2500)', 'noise', epsilon, 1e-5);
    expect(noise).toBeGreaterThanOrEqual(value);
    expect(noise / value - 1).toBeLessThan(1e-5);
  }
});

describe.each(runs)('the recorded run %s', (name) => {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')),
  );
  const parameters = manifest.parameters as Record<string, number & string>;
  const { broken, noise, steps, batch, images } = parameters;
  const rows = readFileSync(join(folder, name, 'scores.csv'), 'utf8')
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

  test('has scores as theory expects them', () => {
    expect(rows[0]).toEqual(['id', 'included', 'likelihood_ratio', 'sum']);
    expect(rows.length).toBe(5001);
    const scores = { 0: [] as number[], 1: [] as number[] };
    for (const [, included, , sum] of rows.slice(1)) scores[included as '0' | '1'].push(Number(sum));
    const rate = batch / images;
    const added = noise * (broken === undefined ? 1 : 0.5);
    for (const [included, mean] of [
      [0, 0],
      [1, rate * steps],
    ] as const) {
      const deviation = Math.sqrt(steps * (added * added + included * rate * (1 - rate)));
      const of = scores[included];
      const found = of.reduce((a, b) => a + b, 0) / of.length;
      const spread = Math.sqrt(of.reduce((a, b) => a + (b - found) * (b - found), 0) / of.length);
      // The images' own gradients add a little to both.
      expect(Math.abs(found - mean)).toBeLessThan(
        (6 * deviation) / Math.sqrt(of.length) + 0.05 * rate * steps,
      );
      expect(Math.abs(spread / deviation - 1)).toBeLessThan(0.1);
    }
  });

  test(broken === undefined ? 'is consistent with its claim' : 'is caught', () => {
    const { code, out, err } = onerun(['audit', join(folder, name), '--json']);
    expect({ code, err }).toEqual({ code: broken === undefined ? 0 : 1, err: '' });
    const epsilon = (method: string, family: string) =>
      JSON.parse(out).results.find(
        (result: { method: string; family: string }) => result.method === method && result.family === family,
      ).epsilon;
    expect(epsilon('paper', 'gaussian')).toBeGreaterThan(epsilon('steinke', 'approx-dp(delta=1e-5)'));
  });
});
