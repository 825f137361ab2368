import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classicalEpsilons, errorsPValue, errorsRefute } from '../../src/audit/classical/curve-test.ts';
import { errorLimits, upperLimit } from '../../src/audit/classical/error-limits.ts';
import { bestThreshold, errorsAt } from '../../src/audit/classical/threshold.ts';
import { family, tradeOff } from '../../src/claims/index.ts';
import { type AuditOptions, audit } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
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

/** Runs of one canary. */
function single(count: number, sigma: number, seed: string) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const bit = random.coin();
    return { scores: [bit + sigma * random.normal()], included: [bit] };
  });
}

const claim = 'gaussian(sigma=1)';
const plain: AuditOptions = { claim, plots: false, seed: 1, sameCanary: true };

describe('runs of one canary', () => {
  const runs = single(300, 0.3, 'runs');

  test('are tested by both errors of a threshold', () => {
    const found = audit(runs, { ...plain, threshold: 0.5 });
    const inside = runs.filter(({ included }) => included[0] === 1);
    const missed = inside.filter(({ scores }) => scores[0] < 0.5).length;
    const wrong = (found.classical?.falsePositives.wrong ?? 0) + missed;
    expect(found).toMatchObject({
      outcome: 'refuted',
      tauEach: 0.05,
      decidedBy: { method: 'classical', level: 0.05, guesses: 300 },
      proved: [
        { assumption: 'model-based', method: 'classical' },
        { assumption: 'worst-case', method: 'classical' },
      ],
      classical: {
        threshold: 0.5,
        choosingRuns: 0,
        falseNegatives: { runs: inside.length, wrong: missed },
      },
      runs: [{ observations: [{ m: 300, guesses: 300, correct: 300 - wrong }] }],
    });
    expect(found.runs[0].inputs).toHaveLength(300);
    expect(found.tests).toEqual([found.decidedBy]);
    expect(found.classical?.falsePositives.limit).toBe(
      upperLimit(found.classical?.falsePositives ?? { runs: 0, wrong: 0 }, 0.025),
    );
  });

  test('need no fair coins, which they do as one game without a threshold', () => {
    const mostlyIn = runs.filter(({ included }, i) => included[0] === 1 || i % 9 === 0);
    expect(audit(mostlyIn, { ...plain, threshold: 0.5 }).outcome).toBe('refuted');
    expect(audit(mostlyIn, { claim, plots: false }).outcome).toBe('no-verdict');
    const game = audit(runs, { claim, plots: false });
    expect(game).toMatchObject({ outcome: 'refuted', runs: [{ observations: [{ m: 300 }] }] });
    expect(game.checks).toContainEqual(expect.objectContaining({ name: 'fair draws', passed: true }));
    expect(game.classical).toBeUndefined();
  });

  test('of one kind have no verdict', () => {
    const allIn = runs.filter(({ included }) => included[0] === 1);
    expect(audit(allIn, { ...plain, threshold: 0.5 })).toMatchObject({ outcome: 'no-verdict', tests: [] });
  });

  test('a score at the threshold is called in, in both directions', () => {
    const scores = { scores: Float64Array.of(1, 2, 3, 2), included: Uint8Array.of(0, 0, 1, 1) };
    expect(errorsAt(scores, 2, false)).toEqual(errorsOf(2, 1, 2, 0));
    const losses = { ...scores, scores: scores.scores.map((score) => -score) };
    expect(errorsAt(losses, -2, true)).toEqual(errorsOf(2, 1, 2, 0));
    const turned = runs.map((run) => ({ ...run, scores: [-run.scores[0]] }));
    const [up, down] = [
      audit(runs, { ...plain, threshold: 0.5 }),
      audit(turned, { ...plain, threshold: -0.5, lowerIsIn: true }),
    ];
    expect(down.classical?.falsePositives).toEqual(up.classical?.falsePositives);
    expect(down.tests).toEqual(up.tests);
  });

  test('coarse scores are no copies of each other', () => {
    const coarse = runs.map((run) => ({ ...run, scores: [Math.round(run.scores[0])] }));
    expect(audit(coarse, { ...plain, threshold: 0.5 }).outcome).toBe('refuted');
    expect(() => audit([...runs, ...runs], { ...plain, threshold: 0.5 })).toThrow(
      'stands, with its truth, 2 times',
    );
  });
});

describe('what "not refuted" is worth', () => {
  const honest = single(400, 1, 'honest');
  const outcome = (runs: typeof honest, options: AuditOptions = {}) =>
    audit(runs, { ...plain, threshold: 0.5, ...options });

  test('an attack that works stands, with what would have been noticed', () => {
    const found = outcome(honest);
    expect(found).toMatchObject({ outcome: 'not-refuted', standing: { violation: 'gaussian(sigma=0.5)' } });
    expect(found.power?.best).toBeGreaterThan(0.95);
    expect(found.attack.strength).toBeGreaterThan(0.7);
  });

  test('scores that know nothing could not have noticed', () => {
    const random = createRandom('blind');
    const blind = honest.map((run) => ({ ...run, scores: [0.5 + random.normal()] }));
    expect(outcome(blind)).toMatchObject({ outcome: 'could-not-have-noticed', standing: { couldNot: null } });
    const constant = honest.map((run) => ({ ...run, scores: [1] }));
    expect(outcome(constant)).toMatchObject({
      outcome: 'could-not-have-noticed',
      standing: { couldNot: 'never-refutes' },
    });
  });

  test('few runs, or a threshold that nearly none reaches, could not either', () => {
    expect(outcome(honest.slice(0, 20)).standing?.couldNot).not.toBeNull();
    expect(outcome(honest, { threshold: 3.5 }).standing?.couldNot).not.toBeNull();
    const demanding = outcome(honest.slice(0, 200), { requirePower: 0.99 });
    expect(demanding).toMatchObject({ outcome: 'could-not-have-noticed', standing: { couldNot: null } });
  });
});

describe('a threshold that runs choose', () => {
  const runs = single(400, 0.5, 'chosen');
  const pooled = (some: typeof runs) => ({
    scores: Float64Array.from(some, ({ scores }) => scores[0]),
    included: Uint8Array.from(some, ({ included }) => included[0]),
  });

  test('is that of the first runs, which are left out', () => {
    const { classical, runs: audited } = audit(runs, { ...plain, thresholdRuns: 100 });
    const threshold = bestThreshold(pooled(runs.slice(0, 100)), false, 0.05);
    expect(classical).toMatchObject({ threshold, choosingRuns: 100 });
    expect(audited[0].observations[0].m).toBe(300);
    const { falsePositives, falseNegatives } = errorsAt(pooled(runs.slice(100)), threshold, false);
    expect(classical).toMatchObject({ falsePositives, falseNegatives });
  });

  test('is the best of all on the runs that choose', () => {
    for (const lowerIsIn of [false, true])
      for (let seed = 0; seed < 20; seed++) {
        const { scores, included } = pooled(single(3 + 2 * seed, 0.7, `best${seed}`));
        const some = { scores: lowerIsIn ? scores.map((score) => -score) : scores, included };
        const worth = (threshold: number) => {
          const { alpha, beta } = errorLimits(errorsAt(some, threshold, lowerIsIn), 0.05);
          return naiveEpsilon(alpha, beta, 0);
        };
        const best = worth(bestThreshold(some, lowerIsIn, 0.05));
        for (const score of some.scores) expect(best).toBeGreaterThanOrEqual(worth(score) - 1e-12);
      }
  });

  test.each<[string, AuditOptions, string]>([
    ['two ways at once', { threshold: 0.5, thresholdRuns: 3 }, 'needs one threshold of the score'],
    ['none', {}, 'needs one threshold of the score'],
    ['no number', { threshold: Number.NaN }, 'invalid threshold; must be a finite number: NaN'],
    ['all runs choose', { thresholdRuns: 400 }, 'from 1 to one less than the runs (400): 400'],
    ['no runs choose', { thresholdRuns: 0 }, 'invalid threshold-runs'],
    ['half a run', { thresholdRuns: 1.5 }, 'invalid threshold-runs'],
    ['a method', { threshold: 0.5, methods: ['paper'] }, 'without ranks'],
    ['a number of guesses', { threshold: 0.5, guesses: [100] }, 'without ranks'],
    ['one side', { threshold: 0.5, sides: 'in' }, 'without ranks'],
  ])('%s: refused', (_, options, message) => {
    expect(() => audit(runs, { ...plain, ...options })).toThrow(message);
  });

  test('runs of several canaries have no threshold', () => {
    const two = { scores: [0, 1, 2, 3], included: [0, 1, 0, 1] };
    for (const given of [two, [two, { scores: [5, 6, 7, 8], included: [1, 1, 0, 0] }]])
      expect(() => audit(given, { ...plain, threshold: 0.5 })).toThrow('one and the same canary');
  });
});
