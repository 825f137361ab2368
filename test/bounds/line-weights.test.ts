import { expect, test } from 'vitest';
import { provenBound } from '../../src/bounds/index.ts';
import { searchLines } from '../../src/bounds/optimal/line-search.ts';
import { LineWeights } from '../../src/bounds/optimal/line-weights.ts';
import { linesAt, straightLines } from '../../src/bounds/optimal/lines.ts';
import { tradeOff } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { relativeError } from '../support/golden.ts';
import { bestLawOf } from '../support/law-program.ts';

const CLAIMS = [
  'profile(0:0.3, 0.5:0.15, 1:0.05, 3:1e-6)',
  'randomized-response(epsilon=1, alphabet=10)',
  'points(0:0.9, 0.1:0.6, 0.4:0.2, 1:0)',
  'approx-dp(epsilon=0.5, delta=0.05)',
];

/** Small games whose programs a general solver solves at once. */
function games() {
  const random = createRandom(81);
  return CLAIMS.flatMap((claim) =>
    Array.from({ length: 8 }, () => {
      const guesses = 2 + random.integer(24);
      const correct = Math.ceil(guesses * (0.6 + 0.4 * random.uniform()));
      const m = guesses + random.integer(60);
      return { f: tradeOff(claim), observation: { m, k: 2 + random.integer(3), guesses, correct } };
    }),
  );
}

test('any weights of the lines are a proof: what the sweep says is what the certificate proves', async () => {
  const random = createRandom(82);
  for (const { f, observation } of games()) {
    const lines = linesAt(f, straightLines(f, observation, 48) ?? []);
    const window = { first: 1, last: observation.guesses };
    const weights = Float64Array.from(
      lines.slopes,
      () => (observation.m / observation.guesses) * random.uniform(),
    );
    const swept = new LineWeights(observation, lines, window, weights, 0.1);
    if (swept.bound() > 1) continue;
    const proved = provenBound({ observation, tangents: swept.tangents() });
    expect(Math.abs(proved - swept.bound())).toBeLessThan(1e-11);
    const best = Array.from(lines.slopes, (slope, g) => ({ slope, delta: lines.deltas[g] }));
    const program = await bestLawOf(observation, best, { lowest: 1, highest: observation.guesses }, 0.5);
    expect(proved).toBeGreaterThan(program.bound * (1 - 1e-6));
  }
});

test('the interior point’s weights prove the value of the linear program', async () => {
  for (const { f, observation } of games()) {
    const found = searchLines(observation, f, null);
    if (found === null) throw new Error('no proof');
    const lines = linesAt(f, straightLines(f, observation, 48) ?? []);
    const all = Array.from(lines.slopes, (slope, g) => ({ slope, delta: lines.deltas[g] }));
    const program = await bestLawOf(observation, all, { lowest: 1, highest: observation.guesses }, 0.5);
    expect(relativeError(Math.min(1, found.bound), Math.min(1, program.bound))).toBeLessThan(1e-4);
    expect(found.attained).toBeLessThanOrEqual(found.bound * (1 + 1e-5));
  }
});
