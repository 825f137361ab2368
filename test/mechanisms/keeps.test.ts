import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds/index.ts';
import {
  assertKeeps,
  ClaimRefuted,
  CouldNotHaveNoticed,
  InvalidInput,
  refutes,
  testOutcome,
  tradeOff,
} from '../../src/index.ts';
import { randomizedResponse, worstCase } from '../../src/mechanisms/index.ts';
import { clopperPearsonLower, type Random } from '../../src/numerics/index.ts';
import { processorTime } from '../support/processor-time.ts';

const noisy = (sigma: number) => (included: Uint32Array, random: Random) =>
  Float64Array.from(included, (bit) => bit + sigma * random.normal());
const constant = (included: Uint32Array) => new Float64Array(included.length);
const CLAIM = 'gaussian(sigma=1)';
const CI = { m: 1000, tau: 1e-6 };

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error) => error,
  );

describe('assertKeeps', () => {
  test('resolves with the facts', async () => {
    const facts = await assertKeeps(noisy(1), CLAIM, { m: 1000, seed: 1 });
    expect(facts).toMatchObject({
      claim: CLAIM,
      m: 1000,
      k: 2,
      guesses: 216,
      runs: 1,
      critical: 208,
      tau: 0.05,
      violation: 'gaussian(sigma=0.5)',
      seed: 1,
    });
    expect(facts.power).toBeGreaterThan(0.99);
    expect(facts.pValue).toBeGreaterThan(0.05);
    expect(facts.correct[0]).toBeLessThan(208);
    expect(facts.summary).toContain('is not refuted');
  });

  test('throws an error that says counts, p-value, power, seed and how to repeat it', async () => {
    const failure = await failureOf(assertKeeps(noisy(0.5), CLAIM, { m: 1000, seed: 'mine' }));
    expect(failure).toBeInstanceOf(ClaimRefuted);
    expect(failure).toMatchObject({ name: 'ClaimRefuted', code: 'ERR_ASSERTION', facts: { critical: 208 } });
    const { correct, pValue } = failure.facts;
    for (const words of [
      `${correct[0]} of 216 guesses right (1000 canaries)`,
      `p-value ${Number(pValue.toPrecision(3))}`,
      'would catch gaussian(sigma=0.5) with probability 99.8%',
      '{ m: 1000, guesses: 216, runs: 1, tau: 0.05, violation: "gaussian(sigma=0.5)", seed: "mine" }',
    ])
      expect(failure.message).toContain(words);
    const { seed, m, guesses, runs, tau, violation } = failure.facts;
    const again = await failureOf(assertKeeps(noisy(0.5), CLAIM, { seed, m, guesses, runs, tau, violation }));
    expect(again.facts).toEqual(failure.facts);
  });

  test('at tau 1e-6 runs as often as it takes to catch half the noise', async () => {
    const { runs, power, pValue } = await assertKeeps(noisy(1), CLAIM, { ...CI, seed: 1 });
    expect(runs).toBe(4);
    expect(power).toBeGreaterThan(0.95);
    expect(pValue).toBeGreaterThan(1e-6);
    const { facts } = await failureOf(assertKeeps(noisy(0.5), CLAIM, { ...CI, seed: 1 }));
    expect(facts.correct.length).toBe(4);
    expect(facts.pValue).toBeLessThanOrEqual(1e-6);
    expect(Math.min(...facts.correct)).toBeGreaterThanOrEqual(facts.critical);
    expect(await refutes(noisy(0.5), CLAIM, { ...CI, seed: 2 })).toBe(true);
  });

  test('one run where one is asked for, which at such a tau can refute only what tells everything', async () => {
    const once = { ...CI, runs: 1, seed: 1, minPower: 0 };
    expect((await assertKeeps(noisy(1), CLAIM, once)).power).toBeLessThan(1e-6);
    await expect(assertKeeps(noisy(0), CLAIM, { ...once, guesses: 800 })).rejects.toThrow('1e-6');
    await expect(assertKeeps(noisy(1), CLAIM, { ...once, runs: 0 })).rejects.toThrow('invalid runs');
  });

  test('does not know the power where no violation is usual', async () => {
    const facts = await assertKeeps(constant, 'perfect()', { m: 500, seed: 1, minPower: 0 });
    expect(facts).toMatchObject({ power: null, runs: 1, violation: null, outcome: 'could-not-have-noticed' });
  });

  test('remembers its designs', async () => {
    const design = { m: 1234, tau: 1e-4 };
    const time = async (seed: number) => {
      const start = processorTime();
      await assertKeeps(noisy(1), 'gaussian(sigma=1.1)', { ...design, seed });
      return processorTime() - start;
    };
    const first = await time(1);
    const later = Math.min(await time(1), await time(1), await time(1));
    expect(later).toBeLessThan(first / 3);
  });
});

describe('what could not have been noticed', () => {
  const blind = async (
    mechanism: Parameters<typeof assertKeeps>[0],
    claim: string,
    options: Parameters<typeof assertKeeps>[2],
  ): Promise<CouldNotHaveNoticed> => {
    const failure = await failureOf(assertKeeps(mechanism, claim, { seed: 1, ...options }));
    expect(failure).toBeInstanceOf(CouldNotHaveNoticed);
    expect(failure).not.toBeInstanceOf(ClaimRefuted);
    // One paragraph, in which nothing had to be escaped.
    expect(failure.message).not.toMatch(/\n|\\u/);
    expect(await testOutcome(mechanism, claim, { seed: 1, ...options })).toBe('could-not-have-noticed');
    return failure;
  };
  /** Scores of four candidates each. */
  const candidates = (epsilon: number) => randomizedResponse({ epsilon, k: 4 });
  const FOUR = candidates(1).claim;

  test('half the noise under a guarantee: says the design, the claim to state and the canaries', async () => {
    const guarantee = 'approx-dp(epsilon=4.4, delta=1e-5)';
    const { message, facts } = await blind(noisy(0.4978), guarantee, { m: 1000 });
    expect(facts).toBeNull();
    for (const words of [
      `The design could not have noticed a violation of ${guarantee}`,
      'and 0.5 is asked for',
      'state gaussian(sigma=0.99552), which spends the same budget',
      'use more: about 4662 canaries catch',
      'let it pass with minPower: 0',
    ])
      expect(message).toContain(words);
  });

  test('of a level at which nothing refutes, too', async () => {
    const { message } = await blind(noisy(1), 'approx-dp(epsilon=4.4, delta=1e-5)', { m: 200, tau: 1e-6 });
    expect(message).toMatch(
      /with 200 canaries not even all guesses right refute it\. .*state gaussian\(sigma=0\.99552\)/,
    );
  });

  test.each([
    ['one run', { m: 1000 }],
    ['several runs', CI],
    ['one side', { m: 1000, sides: 'in' as const }],
  ])('constant, random and permuted scores: %s', async (_, options) => {
    const random = (included: Uint32Array, draw: Random) => Float64Array.from(included, () => draw.normal());
    const permuted = (included: Uint32Array, draw: Random) => {
      const scores = noisy(1)(included, draw);
      for (let i = scores.length - 1; i > 0; i--) {
        const j = draw.integer(i + 1);
        [scores[i], scores[j]] = [scores[j], scores[i]];
      }
      return scores;
    };
    for (const mechanism of [constant, random, permuted]) {
      const { message, facts } = await blind(mechanism, CLAIM, options);
      expect(message).toMatch(/^The scores could not have shown a violation .*as by tossing a coin/);
      expect(message).not.toContain('such as gaussian');
      expect(message).not.toContain('This design would catch');
      expect(facts?.outcome).toBe('could-not-have-noticed');
    }
  });

  test('a mechanism that leaks less than claimed: names a tighter claim, which it keeps', async () => {
    for (const options of [{ m: 1000 }, CI]) {
      const { message } = await blind(noisy(3), CLAIM, options);
      const [, tighter] = /such as (gaussian\(sigma=[\d.]+\))/.exec(message) ?? [];
      expect((await assertKeeps(noisy(3), tighter, { m: 4000, seed: 3 })).outcome).toBe('not-refuted');
    }
  });

  test('among four candidates', async () => {
    const options = { m: 300, k: 4 };
    expect((await assertKeeps(candidates(1), FOUR, { ...options, seed: 1 })).outcome).toBe('not-refuted');
    expect(await failureOf(assertKeeps(candidates(2), FOUR, { ...options, seed: 1 }))).toBeInstanceOf(
      ClaimRefuted,
    );
    const { message } = await blind(candidates(0.3), FOUR, options);
    expect(message).toContain('The scores could not have shown');
    await blind((chosen) => new Float64Array(4 * chosen.length), FOUR, options);
    const hopeless = await blind(candidates(1), CLAIM, options);
    expect(hopeless.message).toContain('state a worse violation, for no number of canaries up to 1e6');
  });

  test('passes with minPower 0, and is called what it is', async () => {
    for (const [mechanism, claim] of [
      [constant, CLAIM],
      [noisy(3), CLAIM],
      [noisy(0.4978), 'approx-dp(epsilon=4.4, delta=1e-5)'],
    ] as const) {
      const facts = await assertKeeps(mechanism, claim, { m: 1000, seed: 1, minPower: 0 });
      expect(facts.outcome).toBe('could-not-have-noticed');
      expect(facts.summary).toContain('could not have');
      expect(facts.summary).not.toContain('To mend it');
    }
    const broken = assertKeeps(noisy(0.5), CLAIM, { m: 1000, seed: 1, minPower: 0 });
    await expect(broken).rejects.toBeInstanceOf(ClaimRefuted);
  });

  test('is measured by the power that is asked for', async () => {
    const options = { m: 1000, seed: 1 };
    const from = async (minPower: number) =>
      (await assertKeeps(noisy(1), CLAIM, { ...options, minPower })).standsFrom ?? 0;
    expect(await from(0.99)).toBeGreaterThan(await from(0.5));
    expect(await from(0.5)).toBeGreaterThan(await from(1e-4));
    expect(await from(1e-30)).toBeLessThanOrEqual(await from(1e-4));
    for (const minPower of [-0.1, 1, Number.NaN])
      await expect(assertKeeps(noisy(1), CLAIM, { ...options, minPower })).rejects.toThrow(
        `invalid minPower; must be in [0, 1): ${minPower}`,
      );
  });
});

test('several runs of the worst mechanism that keeps a claim refute it about tau of the time, not more', async () => {
  const claim = 'gaussian(mu=1, relation=replace)';
  const observation = { m: 50, k: 5, guesses: 30, correct: 25 };
  const f = tradeOff(claim);
  const { mechanism, success } = worstCase(observation, f);
  const each = BOUNDS.optimal.pValue(observation, f) * 1.001;
  // One-hot scores for the buckets it answers, equal ones for the others.
  const scores = (chosen: Uint32Array, random: Random) =>
    Array.from(mechanism(chosen, random)).flatMap((answer) =>
      [0, 1, 2, 3, 4].map((option) => (option === answer ? 1 : 0)),
    );
  const games = 4000;
  const tau = each * each;
  const { m, k, guesses } = observation;
  let refuted = 0;
  for (let seed = 0; seed < games; seed++)
    if (await refutes(scores, claim, { m, k, guesses, tau, runs: 2, seed })) refuted++;
  expect(clopperPearsonLower(refuted, games, 0.001)).toBeLessThanOrEqual(tau);
  expect(refuted / games).toBeGreaterThan(0.5 * success * success);
});

describe('scores that point the other way', () => {
  test('are noticed over several runs of few guesses', async () => {
    const reversed = (included: Uint32Array, random: { normal(): number }) =>
      Array.from(included, (bit) => -(bit + 0.01 * random.normal()));
    const options = { m: 40, guesses: 15, runs: 10, seed: 1 };
    const kept = (settings: object) =>
      assertKeeps(reversed, 'pure-dp(epsilon=1)', { ...options, ...settings });
    await expect(kept({ minPower: 0 })).rejects.toThrow('the scores seem to point the other way: 0 of 150');
    await expect(kept({ m: 200 })).rejects.toThrow('leave the numbers of runs and guesses open');
  });

  const reversed = (included: Uint32Array, random: Random) => noisy(0.5)(included, random).map((x) => -x);

  test('give no verdict', async () => {
    for (const attempt of [refutes, assertKeeps]) {
      const failure = await failureOf(attempt(reversed, CLAIM, { m: 1000, seed: 1 }));
      expect(failure).toBeInstanceOf(InvalidInput);
      expect(failure.message).toMatch(
        /the scores seem to point the other way: \d of 216 .* second test, to be made at half of tau \(0\.025\)/,
      );
    }
  });

  test('are noticed where the guesses are too few to show it, by ranking all canaries', async () => {
    const few = { m: 1000, guesses: 10, runs: 1, seed: 1 };
    await expect(refutes(reversed, 'gaussian(sigma=5)', few)).rejects.toThrow(
      /the other way: \d+ of 1000 guesses right/,
    );
  });

  test('nor among candidates', async () => {
    const wrong = (chosen: Uint32Array) =>
      Array.from(chosen).flatMap((j) => [0, 1, 2].map((option) => (option === j ? 0 : 1)));
    await expect(refutes(wrong, 'gaussian(sigma=2)', { m: 200, k: 3, seed: 1 })).rejects.toThrow(
      'the other way',
    );
  });
});

test('a claim with no usual violation is tested with half of the canaries guessed', async () => {
  const options = { m: 400, seed: 1 };
  expect(await refutes(noisy(1), 'perfect()', options)).toBe(true);
  const facts = await assertKeeps(constant, 'perfect()', { ...options, minPower: 0 });
  expect(facts).toMatchObject({ guesses: 200, power: null, violation: null });
});

test('a single canary, which is called in whatever its score, is refused', async () => {
  for (const attempt of [refutes, assertKeeps])
    await expect(attempt(noisy(0.01), CLAIM, { m: 1, runs: 20, seed: 1 })).rejects.toThrow(
      'invalid canaries; must be at least 2',
    );
});

test('equal scores are guessed by a draw that does not know the coins', async () => {
  // Constant scores tell nothing, whatever the order of canaries: perfect privacy stands.
  const games = 1000;
  const design = { m: 200, guesses: 50, tau: 0.05, runs: 1 };
  let refuted = 0;
  for (let seed = 0; seed < games; seed++)
    if (await refutes(constant, 'perfect()', { ...design, seed })) refuted++;
  expect(clopperPearsonLower(refuted, games, 0.001)).toBeLessThanOrEqual(0.05);
  expect(refuted).toBeGreaterThan(5);
});
