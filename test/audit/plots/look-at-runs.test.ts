import { describe, expect, test } from 'vitest';
import { askedBy } from '../../../src/audit/asked.ts';
import { attackNumbers } from '../../../src/audit/attack/numbers.ts';
import { scoreGroups } from '../../../src/audit/attack/score-groups.ts';
import { sortScores } from '../../../src/audit/attack/sorted-scores.ts';
import { plotsOf } from '../../../src/audit/plots/audit-plots.ts';
import { lookAtRuns } from '../../../src/audit/plots/look-at-runs.ts';
import { histogram, roc } from '../../../src/audit/plots/score-plots.ts';
import { beta, tradeOff } from '../../../src/claims/index.ts';
import { audit } from '../../../src/index.ts';
import type { Scores } from '../../../src/types.ts';
import { choices, input, noisySum } from '../../support/scores.ts';

const look = (scores: readonly Scores[], options = {}, budgets: readonly number[] = []) =>
  lookAtRuns(
    scores.map((each) => ({ input, scores: each })),
    askedBy(options),
    budgets,
  );
const oneKind = { kind: 'membership' as const, scores: Float64Array.of(1, 2), included: Uint8Array.of(1, 1) };

describe('a look at runs', () => {
  test('draws the first 200, with the canaries of the first 40', () => {
    const both = { ...oneKind, included: Uint8Array.of(0, 1) };
    const looks = look(new Array(201).fill(both));
    expect(looks.map(({ field }) => field !== null)).toEqual(looks.map((_, i) => i < 40));
    expect(looks.map(({ plots }) => plots !== null)).toEqual(looks.map((_, i) => i < 200));
    expect(looks.map(({ numbers }) => numbers !== null)).toEqual(looks.map(() => true));
    expect(looks[39].plots?.run).toBe(40);
    expect(looks[39].field?.run).toBe(40);
  });

  test('of one run shows its errors and its scores, sorted for what else is drawn', () => {
    const scores = noisySum(300, 0.8, 1);
    const sorted = sortScores(scores, false);
    const groups = scoreGroups(scores, false);
    if (groups === null) throw new Error('no groups');
    const [found] = look([scores]);
    expect(found.numbers).toEqual(attackNumbers(groups));
    expect(found.plots).toEqual({ run: 1, histogram: histogram(sorted, false), roc: roc(sorted, 200) });
    expect(found.sorted).toEqual(sorted);
    const several = look([scores, noisySum(300, 0.8, 2), noisySum(300, 0.8, 3), noisySum(300, 0.8, 4)]);
    expect(several.map((each) => each.sorted)).toEqual([null, null, null, null]);
    expect(several[0].plots?.roc).toEqual(roc(sorted, 100));
  });

  test('without plots has numbers alone', () => {
    const [found] = look([noisySum(50, 1, 1)], { plots: false });
    expect(found).toMatchObject({ plots: null, sorted: null, field: null });
    expect(found.numbers?.included).toBeGreaterThan(0);
  });

  test('has nothing to compare where one kind is missing, or among candidates', () => {
    expect(look([oneKind])).toMatchObject([{ numbers: null, plots: null, sorted: null }]);
    expect(look([choices(20, 4, 0.5, 1)])).toMatchObject([
      { numbers: null, plots: null, sorted: null, field: { game: 'reconstruction', m: 20 } },
    ]);
  });

  test('can be cut where so many guesses end, on one side or on both', () => {
    // Of 20,000 canaries 1,000 at either end are drawn, and a cut is kept at every 45th place between.
    const [{ field }] = look([noisySum(20_000, 1, 1)], {}, [2 * 3003 + 1]);
    const above = field?.cuts.map(([place]) => place);
    expect(field?.dots.rank).toHaveLength(2000);
    for (const stop of [6007, 20_000 - 6007, 3004, 20_000 - 3003]) expect(above).toContain(stop);
    const fields = look(Array.from({ length: 20 }, (_, i) => noisySum(301, 1, i)));
    // Of several runs each has fewer dots, and 300 are drawn one by one in any case.
    expect(fields[0].field?.dots.rank).toHaveLength(150);
    expect(look([noisySum(4000, 1, 1)])[0].field?.dots.rank).toHaveLength(4000);
  });
});

describe('the plots of an audit', () => {
  const scores = noisySum(60, 0.5, 3);
  const claim = 'gaussian(sigma=1)';
  const options = { claim, guesses: [10, 20], methods: ['paper'] as const, families: [], seed: 1 };

  test('show the claimed curve, even and towards 0', () => {
    const { claimed } = audit({ ...scores }, { ...options, plots: 'counts' }).plots;
    const alphas = claimed?.map(([alpha]) => alpha) ?? [];
    expect(alphas).toEqual(alphas.toSorted((a, b) => a - b));
    expect([alphas[0], alphas.at(-1)]).toEqual([0, 1]);
    for (const alpha of [0.005, 0.25, 0.335, 1e-6, 1e-3]) expect(alphas).toContain(alpha);
    expect(alphas.filter((alpha) => alpha > 1e-6 && alpha < 1e-3).length).toBeGreaterThan(40);
    const f = tradeOff(claim);
    for (const [alpha, found] of claimed ?? []) expect(found).toBe(beta(f, alpha));
  });

  test('show what numbers of guesses would have proved, where all checks passed', () => {
    const counts = audit({ ...scores }, { ...options, plots: 'counts' });
    expect(counts.plots.budgets?.counts).toBe(true);
    expect(counts.plots.budgets?.chosen).toEqual(
      counts.runs[0].observations.map(({ guesses, correct }) => [guesses, correct]),
    );
    const { plots } = audit({ ...scores }, options);
    expect(plots.budgets?.family).toBe('gaussian');
    expect(plots.budgets?.curve.map(([guesses]) => guesses)).toEqual(
      counts.plots.budgets?.curve.map(([guesses]) => guesses),
    );
    expect(plots.budgets?.chosen.map(([guesses]) => guesses)).toEqual([10, 20]);
    for (const [, epsilon] of plots.budgets?.chosen ?? []) expect(epsilon).toBeGreaterThan(0);
    const unfair = audit({ ...scores, included: scores.included.map((_, i) => (i < 58 ? 1 : 0)) }, options);
    expect(unfair.outcome).toBe('no-verdict');
    expect(unfair.plots).toMatchObject({ budgets: null, runs: [{ run: 1 }] });
  });

  test('are none where no run has canaries of both kinds', () => {
    const looks = look([oneKind, oneKind]);
    const asked = askedBy({});
    const seen = { observations: [], tauEach: 0.05 } as unknown as Parameters<typeof plotsOf>[2];
    expect(plotsOf(looks, null, seen, asked, [])).toMatchObject({ runs: [], claimed: null, budgets: null });
    expect(plotsOf(looks, null, seen, asked, []).fields).toHaveLength(2);
    const bare = looks.map((each) => ({ ...each, field: null }));
    expect(plotsOf(bare, tradeOff(claim), seen, asked, [])).toEqual({
      runs: [],
      fields: [],
      claimed: null,
      budgets: null,
    });
  });
});
