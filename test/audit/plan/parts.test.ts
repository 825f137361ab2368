import { describe, expect, test } from 'vitest';
import { plannedPower } from '../../../src/audit/plan/choice.ts';
import { criticalCount } from '../../../src/audit/plan/critical.ts';
import { levelOfRuns } from '../../../src/audit/plan/expected.ts';
import { planFamily } from '../../../src/audit/plan/family.ts';
import { remediesOf } from '../../../src/audit/plan/remedies.ts';
import { checkedRequest, evenNumbers, guessesToTry } from '../../../src/audit/plan/request.ts';
import { enoughCanaries, fewestCanaries } from '../../../src/audit/plan/sizes/enough.ts';
import { firstEnough, sizesToTry } from '../../../src/audit/plan/sizes/grid.ts';
import { planForTarget } from '../../../src/audit/plan/sizes/target.ts';
import type { Standing } from '../../../src/audit/records.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import { binomialTail } from '../../../src/numerics/index.ts';

const GAUSSIAN = 'gaussian(sigma=1)';

describe('sizes', () => {
  test('double in three steps from 20 to 2e7', () => {
    const sizes = sizesToTry({ claim: GAUSSIAN });
    expect(sizes.slice(0, 7)).toEqual([20, 25, 32, 40, 50, 63, 80]);
    expect(sizes.at(-1)).toBe(2e7);
    expect(sizes.length).toBe(61);
    for (let i = 3; i < sizes.length - 1; i++) expect(sizes[i] / sizes[i - 3]).toBeCloseTo(2, 0.5);
    // With room for the guesses, both ends included.
    expect(sizesToTry({ claim: GAUSSIAN, guesses: 32 }, 80)).toEqual([32, 40, 50, 63, 80]);
    expect(sizesToTry({ claim: GAUSSIAN, guesses: 33 }, 79)).toEqual([40, 50, 63]);
  });

  test('the first that is enough is found, one by one where larger ones may not be', () => {
    const sizes = sizesToTry({ claim: GAUSSIAN });
    for (const least of [1, 20, 21, 100, 5000, 1e6, 2e7])
      expect(sizes[firstEnough(sizes, (m) => m >= least) ?? -1]).toBe(sizes.find((m) => m >= least));
    expect(firstEnough(sizes, (m) => m > 2e7)).toBeNull();
    // 40 is enough, 50 to 100 are not: asked one by one it is found, in strides it may be missed.
    const unsteady = (m: number) => m === 40 || m > 100;
    expect(sizes[firstEnough(sizes, unsteady, 2000) ?? -1]).toBe(40);
    const asked: number[] = [];
    firstEnough(sizes, (m) => {
      asked.push(m);
      return m >= 1e5;
    });
    // In strides of at most four times as large.
    const growing = asked.filter((m, i) => asked.slice(0, i).every((n) => n < m));
    for (let i = 1; i < growing.length; i++) expect(growing[i] / growing[i - 1]).toBeLessThanOrEqual(4.1);
    expect(asked.length).toBeLessThan(16);
  });

  test('the fewest canaries have the power, and hardly fewer have not', () => {
    const design = { claim: GAUSSIAN, violation: 'gaussian(sigma=0.5)' };
    const m = fewestCanaries(0.9, design) ?? 0;
    const powerAt = (size: number) => plannedPower({ ...design, m: size });
    expect(powerAt(m)).toBeGreaterThanOrEqual(0.9);
    expect(powerAt(Math.floor(0.85 * m))).toBeLessThan(0.9);
    expect(fewestCanaries(0.9, design, 20)).toBeNull();
    // There are at least as many canaries as guesses, and of one no rank.
    expect(fewestCanaries(1e-6, { ...design, guesses: 33 })).toBeGreaterThanOrEqual(33);
    expect(enoughCanaries(0.9, design)).toEqual({
      violation: 'gaussian(sigma=0.5)',
      power: 0.9,
      canaries: m,
    });
    // Nothing to plan against.
    expect(enoughCanaries(0.9, { claim: 'perfect()' })).toBeNull();
  });

  test('of many canaries the number is rounded up to two digits', () => {
    const found = enoughCanaries(0.9, { claim: 'gaussian(sigma=4)', violation: 'gaussian(sigma=3)' });
    const canaries = found?.canaries ?? 0;
    expect(canaries).toBeGreaterThan(20_000);
    expect(canaries % 10 ** (Math.floor(Math.log10(canaries)) - 1)).toBe(0);
  });

  test('a target is met by the first size that does', () => {
    const found = planForTarget(0.5, { claim: 'laplace(scale=1)', family: 'approx-dp(delta=0)', delta: 0 });
    expect(found.chosen.epsilon).toBeGreaterThan(0.45);
    expect(() => planForTarget(1.01, { claim: 'laplace(scale=1)', delta: 0 })).toThrow(
      'which allows 1.000 at most',
    );
    expect(() => planForTarget(0, { claim: GAUSSIAN })).toThrow('invalid target; must be above 0: 0');
    expect(() => planForTarget(Number.NaN, { claim: GAUSSIAN })).toThrow('invalid target');
  });
});

describe('a request', () => {
  const refused = (options: Partial<Parameters<typeof checkedRequest>[0]>, message: string) =>
    expect(() => checkedRequest({ m: 100, claim: GAUSSIAN, ...options })).toThrow(message);

  test('out of range is refused, and at its ends is not', () => {
    refused({ m: 0 }, 'invalid canaries');
    refused({ m: 1.5 }, 'invalid canaries');
    refused({ guesses: 0 }, 'invalid guesses; must be a whole number up to the canaries (100): 0');
    refused({ guesses: 101 }, 'invalid guesses');
    refused({ guesses: 1.5 }, 'invalid guesses');
    refused({ k: 1 }, 'invalid options; must be at least 2: 1');
    refused({ k: 2.5 }, 'invalid options; must be at least 2: 2.5');
    refused({ k: 3, guesses: 99 }, 'planned without abstention');
    refused({ k: 3, sides: 'in' }, 'has no in and out: in');
    refused({ claim: 'gaussian(sigma=1, relation=replace)' }, 'is about exchanging a record');
    for (const options of [{ guesses: 1 }, { guesses: 100 }, { k: 3, guesses: 100 }, { m: 1 }])
      expect(checkedRequest({ m: 100, claim: GAUSSIAN, ...options })).toMatchObject({ tau: 0.05, runs: 1 });
    expect(checkedRequest({ m: 100, claim: GAUSSIAN, aim: 'epsilon' }).aim).toBe('power');
    expect(checkedRequest({ m: 100, runs: 2, claim: GAUSSIAN, aim: 'epsilon' }).aim).toBe('epsilon');
    expect(checkedRequest({ m: 100, claim: GAUSSIAN, sides: 'out' }).game(9)).toMatchObject({
      sides: 'out',
      guesses: 9,
    });
  });

  test('looks at even numbers of guesses, and at all of them or on one side at half', () => {
    expect(evenNumbers(30, 0.3)).toEqual([8, 10, 14, 20, 26]);
    expect(guessesToTry({ m: 30, claim: GAUSSIAN })).toEqual([8, 10, 14, 20, 26, 30]);
    expect(guessesToTry({ m: 30, claim: GAUSSIAN, sides: 'in' })).toEqual([8, 10, 14, 15, 20, 26]);
    expect(guessesToTry({ m: 8, claim: GAUSSIAN })).toEqual([8]);
    expect(guessesToTry({ m: 8, claim: GAUSSIAN, sides: 'in' })).toEqual([4]);
    expect(guessesToTry({ m: 1, claim: GAUSSIAN, sides: 'in' })).toEqual([1]);
    expect(guessesToTry({ m: 30, k: 3, claim: GAUSSIAN })).toEqual([30]);
    expect(guessesToTry({ m: 30, guesses: 7, claim: GAUSSIAN })).toEqual([7]);
  });

  test('states its epsilon in a family in which no honest run proves too much', () => {
    const familyOf = (
      claim: string,
      model = claim,
      options: { delta?: number; family?: string } = {},
      k = 2,
    ) => planFamily({ claim, model, violation: claim }, k, options);
    expect(familyOf(GAUSSIAN).name).toBe('gaussian');
    expect(familyOf('gaussian(mu=2)').name).toBe('gaussian');
    expect(familyOf('gaussian(mu=0)').name).toBe('approx-dp(delta=1e-5)');
    expect(familyOf(GAUSSIAN, GAUSSIAN, { delta: 0 }).name).toBe('approx-dp(delta=0)');
    expect(familyOf(GAUSSIAN, 'laplace(scale=2)').name).toBe('approx-dp(delta=1e-5)');
    expect(familyOf('laplace(scale=1)').name).toBe('approx-dp(delta=1e-5)');
    expect(familyOf('pure-dp(epsilon=1, relation=replace)', undefined, {}, 3).name).toBe(
      'approx-dp(delta=1e-5, relation=replace)',
    );
    expect(familyOf('dpsgd(noise=1, rate=0.1, steps=9)').name).toBe('dpsgd(rate=0.1, steps=9)');
    expect(familyOf('dpsgd(noise=1, rate=0.1, steps=9)', undefined, { delta: 0 }).name).toBe(
      'approx-dp(delta=0)',
    );
    expect(familyOf('laplace(scale=1)').claimed).toBeCloseTo(tradeOff('laplace(scale=1)').epsilon(1e-5), 12);
  });
});

describe('the critical count', () => {
  test.each([
    ['gaussian(sigma=1)', 100, 40, 0.05],
    ['pure-dp(epsilon=1)', 60, 60, 0.01],
    ['approx-dp(epsilon=0.5, delta=0.01)', 80, 20, 0.2],
  ])('%s, %i canaries, %i guesses: is the first that a method refutes at', (claim, m, guesses, tau) => {
    const f = tradeOff(claim);
    const game = { m, k: 2, guesses };
    const first = (methods: readonly (keyof typeof BOUNDS)[]) => {
      for (let correct = 0; correct <= guesses; correct++)
        if (
          methods.some((method) => {
            const bound = BOUNDS[method];
            return (
              bound.whyNot({ ...game, correct }, f) === null && bound.rejects({ ...game, correct }, f, tau)
            );
          })
        )
          return correct;
      return null;
    };
    expect(criticalCount(game, f, tau, 'quick')).toBe(first(['paper', 'steinke']));
    expect(criticalCount(game, f, tau, 'all')).toBe(first(['paper', 'steinke', 'optimal']));
    expect(criticalCount(game, f, tau, ['optimal'])).toBe(first(['optimal']));
    expect(criticalCount(game, f, tau, ['paper'])).toBe(first(['paper']));
  });

  test('is none where not even all right guesses refute', () => {
    for (const judges of ['quick', 'all'] as const)
      expect(
        criticalCount({ m: 5, k: 2, guesses: 5 }, tradeOff('gaussian(sigma=0.1)'), 0.05, judges),
      ).toBeNull();
  });
});

test('the level of several runs is the largest p-value at which so many refute', () => {
  for (const [successes, runs, tau] of [
    [1, 5, 0.05],
    [4, 5, 0.05],
    [3, 10, 0.01],
  ]) {
    const level = levelOfRuns(successes, { runs, tau });
    expect(binomialTail(runs, level, successes)).toBeLessThanOrEqual(tau);
    expect(binomialTail(runs, level * 1.001, successes)).toBeGreaterThan(tau);
  }
});

describe('what would be enough instead', () => {
  const design = { claim: GAUSSIAN, tau: 0.05 };
  const enough = (
    couldNot: Standing['couldNot'],
    power: number | null,
    more: Partial<Parameters<typeof remediesOf>[2]> = {},
  ) => remediesOf(100, { couldNot, power }, { ...design, ...more }).enough;

  test('is not said where the power is enough', () => {
    expect(enough(null, 0.8)).toBeUndefined();
    expect(enough(null, 0.85, { requirePower: 0.85 })).toBeUndefined();
    expect(enough(null, 0.79)).toMatchObject({ power: 0.9 });
    expect(enough('like-blind', 0.99)).toMatchObject({ power: 0.9 });
    expect(enough('never-refutes', null)).toMatchObject({ power: 0.9 });
  });

  test('is said for the power that was required and missed', () => {
    expect(enough(null, 0.81, { requirePower: 0.95 })).toMatchObject({ power: 0.95 });
    expect(enough('like-blind', 0.96, { requirePower: 0.95 })).toMatchObject({ power: 0.9 });
    expect(enough(null, 0.5, { requirePower: 1 })).toMatchObject({ power: 0.9 });
    expect(enough('never-refutes', null, { requirePower: 0.7 })).toMatchObject({ power: 0.7 });
  });

  test('is another number for several runs, on one side or against another violation', () => {
    const canaries = (more: Parameters<typeof enough>[2]) =>
      enough('never-refutes', null, more)?.canaries ?? 0;
    const plain = canaries({});
    expect(canaries({ runs: 3 })).toBeLessThan(plain);
    expect(canaries({ sides: 'in' })).toBeGreaterThan(plain);
    expect(canaries({ violation: 'gaussian(sigma=0.7)' })).toBeGreaterThan(plain);
  });

  test('is nothing where nothing is usual, and the claim to state of a guarantee', () => {
    expect(enough('like-blind', null, { claim: 'perfect()' })).toBeUndefined();
    expect(() => enough('never-refutes', null, { claim: 'nonsense' })).toThrow('invalid claim');
    const { instead = [] } = remediesOf(
      1000,
      { couldNot: null, power: 0.1 },
      { claim: 'approx-dp(epsilon=4.4, delta=1e-5)', families: ['dpsgd(rate=0.1, steps=10)'] },
    );
    expect(instead.map(({ claim }) => claim)).toEqual([
      expect.stringMatching(/^dpsgd\(noise=[\d.]+, rate=0\.1, steps=10\)$/),
      'gaussian(sigma=0.99552)',
    ]);
    expect(instead[1].power).toBeGreaterThan(0.9);
  });
});
