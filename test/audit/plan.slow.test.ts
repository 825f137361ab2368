import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empiricalEpsilon, judgedAt, modelOf, plannedGuesses, violationOf } from '../../src/audit/index.ts';
import { powerAt } from '../../src/audit/plan/choice.ts';
import { drawAssignment, guessByRank, observe } from '../../src/games/index.ts';
import { audit, type PlanOptions, parseClaim, plan, planForTarget, tradeOff } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { planWords } from '../../src/report/index.ts';
import { often, THOROUGH } from '../support/thorough.ts';

const sigmaOf = (claim: string) => parseClaim(claim).parameters.sigma;

describe('the model of a claim', () => {
  test.each([
    [8, 1e-5],
    [1, 1e-5],
    [0.1, 1e-9],
    [0, 0.1],
    [30, 1e-3],
  ])('of (%d, %d) is the Gaussian that spends exactly this', (epsilon, delta) => {
    const model = modelOf(`approx-dp(epsilon=${epsilon}, delta=${delta})`);
    const [spent, more] = [tradeOff(model), tradeOff(`gaussian(sigma=${sigmaOf(model) * (1 - 1e-5)})`)];
    expect(spent.delta(epsilon)).toBeLessThanOrEqual(delta);
    expect(more.delta(epsilon)).toBeGreaterThan(delta);
  });

  test.each([
    ['gaussian(sigma=1)', 'gaussian(sigma=1)', 'gaussian(sigma=0.5)'],
    ['laplace(scale=2)', 'laplace(scale=2)', 'laplace(scale=1)'],
    ['randomized-response(epsilon=1)', 'randomized-response(epsilon=1)', 'randomized-response(epsilon=2)'],
    [
      'dpsgd(noise=1, rate=0.1, steps=10)',
      'dpsgd(noise=1, rate=0.1, steps=10)',
      'dpsgd(noise=0.5, rate=0.1, steps=10)',
    ],
    ['pure-dp(epsilon=2)', 'laplace(scale=0.5)', 'laplace(scale=0.25)'],
    ['approx-dp(epsilon=2, delta=0)', 'laplace(scale=0.5)', 'laplace(scale=0.25)'],
    ['profile(2:0, 1:0.9)', 'laplace(scale=0.5)', 'laplace(scale=0.25)'],
    [
      'compose(pure-dp(epsilon=1)*2, gaussian(sigma=3))',
      'compose(laplace(scale=1)*2, gaussian(sigma=3))',
      'compose(laplace(scale=0.5)*2, gaussian(sigma=1.5))',
    ],
    [
      'compose(perfect(), pure-dp(epsilon=1))',
      'compose(perfect(), laplace(scale=1))',
      'compose(perfect(), laplace(scale=0.5))',
    ],
    [
      'pure-dp(epsilon=1, relation=replace)',
      'laplace(scale=1, relation=replace)',
      'laplace(scale=0.5, relation=replace)',
    ],
  ])('%s: %s, and broken %s', (claim, model, violation) => {
    expect(modelOf(claim)).toBe(model);
    expect(violationOf(claim)).toBe(violation);
  });

  test('a guarantee is broken by the Gaussian that spends twice its epsilon, a stated model by half its noise', () => {
    const claim = 'approx-dp(epsilon=4, delta=1e-5)';
    expect(violationOf(claim)).toBe(modelOf('approx-dp(epsilon=8, delta=1e-5)'));
    const model = 'dpsgd(noise=1, rate=0.02, steps=1000)';
    expect(modelOf(claim, model)).toBe(model);
    expect(violationOf(claim, undefined, model)).toBe('dpsgd(noise=0.5, rate=0.02, steps=1000)');
    expect(violationOf(claim, 'gaussian(mu=3)', model)).toBe('gaussian(mu=3)');
  });

  test('several guarantees, and points, are kept all at once', () => {
    for (const claim of [
      'profile(0.5:0.2, 1:0.05, 3:1e-6)',
      'points(0:0.999, 0.1:0.7, 0.4:0.4, 0.7:0.1, 0.999:0, 1:0)',
      'points(0:1, 0.1:0.7, 0.4:0.4, 0.7:0.1, 1:0)',
    ]) {
      const [f, g] = [tradeOff(claim), tradeOff(modelOf(claim))];
      for (let x = 0.001; x < 1; x += 0.001) expect(g.fBar(x)).toBeLessThanOrEqual(f.fBar(x) + 1e-12);
    }
  });

  test('a model that does not keep the claim, or is about other neighbours, is refused', () => {
    expect(() => modelOf('approx-dp(epsilon=1, delta=1e-5)', 'gaussian(sigma=1)')).toThrow(
      'must keep the claim',
    );
    expect(() => modelOf('gaussian(sigma=1)', 'gaussian(sigma=1, relation=replace)')).toThrow('neighbours');
    // Noise as people write it: epsilon 8.0002.
    const rounded = 'dpsgd(noise=2.5758, rate=0.08192, steps=2500)';
    expect(modelOf('approx-dp(epsilon=8, delta=1e-5)', rounded)).toBe(rounded);
  });
});

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
  test.runIf(THOROUGH)('of (8, 1e-5) with enough canaries catches twice the epsilon', () => {
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
      { numRuns: often(12, 5), seed: 13 },
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
    expect(() => plan({ m: 100, k: 5, claim: 'pure-dp(epsilon=1)' })).toThrow('state a Gaussian model');
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

  test('says so where a stated family does not fit', () => {
    const found = plan({ m: 500, claim: 'laplace(scale=1)', family: 'gaussian', guesses: 300 });
    expect(found.note).toContain('does not fit');
    expect(planWords(found).sentences.join(' ')).toContain('does not fit');
    expect(found.chosen.epsilon).toBeLessThanOrEqual(1);
  });

  test.each<[Partial<PlanOptions>, string]>([
    [{ family: 'gaussian(relation=replace)' }, 'about the same neighbours'],
    [{ family: 'approx-dp(delta=1e-6)', delta: 1e-5 }, 'invalid delta'],
    [{ seed: '' }, 'invalid seed'],
  ])('refuses %j', (options, message) => {
    expect(() => plan({ m: 100, claim: 'gaussian(sigma=1)', ...options })).toThrow(message);
  });

  test('takes delta from a family that has one, and needs a family with an epsilon at delta 0', () => {
    expect(plan({ m: 100, claim: 'gaussian(sigma=1)', family: 'approx-dp(delta=1e-6)' }).delta).toBe(1e-6);
    expect(plan({ m: 100, claim: 'gaussian(sigma=1)', delta: 0 }).family).toBe('approx-dp(delta=0)');
  });

  test('for a target never promises what the claim does not allow', () => {
    expect(() => planForTarget(8.1, { claim: 'approx-dp(epsilon=8, delta=1e-5)' })).toThrow(
      'which allows 8.000',
    );
    const { m, rows } = planForTarget(3, { claim: 'approx-dp(epsilon=8, delta=1e-5)' });
    expect(Math.max(...rows.map((row) => row.epsilon))).toBeGreaterThan(2.9);
    expect(m).toBeLessThan(5000);
  });

  test('at a level that few designs reach chooses one that can refute', () => {
    const claim = 'gaussian(sigma=1)';
    const guesses = plannedGuesses({ m: 1000, claim, tau: 1e-6 });
    expect(judgedAt({ m: 1000, claim, tau: 1e-6, guesses }).critical).not.toBeNull();
    expect(guesses).toBeGreaterThan(700);
  });
});

test('an audit without a plan makes the same design, judged by the same violation', () => {
  const claim = 'approx-dp(epsilon=4, delta=1e-5)';
  const random = createRandom('audit');
  const included = Uint8Array.from(drawAssignment(1000, 2, random.split('coins')));
  const scores = Float64Array.from(included, (bit) => bit + random.normal());
  const run = {
    input: { name: '', sha256: '', rows: 1000 },
    scores: { kind: 'membership' as const, scores, included },
  };
  const found = audit([run], { claim, plots: false, families: [] });
  const guesses = plannedGuesses({ m: 1000, claim });
  expect(found.runs[0].observations[0].guesses).toBe(guesses);
  expect(found.claim?.power?.violation).toBe(modelOf('approx-dp(epsilon=8, delta=1e-5)'));
  expect(found.claim?.power?.probability).toBe(powerAt({ m: 1000, claim, guesses }));
  expect(found.notes.join()).toContain(`as if ${modelOf(claim)} ran`);
});
