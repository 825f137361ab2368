import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { optimal, paper } from '../../src/bounds/index.ts';
import { family, tradeOff, verdict } from '../../src/index.ts';

const observation = { m: 1000, k: 2, guesses: 100, correct: 90 };
const FAMILIES = [
  'gaussian',
  'laplace',
  'pure-dp',
  'approx-dp(delta=1e-5)',
  'randomized-response(alphabet=3)',
  'gaussian(relation=replace)',
];

describe.each(FAMILIES)('empirical epsilon over %s', (name) => {
  test.each([
    [paper, 1e-10],
    [optimal, 1e-5],
  ])('is that of the last rejected member, and the next member is not rejected', (bound, step) => {
    const { method } = bound;
    const [found] = empiricalEpsilon(observation, name, { method });
    const members = family(name);
    const parameter = found.parameter as number;
    const less = members.direction === 'larger-is-less-private' ? 1 + step : 1 - step;
    expect(bound.rejects(observation, members.at(parameter), 0.05)).toBe(true);
    expect(bound.rejects(observation, members.at(parameter * less), 0.05)).toBe(false);
    expect(found.epsilon).toBe(members.at(parameter).epsilonLower(found.delta));
    expect(found.family).toBe(name);
    expect(found.largestProvable).toBe(
      empiricalEpsilon({ ...observation, correct: 100 }, name, { method })[0].epsilon,
    );
    expect(found.largestProvable).toBeGreaterThan(found.epsilon);
  });

  test('is exactly 0 with no parameter where nothing is rejected', () => {
    expect(empiricalEpsilon({ ...observation, correct: 50 }, name)[0]).toMatchObject({
      epsilon: 0,
      parameter: null,
    });
  });
});

test('families that prove an epsilon outright answer at their own delta, others at every delta asked', () => {
  const deltas = [1e-5, 1e-7];
  const rows = (name: string) => empiricalEpsilon(observation, name, { deltas });
  expect(rows('gaussian').map((row) => [row.delta, row.assumption])).toEqual([
    [1e-5, 'model-based'],
    [1e-7, 'model-based'],
  ]);
  expect(rows('approx-dp(delta=0.001)').map((row) => [row.delta, row.assumption])).toEqual([
    [0.001, 'worst-case'],
  ]);
  expect(rows('pure-dp').map((row) => [row.delta, row.assumption])).toEqual([[0, 'worst-case']]);
  const [pure] = rows('pure-dp');
  expect(pure.epsilon).toBe(pure.parameter);
});

test('a Gaussian has no epsilon at delta 0', () => {
  expect(empiricalEpsilon(observation, 'gaussian', { deltas: [0] })[0].epsilon).toBe(Infinity);
});

test('the promise and the direct form agree', () => {
  expect(empiricalEpsilon(observation, 'gaussian')).toEqual(empiricalEpsilon(observation, 'gaussian'));
  expect(empiricalEpsilon(observation, 'approx-dp(delta=1e-5)', { method: 'steinke' })).toEqual(
    empiricalEpsilon(observation, 'approx-dp(delta=1e-5)', { method: 'steinke' }),
  );
});

test('input that no game can have produced is refused', () => {
  const bad =
    (change: object, options = {}) =>
    () =>
      empiricalEpsilon({ ...observation, ...change }, 'gaussian', options);
  expect(bad({ correct: 101 })).toThrow('invalid correct; must be at most guesses (100): 101');
  expect(bad({ guesses: 1001 })).toThrow('invalid guesses; must be at most canaries (1000): 1001');
  expect(bad({ k: 1 })).toThrow('invalid options; must be at least 2: 1');
  expect(bad({ m: 0.5 })).toThrow('invalid canaries; must be a whole number: 0.5');
  expect(bad({ correct: Number.NaN })).toThrow('invalid correct; must be a whole number: NaN');
  expect(bad({ correct: -1 })).toThrow('invalid correct; must be at least 0: -1');
  expect(bad({}, { tau: 1 })).toThrow('invalid tau; must be in (0, 1): 1');
  expect(bad({}, { deltas: [1] })).toThrow('invalid delta; must be in [0, 1): 1');
});

describe('the verdict on a claim', () => {
  test('refuted means pValue <= tau, at every tau, also at the p-value itself', () => {
    const f = tradeOff('gaussian(mu=0.6)');
    const p = paper.pValue(observation, f);
    for (const tau of [p, p * (1 + 1e-14), p * (1 - 1e-14), 0.01, 0.05, 0.5]) {
      const { tests, refuted } = verdict(observation, f, { tau, methods: ['paper'] });
      expect(tests[0].refuted).toBe(tests[0].pValue <= tau);
      expect(refuted).toBe(tests[0].refuted);
    }
  });

  test('agrees with the empirical epsilon: a claim below it is refuted, one above is not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 100 }), fc.constantFrom(0.01, 0.05, 0.2), (correct, tau) => {
        const seen = { ...observation, correct };
        const [{ parameter }] = empiricalEpsilon(seen, 'gaussian', { tau });
        if (parameter === null) return;
        expect(verdict(seen, `gaussian(mu=${parameter * 0.999999})`, { tau }).refuted).toBe(true);
        expect(verdict(seen, `gaussian(mu=${parameter * 1.000001})`, { tau }).refuted).toBe(false);
      }),
      { seed: 17, numRuns: 60 },
    );
  });

  test('says what was left out and whether the design had a chance', () => {
    const few = { m: 20, k: 2, guesses: 20, correct: 20 };
    const result = verdict(few, 'approx-dp(epsilon=8, delta=1e-5)');
    expect(result).toMatchObject({
      claim: 'approx-dp(epsilon=8, delta=1e-5)',
      refuted: false,
      outcome: 'could-not-have-noticed',
      standing: { couldNot: 'never-refutes', standsFrom: null },
      notes: [],
    });
    expect(result.tests.map((test) => test.method)).toEqual(['paper', 'optimal', 'steinke']);
    const gaussian = verdict(observation, 'gaussian(sigma=1)');
    expect(gaussian.tests.map((test) => test.method)).toEqual(['paper', 'optimal']);
    expect(gaussian.notes).toEqual([
      'method steinke tests (epsilon, delta) claims only, not gaussian(sigma=1): left out',
    ]);
    expect(gaussian.standing?.couldNot).not.toBe('never-refutes');
  });
});
