import { binomialPmf } from './binomial.ts';
import { fourier, inverseFourier } from './fft.ts';

/** Probabilities of neighbouring whole numbers, from `from` on; all others have none. */
export interface CountLaw {
  readonly from: number;
  readonly chances: Float64Array;
}

/** The binomial law. */
export function binomialLaw(n: number, p: number): CountLaw {
  return mixedBinomialLaw(n, [p], [1]);
}

/** The law of a number that is binomial with one of several chances, each of which has a weight. */
export function mixedBinomialLaw(
  n: number,
  chances: readonly number[],
  weights: readonly number[],
): CountLaw {
  const windows = chances.map((p) => windowOf(n, p));
  const from = windows.reduce((least, window) => Math.min(least, window.from), n);
  const to = windows.reduce((most, window) => Math.max(most, window.to), 0);
  const sum = new Float64Array(to - from + 1);
  chances.forEach((p, i) => {
    addBinomial(sum, from, n, p, weights[i], windows[i]);
  });
  return { from, chances: sum };
}

interface Window {
  readonly from: number;
  readonly mode: number;
  readonly to: number;
}

/** Where all but 1e-18 of a binomial law lies, by Bernstein's inequality. */
function windowOf(n: number, p: number): Window {
  const mode = Math.min(n, Math.floor((n + 1) * p));
  const reach = Math.ceil(15 + Math.sqrt(225 + 83 * n * p * (1 - p)));
  return { from: Math.max(0, mode - reach), mode, to: Math.min(n, mode + reach) };
}

/** Adds a binomial law with a weight, by the ratios of neighbours outwards from its largest term. */
function addBinomial(
  sum: Float64Array,
  start: number,
  n: number,
  p: number,
  weight: number,
  { from, mode, to }: Window,
): void {
  const largest = weight * binomialPmf(n, p, mode);
  sum[mode - start] += largest;
  const odds = p / (1 - p);
  for (let [x, term] = [mode, largest]; x < to; x++) {
    term *= ((n - x) / (x + 1)) * odds;
    sum[x + 1 - start] += term;
  }
  for (let [x, term] = [mode, largest]; x > from; x--) {
    term *= x / ((n - x + 1) * odds);
    sum[x - 1 - start] += term;
  }
}

/** Terms below this share of the largest are left out. */
const NEGLIGIBLE = 1e-25;

/** The law that falls on both sides of its mode, where `ratio(x)` is P[x + 1] / P[x]. */
export function lawByRatios(
  mode: number,
  least: number,
  most: number,
  ratio: (x: number) => number,
): CountLaw {
  const above: number[] = [];
  for (let [x, term] = [mode, 1]; x < most; x++) {
    term *= ratio(x);
    if (term < NEGLIGIBLE) break;
    above.push(term);
  }
  const below: number[] = [];
  for (let [x, term] = [mode, 1]; x > least; x--) {
    term /= ratio(x - 1);
    if (term < NEGLIGIBLE) break;
    below.push(term);
  }
  const chances = Float64Array.from([...below.reverse(), 1, ...above]);
  const total = chances.reduce((a, b) => a + b, 0);
  return { from: mode - below.length, chances: chances.map((term) => term / total) };
}

/** Products of more terms than this are summed by Fourier transforms, to 1e-16 of the largest. */
const MANY = 2 ** 17;

/** The law of the sum of two independent numbers. */
export function sumLaw(a: CountLaw, b: CountLaw): CountLaw {
  const length = a.chances.length + b.chances.length - 1;
  const from = a.from + b.from;
  if (a.chances.length * b.chances.length > MANY) return { from, chances: transformed(a, b, length) };
  const chances = new Float64Array(length);
  const [short, long] = a.chances.length < b.chances.length ? [a.chances, b.chances] : [b.chances, a.chances];
  for (let i = 0; i < short.length; i++) {
    const p = short[i];
    for (let j = 0; j < long.length; j++) chances[i + j] += p * long[j];
  }
  return { from, chances };
}

function transformed(a: CountLaw, b: CountLaw, length: number): Float64Array {
  let size = 1;
  while (size < length) size *= 2;
  // One transform serves both: the first law is the real part, the second the imaginary one.
  const both = new Float64Array(2 * size);
  a.chances.forEach((p, i) => {
    both[2 * i] = p;
  });
  b.chances.forEach((p, i) => {
    both[2 * i + 1] = p;
  });
  const square = fourier(both);
  for (let i = 0; i < square.length; i += 2) {
    const [x, y] = [square[i], square[i + 1]];
    square[i] = x * x - y * y;
    square[i + 1] = 2 * x * y;
  }
  // (A + iB)^2 has the imaginary part 2AB.
  const product = inverseFourier(square);
  return Float64Array.from({ length }, (_, i) => Math.max(0, product[2 * i + 1] / 2));
}

/** Laws with weights: the law of a number that is drawn from one of them. */
export function mixedLaw(weights: readonly number[], laws: readonly CountLaw[]): CountLaw {
  const from = laws.reduce((least, law) => Math.min(least, law.from), Infinity);
  const end = laws.reduce((most, law) => Math.max(most, law.from + law.chances.length), 0);
  const chances = new Float64Array(end - from);
  laws.forEach((law, i) => {
    for (let j = 0; j < law.chances.length; j++) chances[law.from - from + j] += weights[i] * law.chances[j];
  });
  return { from, chances };
}

export function meanOfLaw({ from, chances }: CountLaw): number {
  return chances.reduce((sum, p, i) => sum + p * (from + i), 0);
}

/** P[N >= count] for every count, from the law's first one on. */
export function tailsOfLaw({ chances }: CountLaw): Float64Array {
  const tails = new Float64Array(chances);
  for (let i = tails.length - 2; i >= 0; i--) tails[i] += tails[i + 1];
  return tails;
}
