import { describe, expect, test } from 'vitest';
import { assertKeeps, ClaimRefuted, CouldNotHaveNoticed, refutes, testOutcome } from '../../src/index.ts';
import { type TrialOptions, trialOf, whyDesignIsBlind } from '../../src/mechanisms/index.ts';
import type { Random } from '../../src/numerics/index.ts';

const noisy = (sigma: number) => (included: Uint32Array, random: Random) =>
  Float64Array.from(included, (bit) => bit + sigma * random.normal());
const constant = (included: Uint32Array) => new Float64Array(included.length);
const CLAIM = 'gaussian(sigma=1)';
const GUARANTEE = 'approx-dp(epsilon=4.4, delta=1e-5)';
const M = { m: 1000, seed: 1 };

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error) => error,
  );

describe('a design that could not have noticed', () => {
  test('is refused before the mechanism runs, with the claim to state instead', async () => {
    let ran = 0;
    const half = (included: Uint32Array, random: Random) => {
      ran++;
      return noisy(0.5)(included, random);
    };
    const failure = await failureOf(assertKeeps(half, GUARANTEE, M));
    expect(failure).toBeInstanceOf(CouldNotHaveNoticed);
    expect(failure).not.toBeInstanceOf(ClaimRefuted);
    expect(failure.message).toMatch(
      /^The design could not have noticed a violation of approx-dp\(epsilon=4.4, delta=1e-5\): .*state (gaussian\(sigma=[.\d]+\)), which spends the same budget.* let it pass with minPower: 0\.$/,
    );
    expect([failure.facts, ran]).toEqual([null, 0]);
    const [, instead] = /state (gaussian\(sigma=[.\d]+\))/.exec(failure.message) as RegExpExecArray;
    await expect(assertKeeps(half, instead, M)).rejects.toBeInstanceOf(ClaimRefuted);
  });

  test('lets pass what is not refuted where no power is asked for', async () => {
    const facts = await assertKeeps(noisy(0.5), GUARANTEE, { ...M, minPower: 0 });
    expect(facts.power).toBeLessThan(0.01);
    expect(facts.summary).toMatch(/To repeat it: .* minPower: 0, seed: 1 }\)/);
    const blind = await assertKeeps(constant, CLAIM, { ...M, minPower: 0 });
    expect(blind.outcome).toBe('could-not-have-noticed');
  });

  test('that no guesses refute is refused whatever power is asked for, naming the claim to state', async () => {
    for (const attempt of [
      refutes(noisy(1), 'approx-dp(epsilon=8, delta=1e-5)', { m: 5 }),
      assertKeeps(noisy(1), 'approx-dp(epsilon=8, delta=1e-5)', { m: 5, minPower: 0 }),
    ]) {
      const { message } = await failureOf(attempt);
      expect(message).toMatch(
        /with 5 canaries not even all guesses right refute it\. .*state gaussian\(sigma=/,
      );
      expect(message).not.toContain('minPower');
    }
    expect(await testOutcome(noisy(1), 'approx-dp(epsilon=8, delta=1e-5)', { m: 5 })).toBe(
      'could-not-have-noticed',
    );
  });

  test('a power is asked for by a number in [0, 1)', async () => {
    for (const minPower of [-0.1, 1, NaN])
      await expect(assertKeeps(noisy(1), CLAIM, { ...M, minPower })).rejects.toThrow(
        'invalid minPower; must be in [0, 1)',
      );
    const few = { m: 150, runs: 1, seed: 1 };
    expect((await assertKeeps(noisy(1), CLAIM, few)).power).toBeLessThan(0.9);
    await expect(assertKeeps(noisy(1), CLAIM, { ...few, minPower: 0.9 })).rejects.toThrow('0.9 is asked for');
  });
});

describe('the canaries that are named', () => {
  const whyNot = (claim: string, options: TrialOptions, minPower?: number) => {
    const { judged, standing } = trialOf(claim, options, minPower);
    return whyDesignIsBlind(claim, judged, standing);
  };
  test.each([
    ['gaussian(sigma=2.04)', { m: 51, sides: 'in' }, undefined],
    ['randomized-response(epsilon=1.62)', { m: 45, sides: 'in' }, undefined],
    ['gaussian(sigma=1.7)', { m: 112, sides: 'in' }, 0.8],
    ['gaussian(sigma=1.38)', { m: 27, tau: 0.01, runs: 3 }, 0.3],
    ['laplace(scale=1.79)', { m: 48, runs: 2 }, undefined],
  ] as const)('make a design of %s that notices: %o', (claim, { m, ...options }, minPower) => {
    const why = whyNot(claim, { m, ...options }, minPower) ?? '';
    const [, inOneRun, canaries] = /use more( in one run)?: about (\d+) canaries/.exec(why) ?? [];
    expect(Number(canaries)).toBeGreaterThan(m);
    const runs = inOneRun === undefined ? {} : { runs: 1 };
    expect(whyNot(claim, { ...options, ...runs, m: Number(canaries) }, minPower)).toBeNull();
  });
});

describe('scores that could not have noticed', () => {
  test('constant ones are called what they are', async () => {
    const failure = await failureOf(assertKeeps(constant, CLAIM, M));
    expect(failure).toBeInstanceOf(CouldNotHaveNoticed);
    expect(failure.message).toMatch(
      /^The scores could not have shown a violation of gaussian\(sigma=1\): \d+ of 216 guesses are right, as by tossing a coin; it stands from 174 on, and the best scores get 187\./,
    );
    expect(failure.message).not.toContain('refuted');
    expect(failure.facts.outcome).toBe('could-not-have-noticed');
  });

  test('of a mechanism that leaks far less than claimed, name a tighter claim', async () => {
    const { message } = await failureOf(assertKeeps(noisy(3), CLAIM, M));
    const [, sigma] = /such as gaussian\(sigma=([.\d]+)\)/.exec(message) as RegExpExecArray;
    expect(Number(sigma)).toBeGreaterThan(2);
    expect(Number(sigma)).toBeLessThan(4);
    expect(await testOutcome(noisy(3), `gaussian(sigma=${sigma})`, { m: 5000, seed: 2 })).toBe('not-refuted');
  });

  test('need not be strong where little power is asked for, nor at all where none is', async () => {
    await expect(assertKeeps(noisy(1.5), CLAIM, M)).rejects.toThrow('it stands from 174 on');
    const { standsFrom } = await assertKeeps(noisy(1.5), CLAIM, { ...M, minPower: 0.01 });
    expect(standsFrom).toBeLessThan(174);
    // Where none is asked for, it is judged as usual and passes.
    const passed = await assertKeeps(noisy(2), CLAIM, { ...M, minPower: 0 });
    expect(passed).toMatchObject({ standsFrom: 174, outcome: 'could-not-have-noticed' });
  });
});

test('outcomes: refuted, not refuted, could not have noticed', async () => {
  const outcomes = [noisy(0.5), noisy(1), constant].map((mechanism) => testOutcome(mechanism, CLAIM, M));
  expect(await Promise.all(outcomes)).toEqual(['refuted', 'not-refuted', 'could-not-have-noticed']);
});
