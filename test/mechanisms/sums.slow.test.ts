import { describe, expect, test } from 'vitest';
import { expectedFraction, idealFraction } from '../../src/games/index.ts';
import { refutes, tradeOff } from '../../src/index.ts';
import {
  frequency,
  gaussianSum,
  laplaceSum,
  randomizedResponse,
  type Subject,
  testDesign,
} from '../../src/mechanisms/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';
import { often } from '../support/thorough.ts';

const AUDITS = often(1000, 500);

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0) / values.length;

/** The share of right guesses over many games. */
async function fraction(subject: Subject, m: number, guesses: number, games: number): Promise<number> {
  const design = { claim: '', m, k: subject.k, guesses, tau: 0.05, refutedBy: () => false };
  return (await frequency(subject, design, games, 'fraction')).meanCorrect / guesses;
}

describe('the attacks are the best there are', () => {
  // What the best attack on independent canaries gets right, from the claim's own curve.
  test.each([
    ['gaussian', gaussianSum({ sigma: 1 }), 0.1],
    ['gaussian', gaussianSum({ sigma: 1 }), 1],
    ['gaussian', gaussianSum({ sigma: 3 }), 0.3],
    ['laplace', laplaceSum({ scale: 0.5 }), 0.1],
    ['laplace', laplaceSum({ scale: 0.5 }), 1],
    ['laplace', laplaceSum({ scale: 2 }), 0.5],
    ['response', randomizedResponse({ epsilon: 1 }), 1],
    ['response', randomizedResponse({ epsilon: 2 }), 0.4],
  ])('%s %#: as many right as the curve allows', async (_, subject, share) => {
    const [m, games] = [4000, 60];
    const f = tradeOff(subject.claim);
    const expected = expectedFraction((x) => f.fBar(x), share);
    const found = await fraction(subject, m, share * m, games);
    // Four standard errors, and what a finite m loses.
    const tolerance = 4 * Math.sqrt((expected * (1 - expected)) / (share * m * games)) + 0.002;
    expect(Math.abs(found - expected)).toBeLessThan(tolerance);
  });

  test('among candidates: the closed form of the Gaussian, the truth of randomised response', async () => {
    const k = 5;
    // An exchange of orthogonal records moves the sum by sqrt(2).
    const gaussian = idealFraction({ sigma: 1 / Math.SQRT2, m: 3000, guesses: 3000, k });
    const subject = gaussianSum({ sigma: 1, k });
    expect(await fraction(subject, 3000, 3000, 20)).toBeCloseTo(gaussian, 1.7);
    const told = Math.E / (Math.E + k - 1);
    expect(await fraction(randomizedResponse({ epsilon: 1, k }), 3000, 3000, 20)).toBeCloseTo(told, 1.7);
    // The surest guesses are right more often.
    expect(await fraction(subject, 3000, 300, 20)).toBeGreaterThan(gaussian + 0.2);
  });

  test('Laplace noise is Laplace: moments and tails', () => {
    const scale = 1.5;
    const { mechanism } = laplaceSum({ scale });
    const noise = mechanism(new Uint32Array(200_000), createRandom('laplace')) as Float64Array;
    expect(Math.abs(mean(noise))).toBeLessThan(0.02);
    expect(mean(noise.map(Math.abs)) / scale).toBeCloseTo(1, 1.7);
    expect(mean(noise.map((x) => x * x)) / (2 * scale * scale)).toBeCloseTo(1, 1.2);
    for (const t of [1, 3])
      expect(mean(noise.map((x) => (Math.abs(x) > t * scale ? 1 : 0)))).toBeCloseTo(Math.exp(-t), 2);
  });
});

describe(`${AUDITS} audits of a true claim refute it at most tau of the time`, () => {
  test.each([
    ['gaussian sum', gaussianSum({ sigma: 1 })],
    ['laplace sum', laplaceSum({ scale: 0.5 })],
    ['randomised response', randomizedResponse({ epsilon: 1 })],
    ['randomised response among 4', randomizedResponse({ epsilon: 1, k: 4 })],
    ['gaussian sum among 3', gaussianSum({ sigma: 1, k: 3 })],
  ])('%s', async (_, subject) => {
    const design = testDesign(subject.claim, { m: 500, k: subject.k });
    const { refuted, games } = await frequency(subject, design, AUDITS, 'true');
    expect(clopperPearsonLower(refuted, games, 0.005)).toBeLessThanOrEqual(design.tau);
  });
});

describe('bugs are caught in at least 90% of games', () => {
  test.each([
    ['gaussian sum', gaussianSum({ sigma: 1, bug: 'half-noise' }), 1000],
    ['laplace sum', laplaceSum({ scale: 0.5, bug: 'half-noise' }), 1000],
    ['randomised response', randomizedResponse({ epsilon: 1, bug: 'half-noise' }), 1000],
    ['no clipping', gaussianSum({ sigma: 1, bug: 'no-clip', size: 3 }), 1000],
    ['sensitivity wrong by sqrt(2)', gaussianSum({ sigma: 1, bug: 'sqrt2-sensitivity' }), 50_000],
  ])('%s', async (name, subject, m) => {
    const violation = name.startsWith('sensitivity') ? { violation: 'gaussian(sigma=0.7071)' } : {};
    const design = testDesign(subject.claim, { m, ...violation });
    const { refuted, games } = await frequency(subject, design, 60, 'half');
    expect(refuted / games).toBeGreaterThanOrEqual(0.9);
  });

  test('records of size 1 hide that clipping is off', async () => {
    const subject = gaussianSum({ sigma: 1, bug: 'no-clip' });
    const { refuted } = await frequency(subject, testDesign(subject.claim, { m: 1000 }), 100, 'size');
    expect(refuted).toBeLessThan(10);
  });
});

describe('refutes', () => {
  const noisy = (spread: number) => (included: Uint32Array, random: { normal(): number }) =>
    Float64Array.from(included, (bit) => bit + spread * random.normal());

  test('tells a wrong noise scale from the right one', async () => {
    expect(await refutes(noisy(1), 'gaussian(sigma=1)', { m: 1000, seed: 1 })).toBe(false);
    expect(await refutes(noisy(0.5), 'gaussian(sigma=1)', { m: 1000, seed: 1 })).toBe(true);
  });

  test('takes mechanisms that take their time, plain arrays, candidates and built-in ones', async () => {
    const slow = (included: Uint32Array) => Array.from(included);
    expect(await refutes(slow, 'gaussian(sigma=1)', { m: 1000, seed: 1 })).toBe(true);
    const tells = (chosen: Uint32Array) =>
      Array.from(chosen).flatMap((j) => [0, 1, 2].map((option) => (option === j ? 1 : 0)));
    expect(await refutes(tells, 'gaussian(sigma=2)', { m: 200, k: 3, seed: 1 })).toBe(true);
    const sum = gaussianSum({ sigma: 1, bug: 'half-noise' });
    expect(await refutes(sum, sum.claim, { m: 1000, seed: 'zoo' })).toBe(true);
  });

  test('the same seed decides alike', async () => {
    for (let seed = 0; seed < 5; seed++) {
      const once = await refutes(noisy(0.7), 'gaussian(sigma=1)', { m: 2000, seed });
      expect(await refutes(noisy(0.7), 'gaussian(sigma=1)', { m: 2000, seed })).toBe(once);
    }
  });

  test.each([
    [
      () => refutes(noisy(1), 'gaussian(sigma=0.2)', { m: 20, seed: 1 }),
      'not even all guesses right refute it',
    ],
    [() => refutes(() => [1, 2], 'gaussian(sigma=1)', { m: 1000, seed: 1 }), 'must return 1000: 2'],
    [
      () => refutes((bits) => Array.from(bits, () => Number.NaN), 'gaussian(sigma=1)', { m: 1000, seed: 1 }),
      'invalid score 0; must be a finite number: NaN',
    ],
    [
      () => refutes(noisy(1), 'gaussian(sigma=1, relation=replace)', { m: 1000, seed: 1 }),
      'claim add-remove',
    ],
    [() => refutes(noisy(1), 'gauss(sigma=1)', { m: 1000, seed: 1 }), 'invalid claim'],
    [() => refutes(noisy(1), 'gaussian(sigma=1)', { m: 0, seed: 1 }), 'invalid canaries'],
  ])('what cannot be tested is refused: %#', async (attempt, message) => {
    await expect(attempt()).rejects.toThrow(message);
  });
});

test('parameters out of range are refused in one sentence', () => {
  expect(() => gaussianSum({ sigma: -1 })).toThrow('invalid sigma; must be above 0: -1');
  expect(() => laplaceSum({ scale: 0 })).toThrow('invalid scale; must be above 0: 0');
  expect(() => gaussianSum({ sigma: 1, k: 1 })).toThrow('invalid options');
  expect(() => gaussianSum({ sigma: 1, bug: 'same-noise' })).toThrow('gaussian-sum has no steps');
  expect(() => randomizedResponse({ epsilon: -1 })).toThrow('invalid epsilon');
  expect(() => randomizedResponse({ epsilon: 1, bug: 'no-clip' })).toThrow('clips nothing');
});
