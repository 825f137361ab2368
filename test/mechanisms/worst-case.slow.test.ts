import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds/index.ts';
import { drawAssignment, observe } from '../../src/games/index.ts';
import { type TradeOff, tradeOff } from '../../src/index.ts';
import { worstCase } from '../../src/mechanisms/index.ts';
import { clopperPearsonLower, clopperPearsonUpper, createRandom } from '../../src/numerics/index.ts';
import { often } from '../support/thorough.ts';

const DRAWS = often(50_000, 20_000);

const CASES: [string, number, number, number, number][] = [
  ['gaussian(mu=0.55)', 100, 2, 20, 19],
  ['gaussian(mu=0.4)', 60, 2, 60, 42],
  ['gaussian(mu=1)', 50, 5, 30, 25],
  ['approx-dp(epsilon=1, delta=0.001)', 80, 2, 30, 26],
  ['dpsgd(noise=1, rate=0.05, steps=100)', 80, 2, 30, 26],
  ['laplace(scale=1)', 40, 3, 40, 32],
];

describe.each(CASES)('%s, m = %i, k = %i, %i guesses, %i right', (claim, m, k, guesses, correct) => {
  const f = tradeOff(claim);
  const observation = { m, k, guesses, correct };
  const worst = worstCase(observation, f);

  test(`succeeds in ${DRAWS} games as often as predicted, and no bound says less`, () => {
    let successes = 0;
    for (let seed = 0; seed < DRAWS; seed++) {
      const random = createRandom(seed);
      const assignment = drawAssignment(m, k, random.split('assignment'));
      const answers = worst.mechanism(assignment, random.split('mechanism'));
      if (observe(assignment, answers, k, guesses).correct >= correct) successes++;
    }
    expect(clopperPearsonLower(successes, DRAWS, 0.001)).toBeLessThanOrEqual(worst.success);
    expect(clopperPearsonUpper(successes, DRAWS, 0.001)).toBeGreaterThanOrEqual(worst.success);
    for (const bound of Object.values(BOUNDS))
      if (bound.whyNot(observation, f) === null)
        expect(bound.pValue(observation, f), bound.method).toBeGreaterThanOrEqual(worst.success);
    expect(BOUNDS.optimal.pValue(observation, f)).toBeLessThan(worst.success * 1.002);
  });

  test('satisfies the claim, as its probabilities show', () => {
    expect(worst.law.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    for (let i = 0; i <= 400; i++) {
      const epsilon = 0.02 * i;
      const [there, back] = profiles(worst.law, m, k, guesses, epsilon);
      expect(there + back).toBeLessThanOrEqual(f.delta(epsilon) + 1e-16);
    }
  });
});

/**
 * delta(epsilon) of the mechanism between two inputs that differ in one canary: what is said of that canary is its first
 * value, its second, another or nothing; given that and the number N of right answers, all else is equally likely. With
 * y_i = i p_i / m for "the first, i right" under the first input and x_i under the second, the two mirror each other.
 */
function profiles(
  law: Float64Array,
  m: number,
  k: number,
  guesses: number,
  epsilon: number,
): [number, number] {
  let [there, back] = [0, 0];
  for (let i = 1; i <= guesses; i++) {
    const y = (i * law[i]) / m;
    const x = ((guesses - i + 1) * law[i - 1]) / ((k - 1) * m);
    there += Math.max(0, y - Math.exp(epsilon) * x);
    back += Math.max(0, x - Math.exp(epsilon) * y);
  }
  return [there, back];
}

test('from all outputs of a small one, written out: both orders of every two neighbours', () => {
  for (const claim of ['gaussian(mu=0.9)', 'approx-dp(epsilon=0.7, delta=0.05)'])
    for (const [m, k, guesses, correct] of [
      [3, 2, 2, 2],
      [3, 3, 3, 2],
      [4, 2, 3, 2],
      [2, 3, 1, 1],
    ])
      expectPrivate(tradeOff(claim), m, k, guesses, correct);
});

function expectPrivate(f: TradeOff, m: number, k: number, guesses: number, correct: number): void {
  const { law } = worstCase({ m, k, guesses, correct }, f);
  const outputs = words(m, k + 1).filter((word) => word.filter((letter) => letter < k).length === guesses);
  const probability = (input: readonly number[], output: readonly number[]) => {
    const right = output.filter((letter, i) => letter === input[i]).length;
    return law[right] / (choose(m, guesses) * choose(guesses, right) * (k - 1) ** (guesses - right));
  };
  const input = new Array<number>(m).fill(0);
  const neighbour = [1, ...input.slice(1)];
  expect(outputs.reduce((sum, output) => sum + probability(input, output), 0)).toBeCloseTo(1, 12);
  for (let i = 0; i <= 60; i++) {
    const epsilon = 0.05 * i;
    for (const [one, other] of [
      [input, neighbour],
      [neighbour, input],
    ]) {
      const delta = outputs.reduce(
        (sum, output) =>
          sum + Math.max(0, probability(one, output) - Math.exp(epsilon) * probability(other, output)),
        0,
      );
      expect(delta).toBeLessThanOrEqual(f.delta(epsilon) + 1e-15);
    }
  }
}

test('what it draws has these probabilities: fresh places, a fresh choice of the right ones, wrong ones alike', () => {
  const [m, k, guesses] = [4, 3, 2];
  const { law, mechanism } = worstCase({ m, k, guesses, correct: 2 }, tradeOff('gaussian(mu=0.9)'));
  const input = Uint32Array.from([0, 1, 2, 1]);
  const random = createRandom('draws');
  const counts = new Map<string, number>();
  for (let n = 0; n < DRAWS; n++) {
    const said = mechanism(input, random.split(n)).join();
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const outputs = words(m, k + 1)
    .map((word) => word.map((letter) => (letter === k ? -1 : letter)))
    .filter((word) => word.filter((letter) => letter >= 0).length === guesses);
  expect(counts.size).toBe(outputs.length);
  for (const output of outputs) {
    const right = output.filter((letter, i) => letter === input[i]).length;
    const p = law[right] / (choose(m, guesses) * choose(guesses, right) * (k - 1) ** (guesses - right));
    const seen = (counts.get(output.join()) ?? 0) / DRAWS;
    // Five deviations: 54 outputs, and no false alarm in a million runs with other seeds.
    expect(Math.abs(seen - p), output.join()).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / DRAWS));
  }
});

function words(length: number, letters: number): number[][] {
  return length === 0
    ? [[]]
    : words(length - 1, letters).flatMap((word) =>
        Array.from({ length: letters }, (_, letter) => [...word, letter]),
      );
}

function choose(n: number, r: number): number {
  let product = 1;
  for (let i = 1; i <= r; i++) product = (product * (n - r + i)) / i;
  return Math.round(product);
}

test('a law that is one percent too good would be seen', () => {
  const f = tradeOff('gaussian(mu=0.55)');
  const { law } = worstCase({ m: 100, k: 2, guesses: 20, correct: 19 }, f);
  const better = law.map((p, i) => (i >= 19 ? 1.01 * p : p));
  const violated = Array.from({ length: 200 }, (_, i) => 0.02 * i).some(
    (epsilon) => profiles(better, 100, 2, 20, epsilon)[0] > f.delta(epsilon),
  );
  expect(violated).toBe(true);
});
