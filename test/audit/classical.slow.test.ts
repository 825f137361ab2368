import { describe, expect, test } from 'vitest';
import { classicalEpsilons, errorsRefute } from '../../src/audit/classical/curve-test.ts';
import { type Errors, upperLimit } from '../../src/audit/classical/error-limits.ts';
import { standingOf } from '../../src/audit/plan/standing.ts';
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

/** How it is settled in which of n runs the canary is, without a look at any run. */
const COINS: Readonly<Record<string, (n: number, random: Random) => number[]>> = {
  'fair coins': (n, random) => Array.from({ length: n }, () => random.coin()),
  'unfair coins': (n, random) => Array.from({ length: n }, () => (random.uniform() < 0.85 ? 1 : 0)),
  'a fixed half, the first': (n) => Array.from({ length: n }, (_, i) => (2 * i < n ? 1 : 0)),
  'every tenth': (n) => Array.from({ length: n }, (_, i) => (i % 10 === 0 ? 1 : 0)),
};

describe('whole audits of one canary', () => {
  const WAYS = { stated: { threshold: 0.6 }, 'chosen by the first runs': { thresholdRuns: 40 } };
  const cases = Object.keys(COINS).flatMap((coins) =>
    (Object.keys(WAYS) as (keyof typeof WAYS)[]).map((way) => [coins, way] as const),
  );
  /** The score of a Gaussian mechanism reaches the curve of its claim at every threshold. */
  const claim = 'gaussian(sigma=1)';

  test.each(cases)('%s, a threshold %s: a true claim is hardly ever refuted', (coins, way) => {
    const random = createRandom(`${coins} ${way}`);
    const audits = 600;
    let refuted = 0;
    for (let i = 0; i < audits; i++) {
      const runs = COINS[coins](120, random).map((bit) => ({
        scores: [bit + random.normal()],
        included: [bit],
      }));
      const options = { claim, sameCanary: true, families: [], plots: false, ...WAYS[way] };
      if (audit(runs, options).refuted === true) refuted++;
    }
    expectAtMostTau(refuted, audits);
  });
});

describe('what "not refuted" is worth', () => {
  /** Runs in and out, the noise of the claim, and the false-positive rate of the threshold. */
  const DESIGNS: [inside: number, outside: number, sigma: number, alpha: number][] = [
    [50, 50, 0.5, 0.1],
    [200, 200, 1, 0.1],
    [200, 200, 1, 0.5],
    [500, 500, 1, 0.01],
    [500, 500, 2, 0.5],
    [20, 380, 0.5, 0.1],
    [380, 20, 0.5, 0.5],
    [100, 900, 1, 0.1],
  ];

  test.each(DESIGNS)('%i runs in, %i out, sigma %f, threshold at %f', (inside, outside, sigma, alpha) => {
    const claim = `gaussian(sigma=${sigma})`;
    const tested = tradeOff(claim);
    const random = createRandom(`${[inside, outside, sigma, alpha]}`);
    const share = (called: number, stands: boolean) => {
      const plays = 4000;
      let counted = 0;
      for (let i = 0; i < plays; i++) {
        const [found, wrong] = [binomial(inside, called, random), binomial(outside, alpha, random)];
        const calls = { inside, outside, calledIn: found + wrong };
        const standing = standingOf({
          ...{ game: { kind: 'membership', m: inside + outside, k: 2, calls }, guesses: inside + outside },
          ...{
            tested,
            model: claim,
            violation: `gaussian(sigma=${sigma / 2})`,
            runs: 1,
            tau: TAU,
            judges: [],
          },
        });
        const { standsFrom, refutedFrom } = standing;
        const right = found + outside - wrong;
        const isRefuted = right >= (refutedFrom ?? Infinity);
        if (standsFrom !== null && !isRefuted && stands === right >= standsFrom) counted++;
      }
      return clopperPearsonLower(counted, plays, 0.001);
    };
    // The best attack on the claimed mechanism, and one that knows nothing.
    expect(share(tested.fBar(alpha), false)).toBeLessThanOrEqual(0.05);
    expect(share(alpha, true)).toBeLessThanOrEqual(0.001);
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
