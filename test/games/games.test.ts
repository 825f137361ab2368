import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import {
  ABSTAIN,
  drawAssignment,
  guessByRank,
  idealFraction,
  keepMostConfident,
  observe,
  playMembership,
  playReconstruction,
  simulateIdeal,
} from '../../src/games/index.ts';
import { createRandom } from '../../src/numerics/index.ts';

describe('from scores to guesses', () => {
  test('exactly the budget is guessed, the top in and the bottom out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 50 }),
        fc.nat(),
        fc.constantFrom('in', 'out', 'both'),
        fc.integer(),
        (values, pick, sides, seed) => {
          const scores = Float64Array.from(values);
          const guesses = pick % (scores.length + 1);
          const answers = guessByRank(scores, guesses, sides as 'in', createRandom(seed));
          const at = (answer: number) => values.filter((_, i) => answers[i] === answer);
          const top = sides === 'in' ? guesses : sides === 'out' ? 0 : Math.ceil(guesses / 2);
          expect(at(1).length).toBe(top);
          expect(at(0).length).toBe(guesses - top);
          expect(Math.min(...at(1))).toBeGreaterThanOrEqual(Math.max(...at(ABSTAIN), ...at(0)));
          expect(Math.max(...at(0))).toBeLessThanOrEqual(Math.min(...at(ABSTAIN), ...at(1)));
        },
      ),
      { seed: 16, numRuns: 500 },
    );
  });

  test('equal scores in a file sorted by truth prove nothing', () => {
    const m = 1000;
    const assignment = Uint32Array.from({ length: m }, (_, i) => (i < m / 2 ? 1 : 0));
    let proved = 0;
    for (let seed = 0; seed < 200; seed++) {
      const answers = guessByRank(new Float64Array(m), 100, 'both', createRandom(seed));
      if (
        empiricalEpsilon(observe(assignment, answers, 2, 100), 'gaussian', { method: 'paper' })[0].epsilon > 0
      )
        proved++;
    }
    expect(proved).toBeLessThan(20);
  });

  test('scores that are not numbers and budgets that do not fit are refused', () => {
    const random = createRandom(0);
    expect(() => guessByRank(Float64Array.of(1, Number.NaN), 1, 'in', random)).toThrow(
      'invalid score of canary 1; must be finite: NaN',
    );
    expect(() => guessByRank(Float64Array.of(1, Infinity), 1, 'in', random)).toThrow('must be finite');
    expect(() => guessByRank(Float64Array.of(1, 2), 3, 'in', random)).toThrow(
      'invalid guesses; must be a whole number up to the canaries (2): 3',
    );
    expect(() => guessByRank(Float64Array.of(1, 2), 0.5, 'in', random)).toThrow('invalid guesses');
  });

  test('the surest answers are kept', () => {
    const kept = keepMostConfident([3, 1, 4, 1], Float64Array.of(0.2, 0.9, 0.1, 0.5), 2, createRandom(0));
    expect([...kept]).toEqual([ABSTAIN, 1, ABSTAIN, 1]);
  });
});

describe('the games', () => {
  test('a mechanism that tells all is found out, one that tells nothing is not', () => {
    const all = playMembership({
      m: 500,
      mechanism: (included) => included,
      attack: (output) => output,
      seed: 1,
    });
    expect(all.observation).toEqual({ m: 500, k: 2, guesses: 500, correct: 500 });
    const none = playReconstruction({
      m: 3000,
      k: 10,
      mechanism: () => null,
      attack: (_, random) => drawAssignment(3000, 10, random),
      seed: 1,
    });
    expect(none.observation.correct).toBeGreaterThan(200);
    expect(none.observation.correct).toBeLessThan(400);
  });

  test('the same seed plays the same game', () => {
    const play = (seed: number) =>
      playMembership({
        m: 100,
        mechanism: (included, random) => Float64Array.from(included, (bit) => bit + random.normal()),
        attack: (output, random) => guessByRank(output, 10, 'both', random),
        guesses: 10,
        seed,
      });
    expect(play(3)).toEqual(play(3));
    expect(play(3).assignment).not.toEqual(play(4).assignment);
  });

  test('inclusion is a fair coin, choices are uniform', () => {
    const coins = drawAssignment(100_000, 2, createRandom(5));
    expect(Math.abs(coins.reduce((a, b) => a + b) - 50_000)).toBeLessThan(5 * Math.sqrt(25_000));
    const choices = drawAssignment(100_000, 7, createRandom(5));
    for (let j = 0; j < 7; j++)
      expect(Math.abs(choices.filter((c) => c === j).length - 100_000 / 7)).toBeLessThan(
        5 * Math.sqrt(12_245),
      );
  });

  test('an attack may make fewer guesses than its budget, never more, and no others', () => {
    const assignment = [1, 0, 1];
    expect(observe(assignment, [1, ABSTAIN, ABSTAIN], 2, 2)).toEqual({ m: 3, k: 2, guesses: 2, correct: 1 });
    expect(() => observe(assignment, [1, 1, 1], 2, 2)).toThrow('the attack may make at most 2 guesses: 3');
    expect(() => observe(assignment, [1, 2, 1], 2, 3)).toThrow(
      'invalid answer of canary 1; must be 0 to 1 or abstain (-1): 2',
    );
    expect(() => observe(assignment, [1], 2, 3)).toThrow('must be one per canary (3): 1');
  });
});

test('games that no theorem covers are refused', () => {
  const nothing = { mechanism: () => null, attack: () => [1, 1, 1, 1, 1], seed: 0 };
  expect(() => playMembership({ ...nothing, m: 5, guesses: 7 })).toThrow(
    'invalid guesses; must be at most canaries (5): 7',
  );
  expect(() => playMembership({ ...nothing, m: 5, guesses: Number.NaN })).toThrow('invalid guesses');
  expect(() => playReconstruction({ ...nothing, m: 5, k: 1, attack: () => [0, 0, 0, 0, 0] })).toThrow(
    'invalid options',
  );
  expect(() => observe([1], [0.5], 2, 1)).toThrow('invalid answer of canary 0');
});

describe('the idealised setting', () => {
  /** Mean and standard error of simulated fractions. */
  function simulated(setting: Parameters<typeof simulateIdeal>[0], games: number) {
    const fractions = Array.from(
      { length: games },
      (_, seed) => simulateIdeal(setting, createRandom('ideal').split(seed)) / setting.guesses,
    );
    const mean = fractions.reduce((a, b) => a + b) / games;
    const variance = fractions.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / (games - 1);
    return { mean, error: Math.sqrt(variance / games) };
  }

  test.each([
    { sigma: 1, m: 20_000, guesses: 20_000, k: 2 },
    { sigma: 1, m: 20_000, guesses: 400, k: 2 },
    { sigma: 0.5, m: 20_000, guesses: 2_000, k: 2 },
    { sigma: 4, m: 20_000, guesses: 2_000, k: 2 },
    { sigma: 0.6, m: 2_000, guesses: 2_000, k: 3 },
    { sigma: 0.6, m: 1_000, guesses: 1_000, k: 50 },
  ])('closed form and simulation agree: %o', (setting) => {
    const { mean, error } = simulated(setting, 60);
    // For k = 2 the closed form is the limit of large m: it is off by far less than this.
    expect(Math.abs(mean - idealFraction(setting))).toBeLessThan(4.5 * error + (setting.k === 2 ? 2e-4 : 0));
  });

  test('at m = 100 the closed form is within 0.3%', () => {
    const setting = { sigma: 1, m: 100, guesses: 50, k: 2 };
    const { mean, error } = simulated(setting, 20_000);
    expect(Math.abs(mean / idealFraction(setting) - 1)).toBeLessThan(0.003 + 4 * error);
  });

  test('reference values: the fraction that gives the paper its 1,429 of 1,500', () => {
    expect(1500 * idealFraction({ sigma: 1, m: 100_000, guesses: 1500, k: 2 })).toBeCloseTo(1428.4, 0);
  });

  test('abstaining raises the fraction, for two options and for more', () => {
    const all = simulated({ sigma: 1, m: 500, guesses: 500, k: 4 }, 200).mean;
    const few = simulated({ sigma: 1, m: 500, guesses: 50, k: 4 }, 200).mean;
    expect(few).toBeGreaterThan(all + 0.1);
    expect(() => idealFraction({ sigma: 1, m: 500, guesses: 50, k: 4 })).toThrow('simulate it');
  });

  test('settings that do not exist are refused', () => {
    const setting = { sigma: 1, m: 1000, guesses: 10, k: 2 };
    for (const bad of [
      { sigma: -1 },
      { sigma: 0 },
      { sigma: Number.NaN },
      { guesses: 0 },
      { guesses: 2000 },
      { k: 1 },
    ])
      expect(() => idealFraction({ ...setting, ...bad })).toThrow(
        /^invalid (sigma|guesses|options); must be/,
      );
  });

  test('the far tail does not underflow', () => {
    const fraction = idealFraction({ sigma: 0.02, m: 10_000_000, guesses: 1, k: 2 });
    expect(fraction).toBe(1);
    expect(idealFraction({ sigma: 100, m: 10_000_000, guesses: 2, k: 2 })).toBeGreaterThan(0.5);
  });
});
