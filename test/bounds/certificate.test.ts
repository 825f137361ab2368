import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { provenBound } from '../../src/bounds/index.ts';
import { type Certificate, certify, tradeOff, verifyCertificate } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { naiveBound } from '../support/naive-verifier.ts';

/** Weights drawn at random: mostly a poor proof, but a proof. */
const certificates = fc
  .record({
    m: fc.integer({ min: 1, max: 20 }),
    share: fc.integer({ min: 1, max: 100 }),
    k: fc.integer({ min: 2, max: 5 }),
    part: fc.integer({ min: 0, max: 100 }),
    seed: fc.integer({ min: 0, max: 1e6 }),
    size: fc.integer({ min: 0, max: 6 }),
    scale: fc.constantFrom(1e-12, 0.1, 1, 30),
  })
  .map(({ m, share, k, part, seed, size, scale }) => {
    const random = createRandom(seed);
    const guesses = Math.max(1, Math.ceil((m * share) / 100));
    const tangents = Array.from({ length: size }, () => {
      const weights: [number, number, number][] = [];
      let first = 1 + random.integer(guesses);
      while (first <= guesses && weights.length < 3) {
        const last = first + random.integer(guesses - first + 1);
        weights.push([first, last, scale * random.uniform()]);
        first = last + 1 + random.integer(3);
      }
      return { epsilon: 4 * random.uniform(), delta: random.uniform(), weights };
    });
    return { observation: { m, k, guesses, correct: Math.round((guesses * part) / 100) }, tangents };
  });

test('the bound is never below the formula in exact arithmetic, and next to it', () => {
  fc.assert(
    fc.property(certificates, (certificate) => {
      const exact = naiveBound(certificate);
      const found = provenBound(certificate);
      expect(found).toBeGreaterThanOrEqual(exact * (1 - 1e-15));
      expect(found).toBeLessThanOrEqual(exact * (1 + 1e-12) + 1e-11);
    }),
    { seed: 51, numRuns: 1500 },
  );
});

test('real certificates hold in exact arithmetic, of tiny and of large p-values', () => {
  for (const [claim, m, k, guesses, correct] of [
    ['gaussian(mu=0.6)', 1000, 2, 100, 90],
    ['gaussian(mu=0.2)', 1000, 2, 100, 99],
    ['gaussian(mu=1.5)', 25, 7, 21, 14],
    ['pure-dp(epsilon=0.1)', 300, 2, 300, 290],
    ['laplace(scale=1)', 60, 2, 40, 33],
    ['dpsgd(noise=1, rate=0.02, steps=300)', 200, 2, 60, 50],
    ['profile(0:0.3, 1:0.01)', 40, 3, 40, 25],
  ] as const) {
    const f = tradeOff(claim);
    const certificate = certify({ m, k, guesses, correct }, f);
    const exact = naiveBound(certificate);
    expect(certificate.bound, claim).toBeGreaterThanOrEqual(exact * (1 - 1e-15));
    expect(certificate.bound, claim).toBeLessThanOrEqual(exact * (1 + 1e-6));
    expect(certificate.bound, claim).toBeLessThan(1);
    expect(verifyCertificate(JSON.parse(JSON.stringify(certificate)), f)).toBe(certificate.bound);
  }
});

describe('a certificate that was tampered with', () => {
  const f = tradeOff('gaussian(sigma=2)');
  const sound = certify({ m: 1000, k: 2, guesses: 100, correct: 90 }, f);
  const with3 = (change: (tangent: Certificate['tangents'][number]) => object): Certificate => ({
    ...sound,
    tangents: sound.tangents.map((tangent, g) => (g === 3 ? { ...tangent, ...change(tangent) } : tangent)),
  });
  const [[first, last, weight]] = sound.tangents[3].weights;
  const { epsilon, delta } = sound.tangents[3];

  test.each<[string, Certificate, string]>([
    [
      'a negative weight',
      with3(() => ({ weights: [[first, last, -weight]] })),
      'weight of tangent 4; must not be negative',
    ],
    ['an infinite weight', with3(() => ({ weights: [[first, last, Infinity]] })), 'weight of tangent 4'],
    ['a line below the curve', with3(() => ({ delta: 0.999 * delta })), 'tangent 4; at epsilon'],
    ['a flatter line', with3(() => ({ epsilon: epsilon - 0.01 })), 'tangent 4; at epsilon'],
    [
      'a line of slope below 1',
      with3(() => ({ epsilon: -0.1 })),
      'epsilon of tangent 4; must be in [0, 700]',
    ],
    ['not a number', with3(() => ({ epsilon: Number.NaN })), 'epsilon of tangent 4'],
    ['a delta above 1', with3(() => ({ delta: 1.5 })), 'delta of tangent 4'],
    [
      'a smaller weight',
      with3(() => ({ weights: [[first, last, 0.9 * weight]] })),
      'bound; the weights prove',
    ],
    [
      'a larger weight',
      with3(() => ({ weights: [[first, last, 1.1 * weight]] })),
      'bound; the weights prove',
    ],
    ['a shorter run', with3(() => ({ weights: [[first + 1, last, weight]] })), 'bound; the weights prove'],
    ['a run out of range', with3(() => ({ weights: [[first, 101, weight]] })), 'within 1 to 100'],
    ['a run from 0', with3(() => ({ weights: [[0, last, weight]] })), 'within 1 to 100'],
    [
      'runs that overlap',
      with3(() => ({
        weights: [
          [first, last, weight],
          [last, last, weight],
        ],
      })),
      'without overlap',
    ],
    ['half a count', with3(() => ({ weights: [[first - 0.5, last, weight]] })), 'whole and rising'],
    ['a smaller bound', { ...sound, bound: 0.9 * sound.bound }, 'bound; the weights prove'],
    ['a larger bound', { ...sound, bound: 1.1 * sound.bound }, 'bound; the weights prove'],
    [
      'fewer right guesses',
      { ...sound, observation: { ...sound.observation, correct: 89 } },
      'bound; the weights prove',
    ],
    [
      'more canaries',
      { ...sound, observation: { ...sound.observation, m: 1001 } },
      'bound; the weights prove',
    ],
    ['fewer canaries than guesses', { ...sound, observation: { ...sound.observation, m: 99 } }, 'guesses'],
  ])('%s is refused, with the reason', (_, changed, reason) => {
    expect(() => verifyCertificate(changed, f)).toThrow(reason);
  });

  test('a certificate for another curve is refused, one for a more private curve holds', () => {
    expect(() => verifyCertificate(sound, tradeOff('gaussian(sigma=1.99)'))).toThrow('tangent 1');
    expect(verifyCertificate(sound, tradeOff('gaussian(sigma=2.01)'))).toBe(sound.bound);
  });
});
