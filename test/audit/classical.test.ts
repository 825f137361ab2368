import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestThreshold, errorsAt } from '../../src/audit/classical/choose-threshold.ts';
import { classicalEpsilons, errorsPValue, errorsRefute } from '../../src/audit/classical/curve-test.ts';
import { errorLimits, upperLimit } from '../../src/audit/classical/error-limits.ts';
import { family, tradeOff } from '../../src/claims/index.ts';
import { type AuditOptions, audit, type ClassicalAudit, type RunScores } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { auditText } from '../../src/report/index.ts';
import { golden, relativeError } from '../support/golden.ts';
import { naiveEpsilon, naiveUpperLimit } from '../support/naive-limits.ts';

const errorsOf = (n0: number, fp: number, n1: number, fn: number) => ({
  falsePositives: { runs: n0, wrong: fp },
  falseNegatives: { runs: n1, wrong: fn },
});

describe('limits on two errors', () => {
  test('are those of another program, and rounded to the safe side', () => {
    const gaussians = family('gaussian');
    for (const { n0, fp, n1, fn, tau, delta, ...expected } of golden('clopper-pearson').cases) {
      const errors = errorsOf(n0, fp, n1, fn);
      const { alpha, beta } = errorLimits(errors, tau);
      for (const [found, limit] of [
        [alpha, expected.alpha],
        [beta, expected.beta],
      ]) {
        expect(relativeError(found, limit)).toBeLessThan(1e-10);
        expect(found).toBeGreaterThan(limit * (1 - 1e-12));
      }
      const [proved] = classicalEpsilons(errors, family(`approx-dp(delta=${delta})`), tau, [delta]);
      const [model] = classicalEpsilons(errors, gaussians, tau, [delta]);
      expect(proved.epsilon).toBeLessThanOrEqual(expected.epsilon * (1 + 1e-12));
      expect(Math.abs(proved.epsilon - expected.epsilon)).toBeLessThan(1e-9);
      expect(model.parameter ?? 0).toBeLessThanOrEqual(expected.mu * (1 + 1e-12));
      expect(Math.abs((model.parameter ?? 0) - expected.mu)).toBeLessThan(1e-9);
      expect([proved.assumption, model.assumption]).toEqual(['worst-case', 'model-based']);
    }
  });

  test('are those of exact sums', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 999 }),
        (runs, some, level) => {
          const wrong = Math.min(some, runs - 1);
          const found = upperLimit({ runs, wrong }, level / 1000);
          const [low, high] = naiveUpperLimit(wrong, runs, [level, 1000]);
          expect(found).toBeGreaterThanOrEqual(low);
          expect(found).toBeLessThan(high * (1 + 1e-8));
        },
      ),
      { numRuns: 60, seed: 1 },
    );
    expect(upperLimit({ runs: 0, wrong: 0 }, 0.05)).toBe(1);
    expect(upperLimit({ runs: 3, wrong: 3 }, 0.05)).toBe(1);
  });

  test('a p-value is the level from which on a curve is refuted', () => {
    const curves = [
      'gaussian(mu=1)',
      'pure-dp(epsilon=0.5)',
      'approx-dp(epsilon=1, delta=0.01)',
      'perfect()',
    ];
    const random = createRandom('p-values');
    for (let i = 0; i < 60; i++) {
      const [n0, n1] = [1 + random.integer(200), 1 + random.integer(200)];
      const errors = errorsOf(n0, random.integer(1 + (n0 >> 2)), n1, random.integer(1 + (n1 >> 2)));
      const f = tradeOff(curves[i % curves.length]);
      const p = errorsPValue(errors, f);
      if (p > 1e-300 && p < 1) expect(errorsRefute(errors, f, p * (1 + 1e-9))).toBe(true);
      if (p > 1e-300) expect(errorsRefute(errors, f, p * (1 - 1e-6))).toBe(false);
    }
  });

  test('other families are searched too, and prove what a curve of theirs refutes', () => {
    const errors = errorsOf(500, 5, 500, 60);
    const { alpha, beta } = errorLimits(errors, 0.05);
    const [{ epsilon }] = classicalEpsilons(errors, family('pure-dp'), 0.05, [1e-5]);
    expect(epsilon).toBeCloseTo(naiveEpsilon(alpha, beta, 0), 9);
    const [noise] = classicalEpsilons(errors, family('dpsgd(rate=0.5, steps=4)'), 0.05, [1e-5]);
    expect(noise.epsilon).toBeGreaterThan(epsilon);
    const member = (scale: number) =>
      tradeOff(`dpsgd(noise=${scale * (noise.parameter ?? 0)}, rate=0.5, steps=4)`);
    expect(errorsRefute(errors, member(1), 0.05)).toBe(true);
    expect(errorsRefute(errors, member(0.99), 0.05)).toBe(false);
  });
});

/** Runs of one canary each; without `ids` it is the same canary in all of them. */
function single(count: number, sigma: number, seed: string) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const bit = random.coin();
    return { scores: [bit + sigma * random.normal()], included: [bit] };
  });
}

const plain: AuditOptions = { plots: false, seed: 1 };

describe('runs of one canary each', () => {
  const runs = single(300, 0.3, 'runs');
  const claim = 'gaussian(sigma=1)';

  test('with a threshold are audited by the classical test and as one game, at half of tau each', () => {
    const found = audit(runs, { ...plain, claim, threshold: 0.5 });
    expect(found).toMatchObject({
      verdict: 'refuted',
      tau: 0.05,
      tauEach: 0.025,
      classical: { threshold: 0.5, chosenBy: 'stated', choosingRuns: 0, tau: 0.025, refuted: true },
    });
    const { classical } = found;
    const inside = runs.filter(({ included }) => included[0] === 1);
    expect(classical?.falseNegatives.runs).toBe(inside.length);
    expect(classical?.falseNegatives.wrong).toBe(inside.filter(({ scores }) => scores[0] < 0.5).length);
    expect(classical?.falsePositives.limit).toBe(
      upperLimit(classical?.falsePositives ?? { runs: 0, wrong: 0 }, 0.0125),
    );
    expect(new Set(found.tests.map(({ method }) => method))).toEqual(
      new Set(['paper', 'optimal', 'classical']),
    );
    expect(new Set(found.results.map(({ method }) => method))).toContain('classical');
    const halves = audit(runs, { ...plain, claim, tau: 0.025 });
    expect(found.tests.filter(({ method }) => method !== 'classical')).toEqual(halves.tests);
    expect(found.results.filter(({ method }) => method !== 'classical')).toEqual(halves.results);
  });

  test('the classical test alone has all of tau, and needs no coins', () => {
    const alone = audit(runs, { ...plain, claim, threshold: 0.5, methods: ['classical'] });
    expect(alone).toMatchObject({ verdict: 'refuted', tauEach: 0.05, classical: { tau: 0.05 } });
    expect(alone.tests.map(({ method }) => method)).toEqual(['classical']);
    expect(alone.claim?.refutable).toBe(true);
    const mostlyIn = runs.filter(({ included }, i) => included[0] === 1 || i % 20 === 0);
    expect(audit(mostlyIn, { ...plain, claim, threshold: 0.5 }).verdict).toBe('no-verdict');
    expect(audit(mostlyIn, { ...plain, claim, threshold: 0.5, methods: ['classical'] }).verdict).toBe(
      'refuted',
    );
  });

  test('without a threshold the limits are left out, with a sentence', () => {
    const found = audit(runs, { ...plain, claim });
    expect(found.classical).toBeUndefined();
    expect(found.tauEach).toBe(0.05);
    expect(auditText(found)).toContain(
      'the classical audit, limits on both errors of a threshold, was left out',
    );
    expect(() => audit(runs, { ...plain, methods: ['classical'] })).toThrow('needs a threshold of the score');
    expect(() => audit(runs, { ...plain, methods: ['optimal'], threshold: 0.5 })).toThrow('leaves out');
  });

  test('few runs cannot refute, and the report says so', () => {
    const few = single(8, 0.1, 'few');
    const found = audit(few, {
      ...plain,
      claim: 'gaussian(sigma=0.2)',
      threshold: 0.5,
      methods: ['classical'],
    });
    expect(found).toMatchObject({ verdict: 'not-refuted', claim: { refutable: false } });
  });

  test('all runs of one kind limit one error only', () => {
    const { falsePositives, falseNegatives } = errorsAt(
      { scores: Float64Array.of(1, 2, 0), included: Uint8Array.of(1, 1, 1) },
      { threshold: 1, lowerIsIn: false },
    );
    expect([falsePositives, falseNegatives]).toEqual([
      { runs: 0, wrong: 0 },
      { runs: 3, wrong: 1 },
    ]);
    const [row] = classicalEpsilons({ falsePositives, falseNegatives }, family('pure-dp'), 0.05, [0]);
    expect(row).toMatchObject({ epsilon: 0, parameter: null, largestProvable: 0 });
  });

  test('a score at the threshold is called in, in both directions', () => {
    const scores = { scores: Float64Array.of(1, 2, 3, 2), included: Uint8Array.of(0, 0, 1, 1) };
    expect(errorsAt(scores, { threshold: 2, lowerIsIn: false })).toEqual(errorsOf(2, 1, 2, 0));
    const losses = { ...scores, scores: scores.scores.map((score) => -score) };
    expect(errorsAt(losses, { threshold: -2, lowerIsIn: true })).toEqual(errorsOf(2, 1, 2, 0));
    const turned = runs.map((run) => ({ ...run, scores: [-run.scores[0]] }));
    const [up, down] = [
      audit(runs, { ...plain, claim, threshold: 0.5 }),
      audit(turned, { ...plain, claim, threshold: -0.5, lowerIsIn: true }),
    ];
    expect(down.classical?.falsePositives).toEqual(up.classical?.falsePositives);
    expect(down.tests).toEqual(up.tests);
  });

  test('coarse scores, of one canary in all runs, are no copies of each other', () => {
    const coarse = runs.map((run) => ({ ...run, scores: [Math.round(run.scores[0])] }));
    expect(audit(coarse, { ...plain, claim, threshold: 0.5 }).classical).toMatchObject({ refuted: true });
    expect(() => audit([...runs, ...runs], { ...plain, threshold: 0.5 })).toThrow(
      'stands, with its truth, 2 times',
    );
  });
});

describe('a threshold that runs choose', () => {
  const runs = single(400, 0.5, 'chosen');
  const pooled = (some: typeof runs) => ({
    scores: Float64Array.from(some, ({ scores }) => scores[0]),
    included: Uint8Array.from(some, ({ included }) => included[0]),
  });

  test('the first runs choose and are left out, or other runs do', () => {
    const first = audit(runs, { ...plain, thresholdRuns: 100 });
    const threshold = bestThreshold(pooled(runs.slice(0, 100)), false, 0.025);
    expect(first.classical).toMatchObject({ threshold, chosenBy: 'first-runs', choosingRuns: 100 });
    const { falsePositives, falseNegatives } = first.classical as ClassicalAudit;
    expect(falsePositives.runs + falseNegatives.runs).toBe(300);
    const others = audit(runs.slice(100), { ...plain, thresholdFrom: runs.slice(0, 100) });
    expect(others.classical).toMatchObject({
      threshold,
      chosenBy: 'other-runs',
      choosingRuns: 100,
      falsePositives: first.classical?.falsePositives,
    });
  });

  test('it is the best of all on the runs that choose', () => {
    for (const lowerIsIn of [false, true])
      for (let seed = 0; seed < 20; seed++) {
        const { scores, included } = pooled(single(3 + 2 * seed, 0.7, `best${seed}`));
        const some = { scores: lowerIsIn ? scores.map((score) => -score) : scores, included };
        const worth = (threshold: number) => {
          const errors = errorsAt(some, { threshold, lowerIsIn });
          const { alpha, beta } = errorLimits(errors, 0.05);
          return naiveEpsilon(alpha, beta, 0);
        };
        const best = worth(bestThreshold(some, lowerIsIn, 0.05));
        for (const score of some.scores) expect(best).toBeGreaterThanOrEqual(worth(score) - 1e-12);
      }
  });

  test('of many runs with few different scores too', () => {
    const runs = 8002;
    const included = Uint8Array.from({ length: runs }, (_, i) => i % 2);
    for (const wrong of [1600, 1601, 1602, 1603]) {
      const scores = Float64Array.from(included, (bit, i) => (i < wrong ? 1 - bit : bit));
      expect(bestThreshold({ scores, included }, false, 0.05)).toBe(0.5);
    }
  });

  test.each<[string, AuditOptions, string]>([
    [
      'two ways at once',
      { threshold: 0.5, thresholdRuns: 3 },
      'it is stated, or chosen by some runs: say one',
    ],
    ['no number', { threshold: Number.NaN }, 'invalid threshold; must be a finite number: NaN'],
    ['all runs choose', { thresholdRuns: 400 }, 'from 1 to one less than the runs (400): 400'],
    ['no runs choose', { thresholdRuns: 0 }, 'invalid threshold-runs'],
    ['half a run', { thresholdRuns: 1.5 }, 'invalid threshold-runs'],
    ['the same runs', { thresholdFrom: runs }, 'must be others than those that are tested'],
    ['some of the same runs', { thresholdFrom: runs.slice(50, 150) }, 'must be others than those'],
  ])('%s: refused', (_, options, message) => {
    expect(() => audit(runs, { ...plain, ...options })).toThrow(message);
  });

  test('coarse runs do not choose for themselves, nor does a part of them; others with the same labels may', () => {
    const random = createRandom('coarse');
    const coarse = (digits: number) => () => {
      const bit = random.coin();
      return { scores: [Number((random.normal() + bit).toFixed(digits))], included: [bit] };
    };
    for (const digits of [0, 1, 2]) {
      const [runs, others] = [1, 2].map(() => Array.from({ length: 400 }, coarse(digits)));
      const choose = (thresholdFrom: RunScores[]) => () =>
        audit(runs, { methods: ['classical'], families: [], plots: false, thresholdFrom });
      for (const copied of [runs, runs.slice(0, 100), digits === 0 ? runs : [...runs].reverse()])
        expect(choose(copied)).toThrow('must be others than those that are tested');
      expect(choose(others)().classical?.choosingRuns).toBe(400);
      expect(choose(others.slice(0, 5))().classical?.choosingRuns).toBe(5);
    }
  });

  test('runs of several canaries have no threshold', () => {
    const two = { scores: [0, 1, 2, 3], included: [0, 1, 0, 1] };
    expect(() => audit(two, { ...plain, threshold: 0.5 })).toThrow('several runs of one canary each');
    expect(() => audit(two, { ...plain, methods: ['classical'] })).toThrow('several runs of one canary each');
  });
});
