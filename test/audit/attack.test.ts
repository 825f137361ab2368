import { describe, expect, test } from 'vitest';
import { attackNumbers } from '../../src/audit/attack/numbers.ts';
import { scoreGroups } from '../../src/audit/attack/score-groups.ts';
import { type SortedScores, sortScores } from '../../src/audit/attack/sorted-scores.ts';
import { type AttackNumbers, type AuditOptions, audit, type MembershipScores } from '../../src/index.ts';
import { clopperPearsonUpper, createRandom, normalCdf, type Random } from '../../src/numerics/index.ts';
import { auditData } from '../../src/report/index.ts';
import { naiveAttack, naiveClopperPearson } from '../support/naive-attack.ts';

const LABEL = 'describes this attack on these canaries; proves nothing about the claim';
const QUICK: AuditOptions = { families: [], plots: false, seed: 1 };

function described(run: MembershipScores, lowerIsIn = false, sorted?: SortedScores): AttackNumbers {
  const groups = scoreGroups(run, lowerIsIn, sorted);
  if (groups === null) throw new Error('nothing to describe');
  return attackNumbers(groups);
}

/** Scores of `m` canaries, those in higher by `shift`; rounded to `step` where that is not 0. */
function drawn(random: Random, m: number, shift: number, step = 0): MembershipScores {
  const included = Uint8Array.from({ length: m }, (_, i) => (i < 2 ? i : random.coin()));
  const scores = Float64Array.from(included, (bit) => {
    const score = shift * bit + random.normal();
    return step === 0 ? score : step * Math.round(score / step);
  });
  return { kind: 'membership', scores, included };
}

describe('the numbers that describe an attack', () => {
  test('are those of their definitions, over all pairs and all thresholds, with ties and without', () => {
    const random = createRandom('definitions');
    for (let n = 0; n < 120; n++) {
      const m = 2 + random.integer(n % 3 === 0 ? 400 : 60);
      const run = drawn(random, m, [0, 1, 3, -1][n % 4], [0, 0.25, 1, 50][random.integer(4)]);
      const expected = naiveAttack(run.scores, run.included);
      const losses = { ...run, scores: run.scores.map((score) => -score) };
      for (const found of [described(run), described(losses, true)]) {
        expect(found.auc.value).toBeCloseTo(expected.auc, 12);
        expect(found.advantage).toBeCloseTo(expected.advantage, 12);
        expect(found.accuracy).toBeCloseTo(expected.accuracy, 12);
        expect(found.included + found.excluded).toBe(m);
        for (const [i, rate] of found.rates.entries())
          expect([rate.truePositives, rate.falsePositives]).toEqual([
            expected.rates[i]?.truePositives ?? null,
            expected.rates[i]?.falsePositives ?? null,
          ]);
      }
    }
  });

  test('have exact intervals of true positives, and none where a rate cannot be shown', () => {
    const random = createRandom('exact');
    for (let n = 0; n < 20; n++) {
      const { rates, included, excluded } = described(drawn(random, 30 + random.integer(40), 1));
      for (const { fpr, tpr, truePositives } of rates) {
        expect(tpr === null).toBe(excluded * fpr < 1 - 1e-9);
        if (tpr === null || truePositives === null) continue;
        const [lower, upper] = naiveClopperPearson(truePositives, included, 0.025);
        expect(tpr.value).toBe(truePositives / included);
        expect(tpr.lower).toBeCloseTo(lower, 9);
        expect(tpr.upper).toBeCloseTo(upper, 9);
      }
    }
    const perfect = {
      kind: 'membership' as const,
      included: Uint8Array.of(0, 0, 1, 1),
      scores: new Float64Array(4),
    };
    expect(described({ ...perfect, scores: Float64Array.of(1, 2, 3, 4) }).auc).toMatchObject({
      value: 1,
      upper: 1,
    });
    expect(described(perfect).auc.value).toBe(0.5);
    // Quantiles of the beta distribution, from tables.
    expect(naiveClopperPearson(5, 10, 0.025)[0]).toBeCloseTo(0.18708603, 8);
    expect(naiveClopperPearson(5, 10, 0.025)[1]).toBeCloseTo(0.81291397, 8);
  });

  /** The share of draws in which an interval misses what it is about is at most 5%. */
  const coversIn = (draws: number, covers: (random: Random) => boolean, seed: string) => {
    const random = createRandom(seed);
    let missed = 0;
    for (let n = 0; n < draws; n++) if (!covers(random)) missed++;
    // Were it 5% in truth, more would be missed in at least one of a thousand repeats.
    expect(missed, seed).toBeLessThanOrEqual(draws * clopperPearsonUpper(0.05 * draws, draws, 0.001));
  };

  test('are covered by their intervals: AUC, also where its variance is the largest, and TPR', () => {
    const area = normalCdf(1 / Math.SQRT2);
    const inside = ({ lower, upper }: { lower: number; upper: number }, truth: number) =>
      lower <= truth && truth <= upper;
    coversIn(1500, (random) => inside(described(drawn(random, 30, 1)).auc, area), 'normal scores');
    // Canaries in are all alike, those out far below or far above: the AUC is a binomial share.
    coversIn(
      1500,
      (random) => {
        const run = drawn(random, 24, 0);
        const scores = run.scores.map((_, i) => (run.included[i] === 1 ? 0 : random.bernoulli(0.8) ? -1 : 1));
        return inside(described({ ...run, scores }).auc, 0.8);
      },
      'largest variance',
    );
    coversIn(
      1500,
      (random) => {
        const run = drawn(random, 40, 1);
        const [rate] = described(run).rates;
        const [chosen] = naiveAttack(run.scores, run.included).rates;
        if (rate.tpr === null || !chosen) return true;
        // Of all thresholds that accuse the same canaries the interval holds for the one that is chosen first.
        const others = [...run.scores].filter(
          (score, i) => run.included[i] === 0 && score < chosen.threshold,
        );
        const cut = Math.max(...others);
        return inside(rate.tpr, 1 - normalCdf(cut - 1));
      },
      'true positives',
    );
  });

  test('of several runs are averages within runs, whatever the scale of each', () => {
    const random = createRandom('several');
    const runs = [1, 2, 0.5].map((shift) => drawn(random, 300, shift));
    const scaled = runs.map((run, r) => ({
      ...run,
      scores: run.scores.map((score) => 10 ** r * score + 5 * r),
    }));
    const options = { ...QUICK, guesses: [20], atLeast: 15 };
    const { attack } = audit(runs, options);
    expect(attack.description?.together).toEqual(audit(scaled, options).attack.description?.together);
    const losses = runs.map((run) => ({ ...run, scores: run.scores.map((score) => -score) }));
    expect(attack).toEqual(audit(losses, { ...options, lowerIsIn: true }).attack);
    expect(attack.description?.runs).toEqual(runs.map((run) => described(run)));
    const areas = attack.description?.runs.map((run) => run?.auc.value ?? 0) ?? [];
    expect(attack.description?.together?.auc.value).toBeGreaterThan(Math.min(...areas));
    expect(attack.description?.together?.auc.value).toBeLessThan(Math.max(...areas));
    expect(attack.description?.together?.rates.map(({ tpr }) => tpr === null)).toEqual([false, false, true]);
    const widths = (attack.description?.runs ?? []).map((run) => (run ? run.auc.upper - run.auc.lower : 0));
    const { lower = 0, upper = 1 } = attack.description?.together?.auc ?? {};
    expect(upper - lower).toBeLessThan(Math.min(...widths));
  });

  test('of several runs are covered too: of runs that differ, the average', () => {
    const shifts = [0, 1, 3];
    const truth = shifts.reduce((sum, shift) => sum + normalCdf(shift / Math.SQRT2) / 3, 0);
    coversIn(
      500,
      (random) => {
        const runs = shifts.map((shift) => {
          const run = drawn(random, 20, shift);
          // As many in as out, so that all runs weigh the same.
          const included = run.included.map((_, i) => i % 2);
          return {
            ...run,
            included,
            scores: Float64Array.from(included, (bit) => shift * bit + random.normal()),
          };
        });
        const auc = audit(runs, { ...QUICK, guesses: [2], atLeast: 1 }).attack.description?.together?.auc;
        return auc !== undefined && auc.lower <= truth && truth <= auc.upper;
      },
      'averages',
    );
  });

  test('of more than a million canaries are those of sorted scores, to within a hundred-thousandth', () => {
    const random = createRandom('many');
    const m = (1 << 20) + 1000;
    const included = Uint8Array.from({ length: m }, () => random.coin());
    const fine = Float64Array.from(included, (bit) => bit + random.uniform() + random.uniform());
    const coarse = fine.map((score) => Math.round(20 * score) / 20);
    const outlier = fine.map((score, i) => (i === 7 ? 1e12 : score));
    // Few scores, but those that low false positive rates are about, in one part of the range.
    const crowd = fine.map((score, i) => (i % 400 === 0 ? 3 + (1e-7 * included[i] + 1e-8) * score : score));
    for (const [scores, digits] of [
      [fine, 5],
      [coarse, 12],
      [outlier, 12],
      [crowd, 12],
    ] as const) {
      const run = { kind: 'membership' as const, scores, included };
      const found = described(run);
      const sorted = described(run, false, sortScores(run, false));
      expect(found.auc.value).toBeCloseTo(sorted.auc.value, digits);
      expect(found.auc.lower).toBeLessThanOrEqual(sorted.auc.lower);
      expect(found.auc.upper).toBeGreaterThanOrEqual(sorted.auc.upper);
      expect(found.advantage).toBeCloseTo(sorted.advantage, 5);
      expect(found.accuracy).toBeCloseTo(sorted.accuracy, 5);
      expect(found.rates.map(({ tpr }) => tpr?.value.toFixed(4))).toEqual(
        sorted.rates.map(({ tpr }) => tpr?.value.toFixed(4)),
      );
    }
  });

  test('carry their label, and are not there for a choice among candidates', () => {
    const run = drawn(createRandom('label'), 100, 1);
    expect(auditData(audit(run, QUICK))).toMatchObject({
      attack: { description: { assumption: 'descriptive', label: LABEL, confidence: 0.95, together: null } },
    });
    const guesses = [0, 1, 2, 1];
    expect(audit({ guesses, truth: [0, 1, 2, 0], k: 3 }, QUICK).attack.description).toBeNull();
    const lonely = { ...run, included: run.included.map(() => 1) };
    expect(audit(lonely, QUICK).attack.description).toBeNull();
  });
});
