import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { drawAssignment, guessByRank, observe } from '../../src/games/index.ts';
import { parseClaim, plan, planForTarget, tradeOff } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { planWords } from '../../src/report/index.ts';

const sigmaOf = (claim: string) => parseClaim(claim).parameters.sigma;

describe('a plan', () => {
  test('of (8, 1e-5) is made for a Gaussian, and expects no more than is claimed', () => {
    const claim = 'approx-dp(epsilon=8, delta=1e-5)';
    const found = plan({ m: 1000, claim, seed: 'abc' });
    expect(found).toMatchObject({
      model: 'gaussian(sigma=0.60023)',
      seed: 'abc',
      family: 'approx-dp(delta=1e-5)',
    });
    expect(found.chosen.guesses).toBeLessThan(500);
    for (const row of found.rows) expect(row.epsilon).toBeLessThan(8);
    expect(planWords(found).sentences.join(' ')).toMatch(
      /made for gaussian\(sigma=0\.60023\).*never whether a verdict is valid/,
    );
  });

  // The worst mechanism for a model would guess them all.
  test('of (8, 1e-5) with enough canaries catches twice the epsilon', () => {
    const { chosen } = plan({ m: 300_000, claim: 'approx-dp(epsilon=8, delta=1e-5)' });
    expect(chosen.power).toBeGreaterThan(0.8);
    expect(chosen.guesses).toBeLessThan(60_000);
  });

  test('what it expects is what honest runs prove on average', () => {
    const claim = 'approx-dp(epsilon=4, delta=1e-5)';
    const found = plan({ m: 1000, claim });
    const sigma = sigmaOf(found.model as string);
    const { guesses, epsilon } = found.chosen;
    let sum = 0;
    const runs = 200;
    for (let run = 0; run < runs; run++) {
      const random = createRandom(`honest ${run}`);
      const included = drawAssignment(1000, 2, random.split('coins'));
      const scores = Float64Array.from(included, (bit) => bit + sigma * random.normal());
      const answers = guessByRank(scores, guesses, 'both', random.split('ties'));
      const observation = observe(included, answers, 2, guesses);
      sum += empiricalEpsilon(observation, found.family, { method: 'paper' })[0].epsilon;
    }
    expect(Math.abs(sum / runs - epsilon)).toBeLessThan(0.1);
  });

  test('with a stated model has another design, and the same critical count for the same guesses', () => {
    const claim = 'approx-dp(epsilon=4, delta=1e-5)';
    const model = 'dpsgd(noise=1, rate=0.02, steps=1000)';
    const found = plan({ m: 20_000, claim, model });
    expect(found).toMatchObject({ model, violation: 'dpsgd(noise=0.5, rate=0.02, steps=1000)' });
    const { guesses, critical } = found.chosen;
    expect(plan({ m: 20_000, claim, guesses }).chosen.critical).toBe(critical);
    expect(found.chosen.power).toBeGreaterThan(0.99);
  });

  const positive = fc.double({ min: 0.2, max: 5, noNaN: true });
  const delta = fc.constantFrom(1e-7, 1e-5, 1e-3);
  const single = fc.oneof(
    fc.tuple(positive, delta).map(([e, d]) => `approx-dp(epsilon=${e}, delta=${d})`),
    positive.map((e) => `pure-dp(epsilon=${e})`),
    positive.map((s) => `gaussian(sigma=${s})`),
    positive.map((s) => `laplace(scale=${s})`),
    positive.map((e) => `randomized-response(epsilon=${e})`),
    fc.tuple(positive, delta).map(([e, d]) => `profile(0:0.5, ${e}:0.1, ${e + 2}:${d})`),
  );
  const claims = fc.oneof(
    { weight: 5, arbitrary: single },
    {
      weight: 1,
      arbitrary: fc
        .tuple(positive, delta)
        .map(([e, d]) => `compose(approx-dp(epsilon=${e}, delta=${d}), gaussian(sigma=2))`),
    },
  );

  test('never expects to prove more than is claimed', () => {
    fc.assert(
      fc.property(
        claims,
        fc.integer({ min: 1, max: 300 }),
        delta,
        fc.constantFrom(0.01, 0.05, 0.2),
        fc.constantFrom(undefined, 'gaussian', 'laplace'),
        (claim, m, at, tau, family) => {
          const options = { m, claim, delta: at, tau, ...(family === undefined ? {} : { family }) };
          const { chosen, rows, note } = plan(options);
          const claimed = tradeOff(claim).epsilon(at);
          for (const row of [chosen, ...rows]) expect(row.epsilon).toBeLessThanOrEqual(claimed);
          // In the family that a plan chooses by itself an honest run stays below without being cut.
          if (family === undefined) expect(note).toBeUndefined();
        },
      ),
      { numRuns: 12, seed: 13 },
    );
  });

  test('of a choice among candidates neither, and guarantees can be planned there', () => {
    fc.assert(
      fc.property(
        fc.tuple(positive, delta).map(([e, d]) => `approx-dp(epsilon=${e}, delta=${d})`),
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 20, max: 200 }),
        (claim, k, m) => {
          const { chosen, model, note } = plan({ m, k, claim });
          expect(model).toMatch(/^gaussian/);
          expect(chosen.epsilon).toBeLessThanOrEqual(tradeOff(claim).epsilon(1e-5));
          expect(note).toBeUndefined();
        },
      ),
      { numRuns: 3, seed: 13 },
    );
    expect(plan({ m: 100, k: 5, claim: 'pure-dp(epsilon=1)' }).model).toMatch(/^laplace/);
    expect(plan({ m: 1000, k: 5, claim: 'gaussian(sigma=1)' }).family).toBe('gaussian');
  });

  test('states the epsilon of DP-SGD in its own family', () => {
    const claim = 'dpsgd(noise=1, rate=0.02, steps=1000)';
    const found = plan({ m: 1000, claim });
    expect(found.family).toBe('dpsgd(rate=0.02, steps=1000)');
    const claimed = tradeOff(claim).epsilon(1e-5);
    for (const row of found.rows) expect(row.epsilon).toBeLessThan(claimed);
    // The search among few members finds what the exact one does.
    expect(found.chosen).toMatchObject({ guesses: 160 });
    const correct = Math.round(0.827 * 160);
    const [exact] = empiricalEpsilon({ m: 1000, guesses: 160, correct }, 'dpsgd(rate=0.02, steps=1000)');
    expect(Math.abs(found.chosen.epsilon - exact.epsilon)).toBeLessThan(0.1);
  });

  test('for a target never promises what the claim does not allow', () => {
    expect(() => planForTarget(8.1, { claim: 'approx-dp(epsilon=8, delta=1e-5)' })).toThrow(
      'which allows 8.000',
    );
    const { m, rows } = planForTarget(3, { claim: 'approx-dp(epsilon=8, delta=1e-5)' });
    expect(Math.max(...rows.map((row) => row.epsilon))).toBeGreaterThan(2.9);
    expect(m).toBeLessThan(5000);
  });
});
