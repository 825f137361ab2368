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

  test('of one run shows its errors and its scores', () => {
    const scores = noisySum(300, 0.8, 1);
    const sorted = sortScores(scores, false);
    const groups = scoreGroups(scores, false);
    if (groups === null) throw new Error('no groups');
    const [found] = look([scores]);
    expect(found.numbers).toEqual(attackNumbers(groups));
    expect(found.plots).toEqual({ run: 1, histogram: histogram(sorted, false), roc: roc(sorted, 200) });
    const several = look([scores, noisySum(300, 0.8, 2), noisySum(300, 0.8, 3), noisySum(300, 0.8, 4)]);
    expect(several[0].plots?.roc).toEqual(roc(sorted, 100));
  });

  test('without plots has numbers alone', () => {
    const [found] = look([noisySum(50, 1, 1)], { plots: false });
    expect(found).toMatchObject({ plots: null, field: null });
    expect(found.numbers?.included).toBeGreaterThan(0);
  });

  test('has nothing to compare where one kind is missing, or among candidates', () => {
    expect(look([oneKind])).toMatchObject([{ numbers: null, plots: null }]);
    expect(look([choices(20, 4, 0.5, 1)])).toMatchObject([
      { numbers: null, plots: null, field: { game: 'reconstruction', m: 20 } },
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
    const { claimed } = audit({ ...scores }, { ...options, plots: true }).plots;
    const alphas = claimed?.map(([alpha]) => alpha) ?? [];
    expect(alphas).toEqual(alphas.toSorted((a, b) => a - b));
    expect([alphas[0], alphas.at(-1)]).toEqual([0, 1]);
    for (const alpha of [0.005, 0.25, 0.335, 1e-6, 1e-3]) expect(alphas).toContain(alpha);
    expect(alphas.filter((alpha) => alpha > 1e-6 && alpha < 1e-3).length).toBeGreaterThan(40);
    const f = tradeOff(claim);
    for (const [alpha, found] of claimed ?? []) expect(found).toBe(beta(f, alpha));
  });

  test('are none where no run has canaries of both kinds', () => {
    const looks = look([oneKind, oneKind]);
    expect(plotsOf(looks, null)).toMatchObject({ runs: [], claimed: null });
    expect(plotsOf(looks, null).fields).toHaveLength(2);
    const bare = looks.map((each) => ({ ...each, field: null }));
    expect(plotsOf(bare, tradeOff(claim))).toEqual({
      runs: [],
      fields: [],
      claimed: null,
    });
  });
});
