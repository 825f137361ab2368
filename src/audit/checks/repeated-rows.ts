import { createRandom, exp, findSignChange, keyedOrder, ln, logBinomialTail } from '../../numerics/index.ts';
import type { Scores } from '../../types.ts';
import { areRanks } from '../runs/shared-scores.ts';

/** Scores that stand more often than this are not compared by how many there are of each. */
const MOST_TIMES = 1000;
/** Of larger files the rows of some values are looked at, all rows of each, and about so many. */
const ROWS_TO_COUNT = 100_000;
/** With fewer values than these more of them are looked at. */
const VALUES_TO_COUNT = 50;

/** How often each value of a run stands, and with what truths. */
interface Repetitions {
  readonly values: readonly number[];
  /** For each value: its rows, how many truths they have, and the truth if that is one. */
  readonly rows: readonly number[];
  readonly kinds: readonly number[];
  readonly truth: readonly number[];
  /** The rows of each value with each truth. */
  readonly classes: readonly number[];
}

/**
 * Says how the rows of runs repeat each other within a run, where independent canaries do not: evidence
 * written twice counts twice. Equal scores alone are no sign of it, since scores are rounded, clipped and
 * counted. Null where nothing is found; what is found has a probability below `chance`.
 *
 * @example
 * const scores = Float64Array.from({ length: 200 }, (_, i) => Math.sqrt(i >> 1));
 * const included = Uint8Array.from(scores, (_, i) => (i >> 2) & 1);
 * const found = repeatedRows([{ kind: 'membership', scores, included }]); // every row stands twice
 */
export function repeatedRows(runs: readonly Scores[], chance = 1e-6): string | null {
  const found = runs.map(repetitions);
  return multiples(found, chance / 2) ?? tooManyEqual(found, chance / 2);
}

function repetitions(scores: Scores): Repetitions {
  const { values, truths } = rowsOf(scores);
  for (let share = Math.min(1, ROWS_TO_COUNT / values.length); ; share = Math.min(1, 32 * share)) {
    const found = countedRows(values, truths(), share);
    if (share === 1 || found.values.length >= VALUES_TO_COUNT) return found;
  }
}

/** What may be equal in two rows, and a number for what must be equal too if one is a copy of the other. */
function rowsOf(scores: Scores) {
  if (scores.kind === 'membership')
    return { values: scores.scores, truths: () => (row: number) => scores.included[row] };
  const { k, guesses, truth, confidence } = scores;
  const truths = () => {
    const pairs = new Map<number, number>();
    return (row: number) => {
      // An abstention is -1; options are so few that the product is exact.
      const pair = (guesses[row] + 1) * k + truth[row];
      const known = pairs.get(pair);
      if (known === undefined) pairs.set(pair, pairs.size);
      return known ?? pairs.size - 1;
    };
  };
  return { values: confidence ?? Float64Array.from(guesses), truths };
}

/** Counts the rows of a share of the values, chosen by a hash of the value. */
function countedRows(values: Float64Array, truths: (row: number) => number, share: number): Repetitions {
  const places = new Map<number, number>();
  const classes = new Map<number, number>();
  const order = keyedOrder(createRandom('values'));
  const value = new Float64Array(1);
  const words = new Uint32Array(value.buffer);
  const limit = share * 2 ** 53;
  // More than there are truths, and few enough for the products to be exact.
  const width = 2 ** 27;
  for (let row = 0; row < values.length; row++) {
    if (share < 1) {
      value[0] = values[row];
      if (order(words[0], words[1]) >= limit) continue;
    }
    let place = places.get(values[row]);
    if (place === undefined) {
      place = places.size;
      places.set(values[row], place);
    }
    const own = place * width + truths(row);
    classes.set(own, (classes.get(own) ?? 0) + 1);
  }
  const [rows, kinds, truth] = [0, 0, 0].map((zero) => new Array<number>(places.size).fill(zero));
  for (const [own, count] of classes) {
    const place = Math.floor(own / width);
    rows[place] += count;
    kinds[place]++;
    truth[place] = own % width;
  }
  return { values: [...places.keys()], rows, kinds, truth, classes: [...classes.values()] };
}

/**
 * Whether every score stands, with its truth, a multiple of t times. If canaries are independent and alike,
 * the rows of one score are nearly a Poisson number, and if there are any, they are a multiple of t with
 * probability at most 1/t for t up to 4, and at most 1/(2 sqrt(t)) above. Scores may have been put into
 * classes of one size: then the rows of all truths but one decide about those of the last, and of numbered
 * classes those with one truth say nothing.
 */
function multiples(runs: readonly Repetitions[], chance: number): string | null {
  let times = 0;
  for (const { classes } of runs)
    for (const count of classes) {
      times = greatestCommonDivisor(count, times);
      if (times === 1) return null;
    }
  if (times < 2) return null;
  let free = 0;
  for (const { values, rows, kinds } of runs) {
    const total = rows.reduce((sum, count) => sum + count, 0);
    const least = areRanks(Float64Array.from(values).sort(), total) ? 0 : 1;
    for (const n of kinds) free += Math.max(least, n - 1);
  }
  const one = times < 4 ? 1 / times : 0.5 / Math.sqrt(times);
  // Numbers whose sum is a multiple are multiples more often, at most t times as often.
  if (ln(times) + free * ln(one) >= ln(chance)) return null;
  return `every score stands, with its truth, ${times} times or a multiple of that`;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/**
 * Whether more scores stand exactly t times, each with one truth, than rounding explains. Let N_t be the
 * number of scores that stand t times. A score that is expected lambda times adds e^-lambda lambda^t / t! to
 * its mean, so that by Cauchy and Schwarz E N_(t-1) E N_(t+1) is at least t / (t+1) (E N_t)^2: where many
 * scores stand twice, many must stand once, and some three times. Ranks that were rounded break that rule as
 * well; then the truths of equal scores agree no more than those of neighbours do.
 */
function tooManyEqual(runs: readonly Repetitions[], chance: number): string | null {
  const standing = new Array<number>(MOST_TIMES + 2).fill(0);
  const agreeing = standing.slice();
  for (const { rows, kinds } of runs)
    rows.forEach((count, i) => {
      if (count > MOST_TIMES + 1) return;
      standing[count]++;
      if (kinds[i] === 1) agreeing[count]++;
    });
  // Three limits and the truths for each number of times.
  const each = chance / (4 * Math.max(1, agreeing.filter((n, t) => t > 1 && n > 0).length));
  const limit = (events: number, towards: number) => meanLimit(events, -ln(each), towards);
  for (let t = 2; t <= MOST_TIMES; t++) {
    if (agreeing[t] === 0) continue;
    const least = limit(agreeing[t], 0);
    const most = limit(standing[t - 1], Infinity) * limit(standing[t + 1], Infinity);
    if (t * least * least <= (t + 1) * most || !agreesBeyondNeighbours(runs, t, each)) continue;
    return `${agreeing[t]} scores stand exactly ${t} times with one truth each, where rounding would have others stand ${t - 1} and ${t + 1} times`;
  }
  return null;
}

/**
 * Takes neighbours in pairs among the scores that stand t times. Nearly equal scores say nearly the same
 * about the truth, so where their 2 t rows have two truths or more, each score has one of its own with a
 * probability of at most 2 in all choices of t rows among 2 t; copies always. A perfect attack steps from one
 * truth to the other, which may happen between two scores: so a pair counts for one in twenty at most.
 */
function agreesBeyondNeighbours(runs: readonly Repetitions[], t: number, chance: number): boolean {
  let [different, apart] = [0, 0];
  for (const { values, rows, kinds, truth } of runs) {
    const places = rows.flatMap((count, i) => (count === t ? [i] : [])).sort((a, b) => values[a] - values[b]);
    for (let i = 0; i + 1 < places.length; i += 2) {
      const [a, b] = [places[i], places[i + 1]];
      const pure = kinds[a] === 1 && kinds[b] === 1;
      if (pure && truth[a] === truth[b]) continue;
      different++;
      if (pure) apart++;
    }
  }
  let logChoices = 0;
  for (let i = 1; i <= t; i++) logChoices += ln((t + i) / i);
  const atMost = Math.max(0.05, exp(Math.LN2 - logChoices));
  return logBinomialTail(different, atMost, apart) < ln(chance);
}

/**
 * The mean towards 0 or infinity at which so many events are as surprising as e^-surprise: a Chernoff bound,
 * for sums of independent events.
 */
function meanLimit(events: number, surprise: number, towards: number): number {
  if (events === 0) return towards === 0 ? 0 : surprise;
  const left = (mean: number) => surprise - (events * ln(events / mean) - events + mean);
  const far = towards === 0 ? events * exp(-surprise / events - 1) : 2 * events + 3 * surprise;
  return findSignChange(left, events, far, 1e-9).lo;
}
