import { describe, expect, test } from 'vitest';
import { provedRisks } from '../../src/audit/risk/proved-risk.ts';
import { audit, claimRisk } from '../../src/index.ts';
import { createRandom, normalCdf, normalQuantile } from '../../src/numerics/index.ts';
import { golden } from '../support/golden.ts';

const near = (actual: number, expected: number, tolerance = 1e-9) =>
  expect(Math.abs(actual - expected), `${actual}, expected ${expected}`).toBeLessThanOrEqual(tolerance);

describe('what a claim allows has the closed form', () => {
  test.each([0.01, 0.3, 1, 2.5, 6])('of a Gaussian with mu = %s', (mu) => {
    const risk = claimRisk(`gaussian(mu=${mu})`);
    near(risk.advantage, 2 * normalCdf(mu / 2) - 1);
    for (const { fpr, tpr } of risk.tpr) near(tpr, normalCdf(mu + normalQuantile(fpr)));
    expect(risk.mu).toBe(mu);
    expect(risk.tpr.map(({ fpr }) => fpr)).toEqual([0.01, 0.001]);
  });

  test('an outcome passes the posterior by epsilon five times as often as delta, as the documentation says', () => {
    const [{ epsilon, delta, posterior }] = claimRisk('gaussian(mu=1)').posteriorAtDelta;
    near(posterior, 1 / (1 + Math.exp(-epsilon)));
    // With mu = 1 the privacy loss is normal with mean 1/2 and variance 1.
    expect((normalCdf(0.5 - epsilon) / delta).toFixed(1)).toBe('5.3');
  });

  test.each([
    [0, 0],
    [0, 0.2],
    [0.5, 0],
    [1, 1e-5],
    [3, 0.05],
    [8, 1e-5],
  ])('of (%s, %s)-DP', (epsilon, delta) => {
    const risk = claimRisk(`approx-dp(epsilon=${epsilon}, delta=${delta})`);
    near(risk.advantage, (Math.expm1(epsilon) + 2 * delta) / (Math.exp(epsilon) + 1));
    for (const { fpr, tpr } of risk.tpr)
      near(tpr, Math.min(1, Math.exp(epsilon) * fpr + delta, 1 - Math.exp(-epsilon) * (1 - delta - fpr)));
    // A guarantee is about its own delta.
    for (const row of risk.posteriorAtDelta) {
      expect(row).toMatchObject({ delta, epsilon });
      near(row.posterior, (row.prior * Math.exp(epsilon)) / (1 - row.prior + row.prior * Math.exp(epsilon)));
    }
    expect(risk.mu).toBeNull();
  });

  test('of Laplace noise, of randomised response, of one step of DP-SGD, of no leak at all', () => {
    near(claimRisk('laplace(scale=0.5)').advantage, -Math.expm1(-1));
    near(claimRisk('randomized-response(epsilon=1, alphabet=4)').advantage, Math.expm1(1) / (Math.E + 3));
    near(claimRisk('dpsgd(noise=1, rate=0.3, steps=1)').advantage, 0.3 * (2 * normalCdf(0.5) - 1), 2e-6);
    const none = claimRisk('perfect()');
    expect(none).toMatchObject({ advantage: 0, mu: 0 });
    for (const { fpr, tpr } of none.tpr) near(tpr, fpr);
    for (const { prior, posterior } of [...none.posterior, ...none.posteriorAtDelta]) near(posterior, prior);
  });

  test('of many steps of DP-SGD, from integrals without discretisation', () => {
    for (const { q, sigma, T, delta_at_0_TV: advantage, beta } of golden('dpsgd').cases.slice(0, 6)) {
      const risk = claimRisk(`dpsgd(noise=${sigma}, rate=${q}, steps=${T})`);
      expect(risk.advantage).toBeGreaterThanOrEqual(advantage * (1 - 1e-12));
      near(risk.advantage, advantage, 2e-6);
      for (const { fpr, tpr } of risk.tpr) {
        expect(tpr).toBeGreaterThanOrEqual((1 - beta[String(fpr)].sym) * (1 - 1e-10));
        near(tpr, 1 - beta[String(fpr)].sym, 2e-6);
      }
    }
  });
});

test('what was proved of DP-SGD is reached by an attack that says in, where the other order tells more', () => {
  // One step: the likelihood ratio grows with the outcome, so the best attacks are thresholds.
  for (const [rate, noise] of [
    [0.995, 0.2],
    [0.1, 0.19],
    [0.5, 0.5],
  ]) {
    const [{ tpr, posterior }] = provedRisks([
      {
        method: 'optimal',
        family: `dpsgd(rate=${rate}, steps=1)`,
        delta: 1e-5,
        parameter: noise,
        epsilon: 1,
        largestProvable: 2,
        assumption: 'model-based',
      },
    ]);
    for (const { fpr, tpr: proved } of tpr) {
      const best = (1 - rate) * fpr + rate * normalCdf(1 / noise + normalQuantile(fpr));
      expect(proved).toBeLessThanOrEqual(best);
      near(proved, best, 1e-5);
      for (const row of posterior.filter((one) => one.fpr === fpr))
        expect(row.posterior).toBeLessThanOrEqual(
          (row.prior * best) / (row.prior * best + (1 - row.prior) * fpr),
        );
    }
  }
});

/** A claim, and one that is more private. */
const MORE_PRIVATE: readonly (readonly [claim: string, more: string])[] = [
  ['gaussian(sigma=1)', 'gaussian(sigma=1.01)'],
  ['laplace(scale=1)', 'laplace(scale=1.01)'],
  ['pure-dp(epsilon=1)', 'pure-dp(epsilon=0.99)'],
  ['approx-dp(epsilon=1, delta=0.01)', 'approx-dp(epsilon=1, delta=0.009)'],
  ['randomized-response(epsilon=2, alphabet=3)', 'randomized-response(epsilon=1.9, alphabet=3)'],
  ['dpsgd(noise=1, rate=0.1, steps=100)', 'dpsgd(noise=1.01, rate=0.1, steps=100)'],
  ['dpsgd(noise=1, rate=0.1, steps=100, relation=replace)', 'dpsgd(noise=1, rate=0.1, steps=100)'],
  ['compose(laplace(scale=2)*3)', 'compose(laplace(scale=2)*2)'],
  ['profile(0.5:0.2, 3:1e-6)', 'profile(0.5:0.1, 3:1e-6)'],
  ['points(0:1, 0.1:0.4, 0.4:0.1, 1:0)', 'points(0:1, 0.1:0.5, 0.5:0.1, 1:0)'],
];

describe('in the order of privacy', () => {
  test.each(MORE_PRIVATE)('%s has larger risks than %s', (claim, more) => {
    const [less, risk] = [claimRisk(claim), claimRisk(more)];
    expect(risk.advantage).toBeLessThan(less.advantage);
    risk.tpr.forEach(({ tpr }, i) => {
      expect(tpr).toBeLessThanOrEqual(less.tpr[i].tpr);
    });
    risk.posterior.forEach(({ posterior }, i) => {
      expect(posterior).toBeLessThanOrEqual(less.posterior[i].posterior);
    });
  });
});

/** A mechanism with finitely many outcomes: their probabilities with the record in, and out. */
function discreteMechanism(seed: number): { in: number; out: number }[] {
  const random = createRandom(41).split(seed);
  const draw = () => Array.from({ length: 2 + random.integer(6) }, () => random.uniform() ** 4);
  const [a, b] = [draw(), draw()];
  const size = Math.max(a.length, b.length);
  const share = (masses: number[]) => masses.map((x) => x / masses.reduce((sum, y) => sum + y));
  const [p, q] = [share(a), share(b)];
  return Array.from({ length: size }, (_, i) => ({ in: p[i] ?? 0, out: q[i] ?? 0 }));
}

describe('of a mechanism with finitely many outcomes', () => {
  test('outcomes beyond the posterior at an FPR come up as rarely as the documentation says', () => {
    for (let seed = 0; seed < 300; seed++) {
      const outcomes = discreteMechanism(seed);
      const { fprs, bestTpr } = { fprs: [0.3, 0.1, 0.01, 0.001], bestTpr: neymanPearson(outcomes) };
      for (const fpr of fprs)
        for (const prior of [0.5, 0.01]) {
          const tpr = bestTpr(fpr);
          const posterior = (prior * tpr) / (prior * tpr + (1 - prior) * fpr);
          const beyond = outcomes.filter(
            (one) => prior * one.in > posterior * (1 + 1e-12) * (prior * one.in + (1 - prior) * one.out),
          );
          expect(total(beyond, 'in')).toBeLessThanOrEqual(tpr + 1e-12);
          expect(total(beyond, 'out')).toBeLessThanOrEqual(fpr + 1e-12);
        }
    }
  });

  test('an epsilon that it breaks at delta is a posterior that some outcomes reach, more often than delta', () => {
    for (let seed = 0; seed < 300; seed++) {
      const outcomes = discreteMechanism(seed);
      for (const delta of [0, 1e-3, 0.1]) {
        for (const epsilon of [0.1, 0.5, 1, 3]) {
          const factor = Math.exp(epsilon);
          const event = outcomes.filter((one) => one.in > factor * one.out);
          const [yes, no] = [total(event, 'in'), total(event, 'out')];
          if (!(yes > factor * no + delta)) continue;
          expect(yes).toBeGreaterThan(delta);
          for (const prior of [0.5, 0.01]) {
            const posterior = (prior * yes) / (prior * yes + (1 - prior) * no);
            expect(posterior).toBeGreaterThan((prior * factor) / (1 - prior + prior * factor));
          }
        }
      }
    }
  });
});

const total = (outcomes: readonly { in: number; out: number }[], side: 'in' | 'out') =>
  outcomes.reduce((sum, one) => sum + one[side], 0);

/** The true positive rate of the most powerful test at a false positive rate, by Neyman and Pearson's lemma. */
function neymanPearson(outcomes: readonly { in: number; out: number }[]): (fpr: number) => number {
  const sorted = [...outcomes].sort((a, b) => b.in * a.out - a.in * b.out);
  return (fpr) => {
    let [left, tpr] = [fpr, 0];
    for (const one of sorted) {
      const part = one.out <= left ? 1 : left / one.out;
      tpr += part * one.in;
      left -= part * one.out;
      if (part < 1) break;
    }
    return Math.min(1, tpr);
  };
}

describe('what was proved', () => {
  const random = createRandom('risk');
  const included = Array.from({ length: 1000 }, () => random.coin());
  const scores = included.map((bit) => bit + 0.5 * random.normal());
  const found = audit(
    { scores, included },
    { claim: 'gaussian(sigma=1)', guesses: [100], plots: false, methods: ['paper'] },
  );

  test('of a Gaussian is the risk of the last one that is refuted, rounded down', () => {
    const [gaussian] = found.risk.proved;
    const mu = found.results.find(({ family }) => family === 'gaussian')?.parameter as number;
    expect(gaussian).toMatchObject({ family: 'gaussian', assumption: 'model-based', parameter: mu, mu });
    const exact = 2 * normalCdf(mu / 2) - 1;
    expect(gaussian.advantage).toBeLessThanOrEqual(exact);
    near(gaussian.advantage as number, exact);
    for (const { fpr, tpr } of gaussian.tpr) {
      expect(tpr).toBeLessThanOrEqual(normalCdf(mu + normalQuantile(fpr)));
      near(tpr, normalCdf(mu + normalQuantile(fpr)));
    }
    const { epsilon } = found.results[0];
    for (const row of gaussian.posteriorAtDelta) {
      expect(row.epsilon).toBe(epsilon);
      const exactly = (row.prior * Math.exp(epsilon)) / (1 - row.prior + row.prior * Math.exp(epsilon));
      expect(row.posterior).toBeLessThanOrEqual(exactly);
      near(row.posterior, exactly);
    }
  });

  test('of every mechanism is a posterior and no rate', () => {
    const worst = found.risk.proved.find(({ assumption }) => assumption === 'worst-case');
    expect(worst).toMatchObject({
      family: 'approx-dp(delta=1e-5)',
      advantage: null,
      tpr: [],
      posterior: [],
      mu: null,
    });
    expect(worst?.posteriorAtDelta.map(({ prior }) => prior)).toEqual([0.5, 0.01]);
    expect(worst?.posteriorAtDelta[0].posterior).toBeGreaterThan(0.5);
  });

  test('stands beside what the claim allows; nothing is said where nothing was proved', () => {
    expect(found.risk.claim).toEqual(claimRisk('gaussian(sigma=1)'));
    const blind = audit(
      { scores: scores.map(() => random.normal()), included },
      { guesses: [100], plots: false },
    );
    expect(blind.risk).toEqual({ claim: null, proved: [] });
  });
});

test('rates, priors and deltas that are none are refused', () => {
  expect(() => claimRisk('perfect()', { fprs: [0] })).toThrow('invalid fpr; must be in (0, 1): 0');
  expect(() => claimRisk('perfect()', { priors: [1] })).toThrow('invalid prior; must be in (0, 1): 1');
  expect(() => claimRisk('perfect()', { deltas: [1] })).toThrow('invalid delta');
});
