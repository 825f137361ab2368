import { describe, expect, test } from 'vitest';
import { modelOf, plannedGuesses, violationOf } from '../../src/audit/index.ts';
import { drawAssignment } from '../../src/games/index.ts';
import { audit, type PlanOptions, parseClaim, plan, tradeOff } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { planWords } from '../../src/report/index.ts';

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

  test('a guarantee is broken by half the noise of its usual model, or of a stated one', () => {
    const claim = 'approx-dp(epsilon=4, delta=1e-5)';
    expect(sigmaOf(violationOf(claim))).toBeCloseTo(sigmaOf(modelOf(claim)) / 2, 12);
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

  test('at a level that few designs reach chooses one that can refute', () => {
    const claim = 'gaussian(sigma=1)';
    const guesses = plannedGuesses({ m: 1000, claim, tau: 1e-6 });
    expect(plan({ m: 1000, claim, tau: 1e-6, guesses }).chosen.critical).not.toBeNull();
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
  expect(found.standing).toEqual(plan({ m: 1000, claim }).standing);
  expect(found.power).toMatchObject({ violation: violationOf(claim), best: found.standing?.power });
  expect(found.notes.join()).toContain(`as if ${modelOf(claim)} ran`);
});
