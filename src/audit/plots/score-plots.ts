import { clopperPearsonLower, clopperPearsonUpper, exp, firstWhere, ln } from '../../numerics/index.ts';
import type { SortedScores } from '../attack/sorted-scores.ts';
import type { RunPlots } from './plot-data.ts';

const BINS = 40;

/** Counts between evenly spaced edges, over the scores as they were given. */
export function histogram({ included, excluded }: SortedScores, lowerIsIn: boolean): RunPlots['histogram'] {
  const sign = lowerIsIn ? -1 : 1;
  const ends = [included[0], excluded[0], included[included.length - 1], excluded[excluded.length - 1]];
  const low = Math.min(...ends.map((end) => sign * end));
  const high = Math.max(...ends.map((end) => sign * end));
  const width = (high - low) / BINS || 1;
  const edges = Array.from({ length: BINS + 1 }, (_, i) => low + i * width);
  const bin = (values: Float64Array) => {
    const found = new Array<number>(BINS).fill(0);
    for (const value of values) found[Math.min(BINS - 1, Math.floor((sign * value - low) / width))]++;
    return found;
  };
  return { edges, included: bin(included), excluded: bin(excluded) };
}

/** How many of a rising array are above a value. */
function above(values: Float64Array, value: number): number {
  return values.length - firstWhere(-1, values.length, (i) => values[i] > value);
}

/**
 * The attack's false positives and false negatives at thresholds just above scores of canaries out, with
 * Clopper and Pearson's 95% limits on the false negatives: limits that need canaries not to interact.
 */
export function roc({ included, excluded }: SortedScores, points: number): RunPlots['roc'] {
  const attack: [number, number][] = [[0, 1]];
  const lower: [number, number][] = [[0, 1]];
  const upper: [number, number][] = [[0, 1]];
  const last = excluded.length - 1;
  const ranks = new Set<number>();
  for (let i = 0; i <= points; i++) {
    ranks.add(Math.round((last * i) / points));
    // Towards few false positives, where audits live, the points stand closer.
    ranks.add(last - Math.round(last * exp((-ln(last + 2) * i) / points)));
  }
  ranks.add(last);
  const add = (accused: number, found: number) => {
    const alpha = accused / excluded.length;
    const missed = included.length - found;
    attack.push([alpha, missed / included.length]);
    lower.push([alpha, clopperPearsonLower(missed, included.length, 0.025)]);
    upper.push([alpha, clopperPearsonUpper(missed, included.length, 0.025)]);
  };
  for (const rank of [...ranks].sort((a, b) => b - a))
    add(above(excluded, excluded[rank]), above(included, excluded[rank]));
  add(excluded.length, included.length);
  return { attack, lower, upper };
}
