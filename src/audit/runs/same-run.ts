import { InvalidInput } from '../../errors.ts';
import { exp, logBinomialTail } from '../../numerics/index.ts';
import { quotedPath } from '../../quote.ts';
import type { Scores } from '../../types.ts';
import { type RunSketch, sketchOf } from './sketch.ts';

/** Below this probability, over all that is compared, two runs did not draw their coins apart. */
const SAME_COINS = 1e-6;

/** A run of which a sketch is kept. */
export interface KnownRun {
  readonly name: string;
  readonly sketch: RunSketch;
  /** The hash that its coins were committed to with. */
  readonly commitment?: string;
}

/**
 * Refuses runs that count the same evidence twice: runs are independent only if each has fresh coins and
 * fresh randomness.
 */
export function checkDistinctRuns(
  runs: readonly { readonly input: { readonly name: string }; readonly scores: Scores }[],
): void {
  const known = runs.map(({ input, scores }) => ({ name: input.name, sketch: sketchOf(scores) }));
  const k = runs[0].scores.kind === 'membership' ? 2 : runs[0].scores.k;
  // Shared among all pairs: honest runs, however many, are not refused.
  const chance = SAME_COINS / ((runs.length * (runs.length - 1)) / 2);
  for (let j = 1; j < known.length; j++)
    for (let i = 0; i < j; i++) {
      const why = sameEvidence(known[i], known[j], k, chance);
      if (why !== null)
        throw new InvalidInput(`${quotedPath(known[i].name)} and ${quotedPath(known[j].name)} ${why}`);
    }
}

/** Refuses a run that repeats the evidence of an earlier one of a ledger, or its coins. */
export function checkNewRun(run: KnownRun, earlier: readonly KnownRun[], k: number): void {
  for (const other of earlier) {
    const why = sameEvidence(run, other, k, SAME_COINS / earlier.length);
    if (why !== null)
      throw new InvalidInput(
        `${quotedPath(run.name)} and ${quotedPath(other.name)}, which is in the ledger, ${why}`,
      );
  }
}

/** What to do where runs are alike by chance, as few canaries or coarse scores may be; else ''. */
export function differentRuns({ truths }: RunSketch): string {
  return truths.some((list) => list !== null)
    ? ''
    : '; if they are different runs, give every row of each an id of its own, or commit to the coins of each: a run that is left out makes the rest worthless';
}

/**
 * Why two runs are one, or share their coins; null where they do not:
 * - their scores and truths are equal, row by row where both have the same ids, else in the order of the
 *   scores. Few canaries and coarse scores are equal by chance too: other ids, or coins committed to apart,
 *   tell such runs apart;
 * - their truths are equal along a varied list, in the order of the rows or of the scores;
 * - their truths agree on shared ids, or disagree, beyond chance.
 */
function sameEvidence(
  { sketch: a, commitment }: KnownRun,
  { sketch: b, commitment: other }: KnownRun,
  k: number,
  chance: number,
): string | null {
  const apart = commitment !== undefined && other !== undefined && commitment !== other;
  const hasIds = a.ids.length > 0 && b.ids.length > 0;
  const isCopy = hasIds ? a.rows === b.rows && sameKeys(a.ids, b.ids) : a.pairs === b.pairs;
  if (isCopy && !apart)
    return `hold the same scores and the same truth; one run counted twice proves nothing more${differentRuns(a)}`;
  if (a.truths.some((list, i) => list !== null && list === b.truths[i]))
    return 'have the same truth all along, in the order of the rows or of the scores; one run counted twice proves nothing more, and coins must be drawn afresh for each';
  const { common, agreeing } = compareCoins(a.ids, b.ids);
  const found = agreementChance(common, agreeing, k);
  if (found < chance)
    return `were not drawn independently; ${agreeing} of ${common} shared ids that were compared have the same truth, which fresh coins do not produce (probability ${found.toExponential(1)})`;
  return null;
}

type Coins = RunSketch['ids'];

const sameKeys = (a: Coins, b: Coins) => a.length === b.length && a.every(([key], i) => key === b[i][0]);

/** Of the ids that both have: how many there are, and how many have the same truth. Both rise. */
function compareCoins(a: Coins, b: Coins): { common: number; agreeing: number } {
  let [i, j, common, agreeing] = [0, 0, 0, 0];
  while (i < a.length && j < b.length) {
    const order = a[i][0] - b[j][0];
    if (order === 0) {
      common++;
      if (a[i][1] === b[j][1]) agreeing++;
    }
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return { common, agreeing };
}

/** How likely fresh draws among k options agree on so many of the canaries in both runs, or on so few. */
function agreementChance(common: number, agreeing: number, k: number): number {
  if (common === 0) return 1;
  const p = 1 / k;
  const more = exp(logBinomialTail(common, p, agreeing));
  const fewer = exp(logBinomialTail(common, 1 - p, common - agreeing, p));
  return Math.min(more, fewer);
}
