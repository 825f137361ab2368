import { clopperPearsonLower, clopperPearsonUpper, exp, firstAtLeast, ln } from '../../numerics/index.ts';
import type { MembershipScores, Sides } from '../../types.ts';
import type { AuditPlots } from '../result.ts';

const BINS = 40;
const POINTS = 200;

/** The scores of the canaries that were in, and of those that were out, each rising. */
export interface Sorted {
  readonly included: Float64Array;
  readonly excluded: Float64Array;
}

export function sortScores({ scores, included }: MembershipScores): Sorted {
  const inside = included.reduce((sum, bit) => sum + bit, 0);
  const sorted = { included: new Float64Array(inside), excluded: new Float64Array(scores.length - inside) };
  let [i, j] = [0, 0];
  for (let n = 0; n < scores.length; n++) {
    if (included[n] === 1) sorted.included[i++] = scores[n];
    else sorted.excluded[j++] = scores[n];
  }
  sorted.included.sort();
  sorted.excluded.sort();
  return sorted;
}

/** Counts between evenly spaced edges. */
export function histogram({ included, excluded }: Sorted): AuditPlots['histogram'] {
  const low = Math.min(included[0], excluded[0]);
  const high = Math.max(included[included.length - 1], excluded[excluded.length - 1]);
  const width = (high - low) / BINS || 1;
  const edges = Array.from({ length: BINS + 1 }, (_, i) => low + i * width);
  const bin = (values: Float64Array) => {
    const found = new Array<number>(BINS).fill(0);
    for (const value of values) found[Math.min(BINS - 1, Math.floor((value - low) / width))]++;
    return found;
  };
  return { edges, included: bin(included), excluded: bin(excluded) };
}

/** How many of a rising array are at or above a value. */
function atLeast(values: Float64Array, value: number): number {
  return values.length - firstAtLeast(values, value);
}

/**
 * The attack's false positives and false negatives over all thresholds, with Clopper and Pearson's 95% limits
 * on the false negatives: limits that need canaries not to interact.
 */
export function roc({ included, excluded }: Sorted): Omit<NonNullable<AuditPlots['roc']>, 'claimed'> {
  const attack: [number, number][] = [[0, 1]];
  const lower: [number, number][] = [[0, 1]];
  const upper: [number, number][] = [[0, 1]];
  const ranks = new Set<number>();
  for (let i = 0; i <= POINTS; i++) {
    ranks.add(Math.round(((excluded.length - 1) * i) / POINTS));
    // Towards few false positives, where audits live, the points stand closer.
    ranks.add(
      excluded.length - 1 - Math.round((excluded.length - 1) * exp((-ln(excluded.length + 1) * i) / POINTS)),
    );
  }
  for (const rank of [...ranks].sort((a, b) => b - a)) {
    const threshold = excluded[rank];
    const alpha = atLeast(excluded, threshold) / excluded.length;
    const missed = included.length - atLeast(included, threshold);
    attack.push([alpha, missed / included.length]);
    lower.push([alpha, clopperPearsonLower(missed, included.length, 0.025)]);
    upper.push([alpha, clopperPearsonUpper(missed, included.length, 0.025)]);
  }
  return { attack, lower, upper };
}

/** How many of the surest guesses on these sides would be right; ties counted evenly. */
export function correctAt({ included, excluded }: Sorted, guesses: number, sides: Sides): number {
  const all = included.length + excluded.length;
  const top = sides === 'in' ? guesses : sides === 'out' ? 0 : Math.ceil(guesses / 2);
  return Math.round(
    rightAtTop(included, excluded, top) + rightAtBottom(included, excluded, Math.min(guesses - top, all)),
  );
}

/** Members among the `count` largest scores. */
function rightAtTop(included: Float64Array, excluded: Float64Array, count: number): number {
  let [i, j] = [included.length - 1, excluded.length - 1];
  let right = 0;
  for (let n = 0; n < count; n++) {
    if (j < 0 || (i >= 0 && included[i] > excluded[j])) {
      right++;
      i--;
    } else if (i >= 0 && included[i] === excluded[j]) {
      right += 0.5;
      if (n % 2 === 0) i--;
      else j--;
    } else j--;
  }
  return right;
}

function rightAtBottom(included: Float64Array, excluded: Float64Array, count: number): number {
  let [i, j] = [0, 0];
  let right = 0;
  for (let n = 0; n < count; n++) {
    if (i >= included.length || (j < excluded.length && excluded[j] < included[i])) {
      right++;
      j++;
    } else if (j < excluded.length && excluded[j] === included[i]) {
      right += 0.5;
      if (n % 2 === 0) i++;
      else j++;
    } else i++;
  }
  return right;
}
