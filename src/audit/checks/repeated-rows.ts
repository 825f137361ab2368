import { createRandom, exp, findSignChange, keyedOrder, ln, logBinomialTail } from '../../numerics/index.ts';
import type { Scores } from '../../types.ts';

/** Below this probability repeated rows are no coincidence. */
const CHANCE = 1e-6;
/** Scores that stand up to so many times are compared by how many there are of each. */
const MOST_TIMES = 10;
/** Of larger files the rows of some values are looked at, all rows of each, and about so many. */
const ROWS_TO_COUNT = 100_000;
/** With fewer values than these more of them are looked at. */
const VALUES_TO_COUNT = 200;

/** How often each value stands, by what is true of the rows. */
interface Repetitions {
  /** For each value the number of its rows. */
  readonly rows: readonly number[];
  /** For each value whether the truth is the same in all of its rows. */
  readonly alike: readonly boolean[];
  /** The rows of each value with each truth. */
  readonly classes: readonly number[];
}

/**
 * Says how the rows of one run repeat each other, where independent canaries do not: evidence written twice
 * counts twice. Equal scores alone are no sign of it, since scores are rounded, clipped and counted. Null
 * where nothing is found.
 *
 * @example
 * const scores = Float64Array.from({ length: 200 }, (_, i) => Math.sqrt(i >> 1));
 * const included = Uint8Array.from(scores, (_, i) => (i >> 2) & 1);
 * const found = repeatedRows({ kind: 'membership', scores, included }); // every row stands twice
 */
export function repeatedRows(scores: Scores): string | null {
  const { values, truths, options } = rowsOf(scores);
  const found = repetitions(values, truths);
  return multiples(found) ?? tooManyEqual(found, options);
}

function rowsOf(scores: Scores) {
  if (scores.kind === 'membership')
    return { values: scores.scores, truths: (row: number) => scores.included[row], options: 2 };
  const { k, guesses, truth, confidence } = scores;
  const values = confidence ?? Float64Array.from(guesses);
  // Rows with one confidence are copies if the guess is the same too; an abstention is -1.
  return { values, truths: (row: number) => (guesses[row] + 1) * k + truth[row], options: k };
}

function repetitions(values: Float64Array, truths: (row: number) => number): Repetitions {
  for (let share = Math.min(1, ROWS_TO_COUNT / values.length); ; share = Math.min(1, 32 * share)) {
    const found = countedRows(values, truths, share);
    if (share === 1 || found.rows.length >= VALUES_TO_COUNT) return found;
  }
}

/** Counts the rows of a share of the values, chosen by a hash of the value. */
function countedRows(values: Float64Array, truths: (row: number) => number, share: number): Repetitions {
  const places = new Map<number, number>();
  const classes = new Map<number, number>();
  const order = keyedOrder(createRandom('values'));
  const value = new Float64Array(1);
  const words = new Uint32Array(value.buffer);
  const limit = share * 2 ** 53;
  // Truths are below this, and places so few that the product is exact.
  const width = 2 ** 34;
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
  const rows = new Array<number>(places.size).fill(0);
  const kinds = new Array<number>(places.size).fill(0);
  for (const [own, count] of classes) {
    rows[Math.floor(own / width)] += count;
    kinds[Math.floor(own / width)]++;
  }
  return { rows, alike: kinds.map((n) => n === 1), classes: [...classes.values()] };
}

/**
 * Whether every score stands, with its truth, a multiple of t times. Of independent rows, whatever their
 * distribution, the rows of one score are nearly a Poisson number, and if there are any, they are a multiple
 * of t with probability at most 1/t for t up to 4, and at most 1/4 for greater t.
 */
function multiples({ classes }: Repetitions): string | null {
  let times = 0;
  for (const count of classes) {
    times = greatestCommonDivisor(count, times);
    if (times === 1) return null;
  }
  // Twice the chance: numbers that add up to what is even are even together more often.
  if (times < 2 || ln(2) - classes.length * ln(Math.min(times, 4)) >= ln(CHANCE)) return null;
  return `every score stands, with its truth, ${times} times or a multiple of that`;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/**
 * Whether more scores stand exactly t times than rounding explains, and their truths agree beyond chance. Let
 * N_t be the number of scores that stand t times. A score that is expected lambda times adds
 * e^-lambda lambda^t / t! to its mean, so that by Cauchy and Schwarz E N_(t-1) E N_(t+1) is at least
 * t / (t+1) (E N_t)^2: where many scores stand twice, many must stand once, and some three times. Records
 * that were planted twice, each with a coin of its own, break that rule as well, but their truths differ.
 */
function tooManyEqual({ rows, alike }: Repetitions, options: number): string | null {
  const standing = new Array<number>(MOST_TIMES + 2).fill(0);
  const agreeing = standing.slice();
  rows.forEach((count, i) => {
    if (count > MOST_TIMES + 1) return;
    standing[count]++;
    if (alike[i]) agreeing[count]++;
  });
  // Three limits for each number of times.
  const surprise = ln((3 * MOST_TIMES) / CHANCE);
  for (let t = 2; t <= MOST_TIMES; t++) {
    const least = meanLimit(standing[t], surprise, 0);
    const most =
      meanLimit(standing[t - 1], surprise, Infinity) * meanLimit(standing[t + 1], surprise, Infinity);
    if (t * least * least <= (t + 1) * most) continue;
    if (logBinomialTail(standing[t], exp((1 - t) * ln(options)), agreeing[t]) >= ln(CHANCE)) continue;
    return `${agreeing[t]} scores stand exactly ${t} times with one truth, where rounding would have others stand ${t - 1} and ${t + 1} times`;
  }
  return null;
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
