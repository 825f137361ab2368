import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldOfCounts } from '../../src/bench/counts-field.ts';
import { cutsOfGuesses, observationOfCuts } from '../../src/bench/cuts.ts';
import { observationOf } from '../../src/observation.ts';

test('made-up canaries show exactly the counts that are asked for', () => {
  const counts = fc
    .record({
      m: fc.integer({ min: 1, max: 200 }),
      k: fc.constantFrom(2, 2, 5),
      a: fc.nat(),
      b: fc.nat(),
      sides: fc.constantFrom('in', 'out', 'both'),
    })
    .map(({ m, k, a, b, sides }) => {
      const guesses = 1 + (a % m);
      return observationOf({ m, k, guesses, correct: b % (guesses + 1), ...(k === 2 ? { sides } : {}) });
    });
  fc.assert(
    fc.property(counts, fc.constantFrom('gaussian(sigma=1)', 'pure-dp(epsilon=1)'), (observation, claim) => {
      const { correct: right, ...design } = observation;
      const field = fieldOfCounts({ design, correct: right, truth: claim, seed: 'any' });
      const shown = observationOfCuts(field, cutsOfGuesses(observation), observation.k);
      const { m, guesses, correct } = observation;
      expect(shown).toMatchObject({ m, guesses, correct });
    }),
  );
});

test('also where there are too many to draw each', () => {
  const design = { m: 30_000, k: 2, guesses: 7_777, sides: 'in' as const };
  const field = fieldOfCounts({ design, correct: 7000, truth: 'gaussian(sigma=1)', seed: 'any' });
  expect(observationOfCuts(field, cutsOfGuesses(design), 2)).toEqual({ ...design, correct: 7000 });
  const { name, score } = field.dots;
  expect([name[0], name[name.length - 1]]).toEqual(['canary 1', 'canary 30000']);
  expect(score.every((value, i) => i === 0 || value < score[i - 1])).toBe(true);
});
