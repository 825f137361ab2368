import { describe, expect, test } from 'vitest';
import { classicalEpsilons, errorsRefute } from '../../src/audit/classical/curve-test.ts';
import { type Errors, upperLimit } from '../../src/audit/classical/error-limits.ts';
import { beta, family, tradeOff } from '../../src/claims/index.ts';
import { audit } from '../../src/index.ts';
import { clopperPearsonLower, createRandom, type Random } from '../../src/numerics/index.ts';

const TAU = 0.05;
const AUDITS = 20_000;

function binomial(n: number, p: number, random: Random): number {
  let found = 0;
  for (let i = 0; i < n; i++) if (random.uniform() < p) found++;
  return found;
}

/** The share of many audits, of which `happened`, is no evidence that it happens more often than tau. */
function expectAtMostTau(happened: number, audits: number): void {
  expect(clopperPearsonLower(happened, audits, 0.001)).toBeLessThanOrEqual(TAU);
}

/**
 * A claim, an attack that reaches its curve exactly, alpha -> f(alpha), and how many runs there are. The curve
 * of (epsilon, delta) is reached at its corners, which no epsilon and no delta less would allow.
 */
const CASES: [claim: string, alpha: number, runs: number][] = [
  ['pure-dp(epsilon=1)', 1 / (1 + Math.E), 150],
  ['pure-dp(epsilon=3)', 0.01, 100],
  ['approx-dp(epsilon=1, delta=0.1)', (1 - 0.1) / (1 + Math.E), 100],
  ['approx-dp(epsilon=0.5, delta=0.2)', 0, 100],
  ['gaussian(mu=1)', 0.3085, 100],
  ['gaussian(mu=1)', 0.02, 150],
  ['perfect()', 0.5, 60],
];

describe('true claims', () => {
  test.each(CASES)('%s at alpha %f with %i runs is hardly ever refuted', (claim, alpha, runs) => {
    const f = tradeOff(claim);
    // Rounded towards more leakage by less than is noticed in so many audits.
    const missed = beta(f, alpha);
    const random = createRandom(`${claim} ${alpha} ${runs}`);
    const known = new Map<string, boolean>();
    let refuted = 0;
    for (let i = 0; i < AUDITS; i++) {
      const inside = binomial(runs, 0.5, random);
      const errors: Errors = {
        falsePositives: { runs: runs - inside, wrong: binomial(runs - inside, alpha, random) },
        falseNegatives: { runs: inside, wrong: binomial(inside, missed, random) },
      };
      const key = JSON.stringify(errors);
      const found = known.get(key) ?? errorsRefute(errors, f, TAU);
      known.set(key, found);
      if (found) refuted++;
    }
    expectAtMostTau(refuted, AUDITS);
  });

  test('an epsilon above the truth is proved exactly where the truth is refuted', () => {
    const random = createRandom('epsilons');
    const truths = [
      ['pure-dp', 'pure-dp(epsilon=1)', 1],
      ['approx-dp(delta=0.1)', 'approx-dp(epsilon=1, delta=0.1)', 1],
    ] as const;
    for (const [name, claim, truth] of truths) {
      const [f, members] = [tradeOff(claim), family(name)];
      for (let i = 0; i < 150; i++) {
        const errors: Errors = {
          falsePositives: { runs: 60, wrong: binomial(60, 0.1, random) },
          falseNegatives: { runs: 60, wrong: binomial(60, 0.3, random) },
        };
        const [{ epsilon }] = classicalEpsilons(errors, members, TAU, [0.1]);
        expect(epsilon > truth).toBe(errorsRefute(errors, f, TAU));
      }
    }
  });
});

describe('whole audits', () => {
  /** Randomised response: the score is the answer. */
  const answers = (runs: number, epsilon: number, random: Random) =>
    Array.from({ length: runs }, () => {
      const bit = random.coin();
      const right = random.uniform() < 1 / (1 + Math.exp(-epsilon));
      return { scores: [right ? bit : 1 - bit], included: [bit] };
    });

  test.each([
    ['a stated threshold', { threshold: 0.5 }],
    ['the first runs choose', { thresholdRuns: 20 }],
    ['the classical test alone', { threshold: 1, methods: ['classical'] as const }],
  ])('of a true claim, %s: hardly ever refuted', (_, options) => {
    const random = createRandom('whole');
    const audits = 400;
    let refuted = 0;
    for (let i = 0; i < audits; i++) {
      const runs = answers(80, 1, random);
      const found = audit(runs, { claim: 'pure-dp(epsilon=1)', families: [], plots: false, ...options });
      if (found.refuted === true) refuted++;
    }
    expectAtMostTau(refuted, audits);
  });
});

test('the best threshold and direction on the same runs prove an epsilon where nothing leaks, too often', () => {
  const random = createRandom('same runs');
  const [audits, half] = [1000, 500];
  const limit = Array.from({ length: half + 1 }, (_, wrong) => upperLimit({ runs: half, wrong }, TAU / 2));
  let proved = 0;
  for (let i = 0; i < audits; i++) {
    // From the highest score down, who is in: every order is as likely.
    let [inside, outside, found] = [half, half, false];
    while (inside + outside > 0 && !found) {
      if (random.integer(inside + outside) < inside) inside--;
      else outside--;
      const calledIn = limit[half - outside] + limit[inside] < 1;
      found = calledIn || limit[outside] + limit[half - inside] < 1;
    }
    if (found) proved++;
  }
  expect(clopperPearsonLower(proved, audits, 0.001)).toBeGreaterThan(TAU);
});
