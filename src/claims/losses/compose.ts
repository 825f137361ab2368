import { InvalidInput } from '../../errors.ts';
import { exp, expm1, fourier, inverseFourier, ln, log1p } from '../../numerics/index.ts';
import { type BalanceTilts, OUTSIDE_WINDOW, type WindowTilts } from './grid-choice.ts';
import type { GridLaw } from './law.ts';

/** The largest grid, on which the work takes a few hundred megabytes: 270 MB at half as many points. */
export const MOST_POINTS = 2 ** 21;

export interface RepeatedLaw {
  readonly law: GridLaw;
  readonly count: number;
}

/** One direction's law of the composed loss: mass at (first + i) * step, and at infinity. */
export interface ComposedLaw {
  readonly first: number;
  readonly masses: Float64Array;
  readonly infinite: number;
  /** How much of that is not the mechanism's but the window's. */
  readonly outside: number;
  /**
   * The transform's rounding, relative to 1 while tilted, is multiplied by e^(log - tilt * loss) at each
   * loss.
   */
  readonly tilt: number;
  readonly log: number;
}

/**
 * The composed losses for "remove" (P against Q) and "add" (Q against P), by one Fourier transform for both.
 */
export function composeLaws(
  parts: readonly RepeatedLaw[],
  step: number,
  window: WindowTilts,
  balance: BalanceTilts,
): { remove: ComposedLaw; add: ComposedLaw } {
  const upper = parts.map(({ law, count }) => tilt(law.upper, law.first, balance.remove * step, count));
  // "add" has the opposite loss: the masses of Q, at the negated grid points.
  const lower = parts.map(({ law, count }) =>
    tilt(law.lower.toReversed(), 1 - law.first - law.lower.length, balance.add * step, count),
  );
  const remove = windowOf(upper, step, window.remove);
  const add = windowOf(lower, step, window.add);
  const points = Math.max(remove.last - remove.first, add.last - add.first) + 1;
  checkSize(points);
  const circular = convolve(upper, lower, 2 ** Math.max(4, Math.ceil(Math.log2(points))));
  const composed = (
    part: 0 | 1,
    { first, last }: Window,
    t: number,
    laws: readonly Tilted[],
  ): ComposedLaw => {
    const log = laws.reduce((sum, one) => sum + one.count * one.log, 0);
    const masses = unroll(circular, part, first, t * step, log);
    // What the window leaves out above its end, with the tilt undone, counts as infinite loss too.
    const outside = OUTSIDE_WINDOW * exp(log - t * step * last);
    return {
      first,
      masses,
      infinite: infinite(parts, part === 0 ? 'upperInfinite' : 'lowerInfinite') + outside,
      outside,
      tilt: t,
      log,
    };
  };
  return { remove: composed(0, remove, balance.remove, upper), add: composed(1, add, balance.add, lower) };
}

/** The grid points that a composed law is computed on. */
interface Window {
  readonly first: number;
  readonly last: number;
}

/** Refuses what does not fit into memory. */
export function checkSize(points: number): void {
  // With counts beyond 2^53 the number of points is not a number.
  if (points >= 0 && points <= MOST_POINTS) return;
  const needed =
    points > 0 && points < 1e15 ? `${points.toPrecision(2)} grid points, more` : 'far more grid points';
  throw new InvalidInput(
    `cannot compute this curve accurately in bounded memory; it needs ${needed} than the limit of ${MOST_POINTS}: the privacy loss of a single run and that of all runs are too far apart`,
  );
}

/** Infinite losses compose as any one of them happening. */
function infinite(parts: readonly RepeatedLaw[], key: 'upperInfinite' | 'lowerInfinite'): number {
  let log = 0;
  for (const { law, count } of parts) log += count * log1p(-law[key]);
  return -expm1(log);
}

/**
 * Masses times e^(t i), i the grid point, scaled to sum to 1; `log` is the logarithm of what they were
 * divided by.
 */
interface Tilted {
  readonly first: number;
  readonly masses: Float64Array;
  readonly log: number;
  readonly count: number;
}

function tilt(masses: Float64Array, first: number, t: number, count: number): Tilted {
  const log = logMoment(masses, first, t);
  const tilted = masses.map((mass, i) => (mass === 0 ? 0 : mass * exp(t * (first + i) - log)));
  return { first, masses: tilted, log, count };
}

/** Chernoff's bounds on the composed loss, in grid points, of the discretised and tilted laws themselves. */
function windowOf(
  laws: readonly Tilted[],
  step: number,
  { above, below }: { above: number; below: number },
): Window {
  const bound = (t: number) => {
    let log = -ln(OUTSIDE_WINDOW);
    for (const { masses, first, count } of laws) log += count * logMoment(masses, first, t * step);
    return log / (t * step);
  };
  // Every tilt gives a valid bound. The best for the sketched laws may be slightly too large for the
  // discretised ones.
  const most = 200 / step;
  const [up, down] = [Math.min(above, most), Math.min(below, most)];
  const last = Math.min(bound(up), bound(0.75 * up));
  const first = Math.max(bound(-down), bound(-0.75 * down));
  return { first: Math.floor(first), last: Math.ceil(last) };
}

/**
 * ln sum m_i e^(t (first + i)): Horner's rule from both ends towards the largest mass, so that nothing
 * underflows on the way.
 */
function logMoment(masses: Float64Array, first: number, t: number): number {
  let mode = 0;
  for (let i = 1; i < masses.length; i++) if (masses[i] > masses[mode]) mode = i;
  const left = logFold(masses, 0, mode, exp(-t));
  const right = logFold(masses, masses.length - 1, mode, exp(t));
  const both = Math.max(left, right);
  return both + ln(exp(left - both) + exp(right - both) - masses[mode] * exp(-both)) + t * (first + mode);
}

/** ln sum m_i factor^|i - to| from one end to `to`, scaled down whenever it threatens to overflow. */
function logFold(masses: Float64Array, from: number, to: number, factor: number): number {
  const direction = from <= to ? 1 : -1;
  let sum = 0;
  let scale = 1;
  let log = 0;
  for (let i = from; ; i += direction) {
    sum = sum * factor + masses[i] * scale;
    if (i === to) return ln(sum) + log;
    if (sum > 1e200) {
      sum *= 1e-200;
      scale *= 1e-200;
      log += 200 * Math.LN10;
    }
  }
}

/**
 * The circular convolution power of all parts: the real parts hold "remove", the imaginary ones "add". Mass
 * outside the window comes back at its other end: what lay below adds to the top, which is safe; what lay
 * above was counted as infinite loss besides.
 */
function convolve(uppers: readonly Tilted[], lowers: readonly Tilted[], size: number): Float64Array {
  const half = size / 2;
  const upper = new Float64Array(size + 2);
  const lower = new Float64Array(size + 2);
  for (let k = 0; k <= half; k++) {
    upper[2 * k] = 1;
    lower[2 * k] = 1;
  }
  uppers.forEach((one, part) => {
    const { count } = one;
    const data = new Float64Array(2 * size);
    wrap(one, data, 0);
    wrap(lowers[part], data, 1);
    const spectrum = fourier(data);
    const least = exp(-200 / count);
    for (let k = 0; k <= half; k++) {
      const there = 2 * ((size - k) % size);
      const re = spectrum[2 * k];
      const im = spectrum[2 * k + 1];
      const reThere = spectrum[there];
      const imThere = -spectrum[there + 1];
      multiplyByPower(upper, 2 * k, 0.5 * (re + reThere), 0.5 * (im + imThere), count, least);
      multiplyByPower(lower, 2 * k, 0.5 * (im - imThere), -0.5 * (re - reThere), count, least);
    }
  });
  return inverseOfPair(upper, lower, size);
}

/**
 * The inverse transform of two spectra of real numbers, given up to half of their length: one is in the real
 * parts of the result, the other in the imaginary ones.
 */
export function inverseOfPair(upper: Float64Array, lower: Float64Array, size: number): Float64Array {
  const product = new Float64Array(2 * size);
  for (let k = 0; k <= size / 2; k++) {
    const there = 2 * ((size - k) % size);
    product[there] = upper[2 * k] + lower[2 * k + 1];
    product[there + 1] = -upper[2 * k + 1] + lower[2 * k];
    product[2 * k] = upper[2 * k] - lower[2 * k + 1];
    product[2 * k + 1] = upper[2 * k + 1] + lower[2 * k];
  }
  return inverseFourier(product);
}

/** Lays masses around the circle, into the real or the imaginary parts. */
function wrap({ first, masses }: Tilted, data: Float64Array, part: 0 | 1): void {
  const size = data.length / 2;
  for (let i = 0; i < masses.length; i++) data[2 * modulo(first + i, size) + part] += masses[i];
}

/**
 * target[at] *= (re + i im)^count, by repeated squaring; most powers are negligible, which the modulus tells
 * beforehand.
 */
function multiplyByPower(
  target: Float64Array,
  at: number,
  re: number,
  im: number,
  count: number,
  least: number,
): void {
  if (re * re + im * im < least) {
    target[at] = 0;
    target[at + 1] = 0;
    return;
  }
  let x = target[at];
  let y = target[at + 1];
  let a = re;
  let b = im;
  for (let n = count; n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) {
      const t = x * a - y * b;
      y = x * b + y * a;
      x = t;
    }
    const t = a * a - b * b;
    b = 2 * a * b;
    a = t;
  }
  target[at] = x;
  target[at + 1] = y;
}

function modulo(i: number, n: number): number {
  const r = i % n;
  return r < 0 ? r + n : r;
}

/**
 * One part of the circle, from grid point `first` on, with the tilt undone; rounding goes below zero as often
 * as above, so that sums of many small masses keep theirs small.
 */
export function unroll(
  circular: Float64Array,
  part: 0 | 1,
  first: number,
  t: number,
  log: number,
): Float64Array {
  const size = circular.length / 2;
  const masses = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const mass = circular[2 * modulo(first + i, size) + part];
    if (mass !== 0) masses[i] = mass * exp(log - t * (first + i));
  }
  return masses;
}
