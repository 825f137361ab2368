import type { Observation, TradeOff } from '../../src/index.ts';
import { binomialPmf } from '../../src/numerics/index.ts';
import { type BestLaw, bestLawOf, type Line } from './law-program.ts';

/** Between which numbers the optimal p-value lies. */
export interface Bracket {
  /** Attained by a law that keeps the curve. */
  readonly low: number;
  /** Proved by prices of lines above the curve. */
  readonly high: number;
}

/** A bracket narrower than this, relatively, is narrow enough. */
const CLOSE = 5e-4;
const MOST_ROUNDS = 9;

/**
 * The optimal p-value by linear programs alone, for curves of which f.delta tells all: symmetric ones. A polyline is one
 * program with all its lines. For a smooth curve there are two: with lines above it, whose value is too large, and with
 * chords, whose law keeps the curve. New points are put between those that mattered, until the two are close.
 */
export async function linearProgramPValue(
  observation: Observation,
  f: TradeOff,
  close = CLOSE,
): Promise<Bracket> {
  const { m, k, guesses, correct } = observation;
  if (correct === 0) return { low: 1, high: 1 };
  const spread = Math.sqrt(correct * (1 - correct / guesses));
  const highest = Math.min(guesses, Math.ceil(correct + 6 * spread + 10));
  let lowest = Math.max(1, Math.floor(correct - 3 * Math.sqrt(guesses) - 20));
  const furthest = Math.min(guesses / (m * (k - 1)), turningPoint(f));
  let best: Bracket = { low: 0, high: 1 };
  let size = 0.05;
  let xs = spaced(furthest, 14);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const above = f.bends === undefined ? tangents(f, xs) : segments(f);
    const outer = await bestLawOf(observation, above, { lowest, highest }, size);
    size = Math.max(1e-12, outer.bound);
    const below = f.bends === undefined ? chords(f, xs) : [...above, ...mirrored(f)];
    const inner =
      f.bends !== undefined && f.symmetric
        ? outer
        : await bestLawOf(observation, below, { lowest, highest }, size);
    best = {
      low: Math.max(best.low, attained(observation, f, inner.law)),
      high: Math.min(best.high, outer.bound),
    };
    if (best.high <= best.low * (1 + close)) break;
    // A law that is not negligible at its lowest count goes on below.
    if (lowest > 1 && inner.law[lowest] > 1e-6 * inner.law[correct])
      lowest = Math.max(1, Math.floor(lowest - 2 * Math.sqrt(guesses) - 10));
    else if (f.bends === undefined) xs = refined(f, xs, above, outer);
  }
  return best;
}

/** Where the slope of a symmetric curve passes 1. */
function turningPoint(f: TradeOff): number {
  let [low, high] = [0, 1];
  for (let n = 0; n < 80; n++) {
    const x = 0.5 * (low + high);
    if (f.fBar(x) + x < 1) low = x;
    else high = x;
  }
  return high;
}

/** Points up to `furthest`, evenly spaced in the logarithm over four powers of ten. */
function spaced(furthest: number, count: number): number[] {
  return Array.from({ length: count }, (_, g) => furthest * 10 ** (4 * (g / (count - 1) - 1)));
}

function lineOf(f: TradeOff, slope: number): Line {
  const epsilon = Math.min(50, Math.max(0, Math.log(slope) * (1 + 1e-13)));
  return { slope: Math.exp(epsilon), delta: f.delta(epsilon) };
}

/** The tangents at some points, each once. */
function tangents(f: TradeOff, xs: readonly number[]): Line[] {
  const lines = xs.map((x) => lineOf(f, f.slope(x)));
  return lines.filter(({ slope }, j) => j === 0 || slope !== lines[j - 1].slope);
}

/** All lines of a polyline with slopes of at least 1. */
function segments(f: TradeOff): Line[] {
  const ends = [0, ...(f.bends ?? []), 1];
  const slopes = ends.slice(1).map((end, j) => f.slope(0.5 * (ends[j] + end)));
  return slopes.filter((slope) => slope >= 1 - 1e-12).map((slope) => lineOf(f, slope));
}

/** What the lines of a polyline with slopes below 1 say when the two neighbours are exchanged. */
function mirrored(f: TradeOff): Line[] {
  const ends = [0, ...(f.bends ?? []), 1];
  return ends.slice(1).flatMap((end, j): Line[] => {
    const x = 0.5 * (ends[j] + end);
    const slope = f.slope(x);
    const start = f.fBar(x) - slope * x;
    return slope > 1e-9 && slope < 1
      ? [{ slope: 1 / slope, delta: Math.max(0, (slope - 1 + start) / slope) }]
      : [];
  });
}

/** The lines of the polyline through points on the curve, continued with slope 1. */
function chords(f: TradeOff, points: readonly number[]): Line[] {
  const xs = withCorners(f, points);
  const knots = [0, ...xs];
  const lines = xs.map((x, j): Line => {
    const slope = (f.fBar(x) - f.fBar(knots[j])) / (x - knots[j]);
    return { slope, delta: Math.max(0, f.fBar(x) - slope * x) };
  });
  const last = xs[xs.length - 1];
  return [...lines.filter(({ slope }) => slope > 1), { slope: 1, delta: Math.max(0, f.fBar(last) - last) }];
}

/** With the points at which two neighbouring tangents meet on the curve itself: there it has a corner. */
function withCorners(f: TradeOff, xs: readonly number[]): number[] {
  const lines = xs.map((x) => lineOf(f, f.slope(x)));
  const corners = xs.slice(1).flatMap((x, j) => {
    const [left, right] = [lines[j], lines[j + 1]];
    if (!(left.slope > right.slope)) return [];
    const corner = (right.delta - left.delta) / (left.slope - right.slope);
    const height = left.slope * corner + left.delta;
    return corner > xs[j] && corner < x && f.fBar(corner) > height * (1 - 1e-10) ? [corner] : [];
  });
  return [...xs, ...corners].sort((a, b) => a - b);
}

/** More points beside the tangents that mattered; others that are not next to one are left out. */
function refined(f: TradeOff, xs: readonly number[], lines: readonly Line[], { prices }: BestLaw): number[] {
  const values = prices.map((price, g) => price * lines[g].delta);
  const [largest, worth] = [1e-3 * Math.max(...prices), 1e-3 * Math.max(...values)];
  const slopes = lines.filter((_, g) => prices[g] > largest || values[g] > worth).map(({ slope }) => slope);
  const own = xs.map((x) => lineOf(f, f.slope(x)).slope);
  const matters = own.map((slope) => slopes.includes(slope));
  const next = new Set<number>([xs[0], xs[xs.length - 1]]);
  if (matters[0]) next.add(xs[0] / 4);
  xs.forEach((x, g) => {
    if (matters[g - 1] || matters[g] || matters[g + 1]) next.add(x);
    // Along a straight piece there is nothing to gain.
    if (g > 0 && (matters[g] || matters[g - 1]) && own[g] !== own[g - 1]) next.add(Math.sqrt(x * xs[g - 1]));
  });
  return [...next].sort((a, b) => a - b);
}

/**
 * P[N >= c] of a law that keeps the curve, next to a law that may break it by a solver's rounding: tilted towards fewer
 * right guesses and mixed with blind guessing, no more than is needed.
 */
function attained(observation: Observation, f: TradeOff, law: Float64Array): number {
  const { k, guesses, correct } = observation;
  const blind = Float64Array.from(law, (_, i) => binomialPmf(guesses, 1 / k, i));
  const at = (part: number) => {
    const tilted = law.map((p, i) => p * Math.exp(-part * (i - correct)));
    smoothed(observation, tilted, f);
    // What the tilt added below c is taken off everywhere, and more.
    const share = (1 - 4 * part) * Math.min(1, sum(law) / sum(tilted));
    const left = 1 - share * sum(tilted);
    return tilted.map((p, i) => share * p + left * blind[i]);
  };
  for (let part = 1e-13; part < 0.02; part *= 3) {
    const law = at(part);
    if (keeps(observation, f, law)) return sum(law.subarray(correct));
  }
  return 0;
}

/**
 * Takes a solver's rounding out of the ratios of y to x: above c none may be larger than the curve's first slope; below c a
 * law that has become negligible goes on with the last slope.
 */
function smoothed({ m, k, guesses, correct }: Observation, law: Float64Array, f: TradeOff): void {
  const atBlindness = (i: number) => (i * (k - 1)) / (guesses - i + 1);
  const jumps = f.fBar(0) > 0;
  const largest = jumps ? 1e300 : f.slope((1e-9 * guesses) / m);
  for (let i = correct + 1; i <= guesses; i++)
    law[i] = Math.min(law[i], (law[i - 1] * largest) / atBlindness(i));
  let x = 0;
  for (let i = 1; i <= guesses; i++) x += ((guesses - i + 1) * law[i - 1]) / ((k - 1) * m);
  const last = Math.max(1, f.slope(Math.min(1, x)));
  const most = Math.max(...law);
  let negligible = 1e-7 * law[correct];
  for (let i = correct; i >= 1; i--) {
    if (law[i] === most) negligible = 1e-7 * most;
    if (law[i - 1] < negligible && (law[i] < 100 * negligible || !jumps)) {
      // A ratio of `last`, or one with which probabilities fall from count to count.
      const ratio = Math.min(largest, Math.max(last, atBlindness(i) / 0.9));
      law[i - 1] = Math.max(law[i - 1], (law[i] * atBlindness(i)) / ratio);
    }
  }
}

/**
 * Whether y(T) <= fBar(x(T)) for every set T, up to the last digits: the sets of the largest ratios y / x are the vertices
 * of a concave polyline above all others. Ratios below 1 can be raised to 1 (docs/theorems/smallest-p-value.md).
 */
function keeps({ m, k, guesses }: Observation, f: TradeOff, law: Float64Array): boolean {
  const pairs: { x: number; y: number }[] = [];
  for (let i = 1; i <= guesses; i++)
    pairs.push({ y: (i * law[i]) / m, x: ((guesses - i + 1) * law[i - 1]) / ((k - 1) * m) });
  const rising = pairs.filter(({ x, y }) => y > x).sort((a, b) => a.x / a.y - b.x / b.y);
  let [x, y] = [0, 0];
  return rising.every((pair) => {
    x += pair.x;
    y += pair.y;
    const most = f.symmetric ? f.fBar(x) : Math.min(f.fBar(x), 1 - f.fBarInv(1 - x));
    return y <= most * (1 + 1e-11);
  });
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
