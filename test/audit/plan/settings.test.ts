import { describe, expect, test } from 'vitest';
import { plannedPower } from '../../../src/audit/plan/choice.ts';
import { expectedEpsilon } from '../../../src/audit/plan/expected.ts';
import { planFamily } from '../../../src/audit/plan/family.ts';
import { judge } from '../../../src/audit/plan/judge.ts';
import { modelOf } from '../../../src/audit/plan/model.ts';
import { plan } from '../../../src/audit/plan/plan.ts';
import { checkedRequest, guessesToTry } from '../../../src/audit/plan/request.ts';
import { enoughCanaries, fewestCanaries } from '../../../src/audit/plan/sizes/enough.ts';
import { independent } from '../../../src/games/index.ts';

const CLAIM = 'gaussian(sigma=1)';
const violation = 'gaussian(sigma=0.5)';

describe('a plan', () => {
  test('takes a model that is a hundredth less private than the claim, and no more', () => {
    const model = (epsilon: number) => modelOf('pure-dp(epsilon=1)', `pure-dp(epsilon=${epsilon})`, 0);
    expect(model(1.011)).toBe('pure-dp(epsilon=1.011)');
    expect(() => model(1.0111)).toThrow('invalid model; must keep the claim: at delta 0');
  });

  test('judges the number that is chosen as an audit would, and the others roughly', () => {
    const { design, tau, game } = checkedRequest({ m: 60, claim: CLAIM, violation });
    const family = {
      name: 'f',
      delta: 0,
      claimed: 9,
      epsilon: () => 1,
      exactEpsilon: () => 2,
      rank: () => 1,
    };
    const row = (judges: 'quick' | 'all') =>
      judge(game(10), { design, family, tau, runs: 1, aim: 'power' }, judges);
    expect(row('quick')).toMatchObject({ guesses: 10, epsilon: 1, largestProvable: 1 });
    expect(row('all')).toMatchObject({ guesses: 10, epsilon: 1, largestProvable: 2 });
  });

  test('searches the members of a costly family roughly', () => {
    const of = (family: string) =>
      planFamily({ claim: CLAIM, model: CLAIM, violation: CLAIM }, 2, { family });
    const [cheap, costly] = [of('gaussian'), of('dpsgd(rate=1, steps=1)')];
    // For a choice among candidates the same members are others.
    const exchanged = planFamily({ claim: CLAIM, model: CLAIM, violation: CLAIM }, 3, {
      family: costly.name,
    });
    expect(exchanged.epsilon).not.toBe(costly.epsilon);
    expect(cheap.epsilon).toBe(cheap.exactEpsilon);
    expect(costly.epsilon).not.toBe(costly.exactEpsilon);
  });

  test('averages over the right guesses that an honest run has', () => {
    const { game, ...setting } = checkedRequest({ m: 100, claim: CLAIM });
    const family = { ...setting.family, claimed: Infinity };
    const average = (p: number, proved: (correct: number) => number) => {
      const honest = { mean: (n: number) => n * p, law: (n: number) => independent(n, p) };
      const design = { ...setting.design, honest };
      return expectedEpsilon(game(80), { ...setting, design, family }, ({ correct }) => proved(correct));
    };
    for (const p of [0.5, 0.7, 0.9]) {
      expect(average(p, (correct) => correct)).toBeCloseTo(80 * p, 0);
      // Nine quantiles have a little less than the whole variance.
      const variance = average(p, (correct) => (correct - 80 * p) ** 2) / (80 * p * (1 - p));
      expect(variance).toBeGreaterThan(0.75);
      expect(variance).toBeLessThan(1.05);
    }
  });

  test('says how scores will be guessed, and has no note where its family fits', () => {
    const options = { m: 16, claim: CLAIM, violation: 'gaussian(sigma=0.1)', guesses: 8 };
    const found = plan({ ...options, sides: 'in', lowerIsIn: true });
    expect(found).toMatchObject({ sides: 'in', lowerIsIn: true });
    expect(plan(options)).toMatchObject({ sides: 'both', lowerIsIn: false });
    expect(found).not.toHaveProperty('note');
  });

  test('does not take a mistake of a program for a claim without a violation', () => {
    expect(() => enoughCanaries(0.9, { claim: 7 as unknown as string })).toThrow(TypeError);
    expect(enoughCanaries(0.9, { claim: 'perfect()' })).toBeNull();
  });

  test('on one side never guesses all canaries', () => {
    expect(guessesToTry({ m: 20, claim: CLAIM, sides: 'in' })).toEqual([8, 10, 14]);
    expect(guessesToTry({ m: 20, claim: CLAIM })).toEqual([8, 10, 14, 20]);
  });
});

describe('the fewest canaries', () => {
  const powersAt = (
    design: { readonly claim: string; readonly violation: string },
    sizes: readonly number[],
  ) => sizes.map((m) => plannedPower({ ...design, m }));

  test('are found between sizes of the grid, which are 40 and 50, and below the first', () => {
    const design = { claim: CLAIM, violation: 'gaussian(sigma=0.3)' };
    const [before, first] = powersAt(design, [47, 48]);
    expect(before).toBeLessThan(0.94);
    expect(first).toBeGreaterThanOrEqual(0.94);
    expect(fewestCanaries(0.94, design)).toBe(48);
    const clear = { claim: CLAIM, violation: 'gaussian(sigma=0.05)' };
    const fewest = fewestCanaries(0.15, clear) ?? 0;
    expect(fewest).toBeLessThan(20);
    const [few, enough] = powersAt(clear, [fewest - 1, fewest]);
    expect(few).toBeLessThan(0.15);
    expect(enough).toBeGreaterThanOrEqual(0.15);
  });

  test('may be fewer than a size that is not enough, for counts are whole', () => {
    const design = { claim: CLAIM, violation: 'gaussian(sigma=0.35)', guesses: 30 };
    const [least, more] = powersAt(design, [31, 32]);
    expect(least).toBeGreaterThanOrEqual(0.2);
    expect(more).toBeLessThan(0.2);
    expect(fewestCanaries(0.2, design)).toBe(31);
  });

  test('are two to be ranked, and one to choose among candidates', () => {
    const easy = { claim: 'gaussian(sigma=100)', violation: 'gaussian(sigma=0.1)', tau: 0.6 };
    expect(fewestCanaries(0.1, easy)).toBe(2);
    expect(fewestCanaries(0.1, { ...easy, k: 3 })).toBe(1);
  });
});
