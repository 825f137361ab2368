import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { onerun } from './support/cli.ts';

const FOLDER = fileURLToPath(new URL('../examples/rounds', import.meta.url));
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const trained = (name: string) => JSON.parse(read(`${name}/training.json`));
const audited = async (file: string, ...more: string[]) => {
  const { out } = await onerun(['audit', join(FOLDER, file), '--rounds', 'step', ...more, '--json']);
  return JSON.parse(out);
};

test.each([
  ['half-noise', 4],
  ['noise-30-short', 10],
  ['noise-10-short', 200],
  ['repeated-noise', 20],
  ['clipping-forgotten', 300],
])('%s on CIFAR-10 is refuted as it was while it trained, by step %i', async (name, latest) => {
  const { outcome, rounds } = await audited(`${name}/rounds.npz`, '--plan', join(FOLDER, 'plan.json'));
  const { refutedAt, evidence } = trained(name).rounds;
  expect([outcome, rounds.refutedAt]).toEqual(['refuted', refutedAt]);
  expect(refutedAt).toBeLessThanOrEqual(latest);
  // The step after was begun and not read.
  expect(Math.exp(rounds.perRound[refutedAt - 1].logEvidence) / evidence).toBeCloseTo(1, 9);
  expect(read('../../docs/watch.md')).toMatch(new RegExp(`\\| ${refutedAt} \\|`));
});

test('honest trainings prove nearly all of epsilon 8, and are not refuted', async () => {
  const proved = [1, 2, 3].map((seed) => trained(`honest-${seed}`).rounds.epsilon);
  for (const epsilon of proved) expect(epsilon).toBeGreaterThan(7.6);
  expect(read('../../docs/watch.md')).toContain(proved.map((epsilon) => epsilon.toFixed(2)).join(', '));
  const claim = 'dpsgd(noise=2.57585, rate=0.08192, steps=2500)';
  const { outcome, results } = await audited('honest-1/counts.csv', '--claim', claim);
  expect(outcome).toBe('not-refuted');
  expect(results[0].epsilon).toBeGreaterThan(7.8);
  expect(results[0].epsilon).toBeLessThan(8.0001);
});

test('canaries cost no accuracy that three seeds would show, as the page says', () => {
  const accuracy = (name: string) => [1, 2, 3].map((seed) => trained(`${name}-${seed}`).averagedTestAccuracy);
  const [planted, control] = [accuracy('honest'), accuracy('control')];
  const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
  const variance = (values: number[]) =>
    values.reduce((sum, each) => sum + (each - mean(values)) ** 2, 0) / (values.length - 1);
  const error = Math.sqrt((variance(planted) + variance(control)) / 3);
  const difference = mean(planted) - mean(control);
  expect(Math.abs(difference)).toBeLessThan(2 * error);
  const said = `${(100 * mean(planted)).toFixed(1)}% with and ${(100 * mean(control)).toFixed(1)}% without`;
  expect(read('../../docs/watch.md')).toContain(said);
  const spread = `difference ${(100 * difference).toFixed(1)}, standard error ${(100 * error).toFixed(1)}`;
  expect(read('../../docs/watch.md')).toContain(spread);
});
