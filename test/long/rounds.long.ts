import { expect, test } from 'vitest';
import { roundsDesign } from '../../src/index.ts';
import { median, noisy, playTraining } from '../support/rounds-training.ts';

const CLAIM = 'dpsgd(noise=2.5758, rate=0.08192, steps=2500)';
const NOISE = 2.5758;

test.each([
  [1000, 40, 7.6, 7.8],
  [300, 12, 7.3, 7.5],
  [5000, 6, 7.8, 7.9],
])(
  '%i canaries a step prove nearly all of an epsilon of 8, in %i trainings',
  (canaries, trainings, each, middle) => {
    const design = roundsDesign({ claim: CLAIM, length: 'step', canaries });
    const found = Array.from({ length: trainings }, (_, seed) =>
      playTraining(design, noisy(NOISE), `honest ${canaries} ${seed}`).result(),
    );
    const proved = found.map(({ results }) => results[0].epsilon);
    const sorted = proved.toSorted((a, b) => a - b);
    console.log(`${canaries} canaries: ${sorted.map((x) => x.toFixed(3)).join(' ')}`);
    console.log(`most evidence: ${Math.max(...found.map(({ rounds }) => rounds.mostLogEvidence))}`);
    expect(sorted[0]).toBeGreaterThanOrEqual(each);
    expect(median(proved)).toBeGreaterThanOrEqual(middle);
    expect(sorted.at(-1)).toBeLessThanOrEqual(8);
    for (const { outcome } of found) expect(outcome).toBe('not-refuted');
  },
);

test.each([
  [0.5, 3],
  [0.3, 10],
  [0.1, 100],
  [0.05, 400],
  [0.02, 2500],
])('noise that is short by %d is refuted by step %i in the median of 25 trainings', (short, by) => {
  const design = roundsDesign({ claim: CLAIM, length: 'step', canaries: 1000 });
  const at = Array.from(
    { length: 25 },
    (_, seed) =>
      playTraining(design, noisy(NOISE * (1 - short)), `short ${short} ${seed}`, { stop: true }).refutedAt ??
      Infinity,
  ).sort((a, b) => a - b);
  console.log(`${short}: median ${median(at)}, 90% ${at[22]}`);
  expect(median(at)).toBeLessThanOrEqual(by);
});
