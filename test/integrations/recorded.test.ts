import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { calibrate } from '../../src/audit/index.ts';
import { manifestSchema } from '../../src/cli/input/schemas.ts';
import { onerun } from '../support/cli.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'examples/cifar10');
const runs = readdirSync(folder);

/** The columns of the table in the docs: method and family. */
const COLUMNS = [
  ['steinke', 'approx-dp'],
  ['paper', 'gaussian'],
  ['optimal', 'gaussian'],
  ['optimal', 'dpsgd'],
];
const documented = readFileSync(join(root, 'docs/pytorch.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

interface AuditResult {
  readonly observation: { readonly correct: number; readonly guesses: number };
  readonly results: readonly { readonly method: string; readonly family: string; readonly epsilon: number }[];
}

test('all runs are there', () => {
  expect(runs.sort()).toEqual(['broken', 'epsilon-1', 'epsilon-16', 'epsilon-2', 'epsilon-4', 'epsilon-8']);
});

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
  // The broken run claims epsilon 2 in 1,000 steps.
  const { value } = calibrate('dpsgd(rate=4096/50000, steps=1000)', 'noise', 2, 1e-5);
  expect(5.25932 / value - 1).toBeLessThan(1e-5);
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
      // Four standard errors: next to the noise, the images' own gradients are too small to be seen.
      expect(Math.abs(found - mean)).toBeLessThan((4 * deviation) / Math.sqrt(of.length));
      expect(Math.abs(spread / deviation - 1)).toBeLessThan(4 / Math.sqrt(2 * of.length));
    }
  });

  test(`${broken === undefined ? 'is consistent with its claim' : 'is caught'}, and is what the docs say`, () => {
    const { code, out, err } = onerun(['audit', join(folder, name), '--json']);
    expect({ code, err }).toEqual({ code: broken === undefined ? 0 : 1, err: '' });
    const { results, observation }: AuditResult = JSON.parse(out);
    const proved = ([method, family]: string[]) =>
      results.find((result) => result.method === method && result.family.startsWith(family))?.epsilon ?? NaN;
    const [steinke, ...ours] = COLUMNS.map(proved);
    for (const epsilon of ours) expect(epsilon).toBeGreaterThan(1.25 * steinke);
    if (broken === undefined) for (const epsilon of ours) expect(epsilon).toBeLessThan(parameters.epsilon);

    const cells = documented.find(([first]) => first === `\`${name}\``) ?? [];
    expect(cells.slice(1, 6)).toEqual([
      `${noise}`,
      `${parameters.learningRate}`,
      `${(100 * parameters.averagedTestAccuracy).toFixed(1)}%`,
      `${Math.round(parameters.wallSeconds)} s`,
      `${observation.correct} / ${observation.guesses}`,
    ]);
    // Rounded down, as far as engines agree.
    [steinke, ...ours].forEach((epsilon, i) => {
      expect(Math.abs(epsilon - Number(cells[6 + i]) - 0.005)).toBeLessThan(0.0051);
    });
  });
});
