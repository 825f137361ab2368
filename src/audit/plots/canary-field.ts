import type { Scores } from '../../types.ts';
import type { SortedScores } from '../attack/sorted-scores.ts';

/**
 * The canaries of one run as a picture shows them, from the one that is most likely in to the one that is
 * least (a choice among candidates: from the surest guess to the least sure). Where there are too many to
 * draw one by one, both ends of the ranking are, and the rest are counted.
 */
export interface CanaryField {
  /** Counted from 1. */
  readonly run: number;
  readonly game: Scores['kind'];
  readonly m: number;
  /** How many canaries were in; of a choice among candidates, how many guesses are right. */
  readonly inside: number;
  readonly lowerIsIn: boolean;
  /** Those that are drawn, from the top of the ranking down. */
  readonly dots: {
    /** The place in the ranking, counted from 0. */
    readonly rank: readonly number[];
    readonly score: readonly number[];
    /** 1 for in, or right; 0 for out, or wrong. */
    readonly bit: readonly number[];
    /** The id, or the row where the file has no ids. */
    readonly name: readonly string[];
  };
  /** How many of all canaries have a score between neighbouring edges; null where every one is drawn. */
  readonly density: {
    readonly edges: readonly number[];
    readonly inside: readonly number[];
    readonly outside: readonly number[];
  } | null;
  /**
   * Where the ranking can be cut between unequal scores: how many canaries are above, how many of those are
   * in, and the score midway. Every such place where all canaries are drawn, else every one at the ends and
   * some between.
   */
  readonly cuts: readonly (readonly [above: number, inside: number, score: number])[];
}

/** So many canaries are drawn one by one; of more, so many at either end. */
export interface FieldSize {
  readonly all: number;
  readonly end: number;
  /** Places of the ranking that can be cut in any case, unless scores are equal there. */
  readonly stops?: readonly number[];
}

export const USUAL_FIELD: FieldSize = { all: 4000, end: 1000 };

/** So many cuts are kept between the ends. */
const BETWEEN = 400;
const BINS = 160;

/**
 * The field of one run's scores; null where the attack did not say how sure it is. Scores that are sorted
 * already need not be sorted again.
 */
export function canaryField(
  scores: Scores,
  run: number,
  lowerIsIn: boolean,
  { all, end, stops = [] }: FieldSize = USUAL_FIELD,
  known: SortedScores | null = null,
): CanaryField | null {
  const ranked = rankedScores(scores, lowerIsIn);
  if (ranked === null) return null;
  const { values, bits, names } = ranked;
  const m = values.length;
  const sign = lowerIsIn ? -1 : 1;
  const insideSorted = known?.included ?? values.filter((_, row) => bits(row) === 1).sort();
  const sorted = known === null ? Float64Array.from(values).sort() : merged(known.included, known.excluded);
  const isWhole = m <= all;
  const dots = { rank: [] as number[], score: [] as number[], bit: [] as number[], name: [] as string[] };
  const draw = (rows: readonly number[], from: number) => {
    for (const [i, row] of rows.entries()) {
      dots.rank.push(from + i);
      dots.score.push(sign * values[row]);
      dots.bit.push(bits(row));
      dots.name.push(names?.[row] ?? `row ${row + 1}`);
    }
  };
  draw(topRows(values, sorted, isWhole ? m : end), 0);
  if (!isWhole) draw(bottomRows(values, sorted, end), m - end);
  return {
    run,
    game: scores.kind,
    m,
    inside: insideSorted.length,
    lowerIsIn,
    dots,
    density: isWhole ? null : density(values, bits, sign),
    cuts: cutsOf(sorted, insideSorted, sign, isWhole ? m : end, stops),
  };
}

interface RankedScores {
  /** Higher is surer. */
  readonly values: Float64Array;
  readonly bits: (row: number) => number;
  readonly names: readonly string[] | undefined;
}

function rankedScores(scores: Scores, lowerIsIn: boolean): RankedScores | null {
  if (scores.kind === 'membership') {
    const { scores: given, included, names } = scores;
    return { values: lowerIsIn ? given.map((x) => -x) : given, bits: (row) => included[row], names };
  }
  const { confidence, guesses, truth, names } = scores;
  if (confidence === null) return null;
  return { values: confidence, bits: (row) => (guesses[row] === truth[row] ? 1 : 0), names };
}

/** The rows with the `count` largest values, the largest first; of equal ones at the end the first rows. */
function topRows(values: Float64Array, sorted: Float64Array, count: number): number[] {
  const least = sorted[sorted.length - count];
  const [above, equal]: number[][] = [[], []];
  for (let row = 0; row < values.length; row++) {
    if (values[row] > least) above.push(row);
    else if (values[row] === least && equal.length < count) equal.push(row);
  }
  above.sort((a, b) => values[b] - values[a] || a - b);
  return [...above, ...equal.slice(0, count - above.length)];
}

/** The rows with the `count` smallest values, the smallest last; of equal ones at the start the last rows. */
function bottomRows(values: Float64Array, sorted: Float64Array, count: number): number[] {
  const most = sorted[count - 1];
  const [below, equal]: number[][] = [[], []];
  for (let row = values.length - 1; row >= 0; row--) {
    if (values[row] < most) below.push(row);
    else if (values[row] === most && equal.length < count) equal.push(row);
  }
  below.sort((a, b) => values[a] - values[b] || b - a);
  return [...below, ...equal.slice(0, count - below.length)].reverse();
}

/** Two rising arrays as one. */
function merged(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  let [i, j] = [0, 0];
  for (let n = 0; n < all.length; n++) all[n] = j === b.length || a[i] <= b[j] ? a[i++] : b[j++];
  return all;
}

/** The places between unequal scores: all of the `dense` first and last, and some between. */
function cutsOf(
  sorted: Float64Array,
  inside: Float64Array,
  sign: number,
  dense: number,
  stops: readonly number[],
): [number, number, number][] {
  const m = sorted.length;
  const cuts: [number, number, number][] = [[0, 0, sign * sorted[m - 1]]];
  const step = Math.max(1, (m - 2 * dense) / BETWEEN);
  let [last, members] = [0, 0];
  for (let above = 1; above <= m; above++) {
    const higher = sorted[m - above];
    const lower = above < m ? sorted[m - above - 1] : higher;
    const isNear = above === m || above <= dense || m - above <= dense;
    const kept = isNear || above - last >= step || stops.includes(above);
    if (!kept || (above < m && higher === lower)) continue;
    last = above;
    while (members < inside.length && inside[inside.length - 1 - members] >= higher) members++;
    cuts.push([above, members, sign * (higher / 2 + lower / 2)]);
  }
  return cuts;
}

function density(
  values: Float64Array,
  bits: (row: number) => number,
  sign: number,
): NonNullable<CanaryField['density']> {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, sign * value);
    high = Math.max(high, sign * value);
  }
  // In halves: the difference of two scores may be larger than the largest number.
  const width = (high / 2 - low / 2) / BINS || 0.5;
  const edges = Array.from({ length: BINS + 1 }, (_, i) => 2 * (low / 2 + i * width));
  const counts = { inside: new Array<number>(BINS).fill(0), outside: new Array<number>(BINS).fill(0) };
  for (let row = 0; row < values.length; row++) {
    const bin = Math.min(BINS - 1, Math.floor(((sign * values[row]) / 2 - low / 2) / width));
    counts[bits(row) === 1 ? 'inside' : 'outside'][bin]++;
  }
  return { edges, ...counts };
}
