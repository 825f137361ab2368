import { cosm1, exp, expm1, ln, log1p, sin } from '../../numerics/index.ts';
import { type ComposedLaw, inverseOfPair, unroll } from './compose.ts';
import { type BalanceTilts, OUTSIDE_WINDOW, type RepeatedSource, type WindowTilts } from './grid-choice.ts';
import type { Sketch } from './law.ts';
import { multiplyPower, spectraOf } from './spectrum.ts';

/** The most frequencies, and the most products of a frequency with a node: a fraction of a second. */
const MOST_FREQUENCIES = 2 ** 17;
const MOST_WORK = 2e7;
/** ln of what the characteristic function of the composed loss may have beyond the frequencies used. */
const BEYOND_FREQUENCIES = -44;
/** The probability of what the nodes leave out of one run, on either side. */
const OUTSIDE_NODES = 1e-39;

type Direction = 'remove' | 'add';

/**
 * The composed losses of mechanisms whose loss has a smooth density, for "remove" (P against Q) and "add" (Q
 * against P), on the multiples of `step`. The characteristic function of the composed loss is the product of
 * those of all runs, each an integral that the trapezoidal rule gives to the last digits, and it vanishes
 * beyond some frequency. The dots are connected once, after composing: the law on the grid is the composed
 * one convolved with the kernel that shares a loss between the grid points around it. Null where too many
 * frequencies would be needed.
 */
export function composeSmooth(
  parts: readonly RepeatedSource[],
  step: number,
  window: WindowTilts,
  balance: BalanceTilts,
): { remove: ComposedLaw; add: ComposedLaw } | null {
  const directions = {
    remove: windowOf(parts, step, 'remove', balance.remove, window.remove),
    add: windowOf(parts, step, 'add', balance.add, window.add),
  };
  const points = Math.max(...[directions.remove, directions.add].map(({ first, last }) => last - first)) + 1;
  const size = 2 ** Math.max(5, Math.ceil(Math.log2(points)));
  if (!(size <= 2 * MOST_FREQUENCIES)) return null;
  const unit = (2 * Math.PI) / (size * step);
  const highest = highestFrequency(parts, balance, (unit * size) / 2);
  if (highest === null) return null;
  const count = Math.min(size / 2, Math.ceil(highest / unit)) + 1;
  const remove = { re: new Float64Array(count), im: new Float64Array(count) };
  const add = { re: new Float64Array(count), im: new Float64Array(count) };
  const logs = { remove: 0, add: 0 };
  for (const { source, count: runs } of parts) {
    const nodes = source.nodes?.(count * unit);
    if (nodes === undefined || nodes.losses.length * count > MOST_WORK) return null;
    const upper = tiltNodes(nodes, 'remove', balance.remove);
    const lower = tiltNodes(nodes, 'add', balance.add);
    const { firstRe, firstIm, secondRe, secondIm } = spectraOf(
      nodes.losses,
      upper.weights,
      lower.weights,
      unit,
      count,
    );
    multiplyPower(remove, firstRe, firstIm, runs);
    // "add" has the opposite loss.
    multiplyPower(
      add,
      secondRe,
      secondIm.map((y) => -y),
      runs,
    );
    logs.remove += runs * upper.log;
    logs.add += runs * lower.log;
  }
  const circular = inverseOfPair(
    sharedOut(remove, balance.remove, step, unit, size),
    sharedOut(add, balance.add, step, unit, size),
    size,
  );
  const runs = parts.reduce((sum, one) => sum + one.count, 0);
  const composed = (part: 0 | 1, direction: Direction): ComposedLaw => {
    const { first, last } = directions[direction];
    const [tilt, log] = [balance[direction], logs[direction]];
    const outside = OUTSIDE_WINDOW * exp(log - tilt * step * last) + runs * OUTSIDE_NODES;
    return {
      first,
      masses: unroll(circular, part, first, tilt * step, log),
      infinite: outside,
      outside,
      tilt,
      log,
    };
  };
  return { remove: composed(0, 'remove'), add: composed(1, 'add') };
}

/** The law of one run on nodes, its loss tilted, its weights scaled to sum to 1. */
interface TiltedNodes {
  readonly weights: Float64Array;
  /** The logarithm of what they were divided by. */
  readonly log: number;
}

/** P's or Q's probabilities times e^(t loss), the loss of "add" being the opposite one. */
function tiltNodes({ losses, weights }: Sketch, direction: Direction, t: number): TiltedNodes {
  const start = direction === 'remove' ? weights.map((w, i) => w * exp(losses[i])) : weights;
  const slope = direction === 'remove' ? t : -t;
  // What the tilt adds to the total keeps its digits where it is small.
  let added = 0;
  for (let i = 0; i < losses.length; i++) added += start[i] === 0 ? 0 : start[i] * expm1(slope * losses[i]);
  const log = log1p(added);
  return { weights: start.map((w, i) => (w === 0 ? 0 : w * exp(slope * losses[i] - log))), log };
}

/** Chernoff's bounds on the composed, tilted loss, in grid points, with the points to which losses are shared. */
function windowOf(
  parts: readonly RepeatedSource[],
  step: number,
  direction: Direction,
  tilt: number,
  { above, below }: { above: number; below: number },
): { first: number; last: number } {
  const bound = (t: number) => {
    let log = -ln(OUTSIDE_WINDOW);
    for (const { source, count } of parts) {
      const sum = tiltNodes(source.sketch, direction, tilt + t).log;
      log += count * (sum - tiltNodes(source.sketch, direction, tilt).log);
    }
    return log / t;
  };
  return { first: Math.floor(bound(-below) / step) - 1, last: Math.ceil(bound(above) / step) + 1 };
}

/**
 * The frequency beyond which the characteristic functions of both composed losses are negligible, or null
 * where that is above `most`. Where a density of the loss h has the total variation V over some losses of
 * probability A, |E e^(i t L)| <= 1 - A + V / t.
 */
function highestFrequency(
  parts: readonly RepeatedSource[],
  balance: BalanceTilts,
  most: number,
): number | null {
  const bounds = parts.flatMap(({ source, count }) =>
    (['remove', 'add'] as const).map((direction) => {
      const { weights } = tiltNodes(source.sketch, direction, balance[direction]);
      return { direction, count, pieces: variations(source.sketch.losses, weights) };
    }),
  );
  const logAt = (t: number, wanted: Direction) => {
    let log = 0;
    for (const { direction, count, pieces } of bounds) {
      if (direction !== wanted) continue;
      let least = 1;
      for (const { mass, variation } of pieces) least = Math.min(least, 1 - mass + variation / t);
      log += count * ln(least);
    }
    return log;
  };
  const vanishes = (t: number) => Math.max(logAt(t, 'remove'), logAt(t, 'add')) < BEYOND_FREQUENCIES;
  if (!vanishes(most)) return null;
  let [low, high] = [most / 2 ** 30, most];
  for (let i = 0; i < 14; i++) {
    const middle = Math.sqrt(low * high);
    if (vanishes(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** For the losses from each node up: their probability, and a bound on the total variation of the density. */
function variations(
  losses: Float64Array,
  weights: Float64Array,
): readonly { mass: number; variation: number }[] {
  const last = losses.length - 1;
  const pieces: { mass: number; variation: number }[] = [];
  let [mass, climbed, next] = [weights[last], 0, 0];
  for (let i = last - 1; i > 0; i--) {
    const density = (2 * weights[i]) / (losses[i + 1] - losses[i - 1]);
    climbed += Math.abs(density - next);
    next = density;
    mass += weights[i];
    // The jump where the piece starts counts too; a tenth more for what lies between nodes.
    if (mass > 1e-3) pieces.push({ mass: 0.98 * mass, variation: 1.1 * (climbed + density) });
  }
  return pieces;
}

/**
 * The spectrum of the law on the grid: that of the loss times the transform of the kernel
 * e^(-tilt s) w(s), where w(s) is the share of a grid point in what lies at the distance s from it. With
 * z = tilt + i t the transform is (e^(z d) - 1) (1 - e^(-(z + 1) d)) / ((1 - e^-d) z (z + 1)), d the step.
 */
function sharedOut(
  { re, im }: { re: Float64Array; im: Float64Array },
  tilt: number,
  step: number,
  unit: number,
  size: number,
): Float64Array {
  const spectrum = new Float64Array(size + 2);
  const scale = 1 / (step * -expm1(-step));
  for (let k = 0; k < re.length; k++) {
    const t = k * unit;
    // Each factor over its own denominator: next to z = 0 both are about d.
    const [a, b] = growthOver(tilt, t, step);
    const [c, d] = growthOver(-tilt - 1, -t, step);
    const [x, y] = [scale * (a * c - b * d), scale * (a * d + b * c)];
    const [u, v] = [1 + re[k], im[k]];
    spectrum[2 * k] = x * u - y * v;
    // The transform turns the other way.
    spectrum[2 * k + 1] = -(x * v + y * u);
  }
  return spectrum;
}

/** (e^(z d) - 1) / z at z = x + i y. */
function growthOver(x: number, y: number, d: number): [number, number] {
  if (x === 0 && y === 0) return [d, 0];
  const growth = expm1(x * d);
  const cosine = cosm1(y * d);
  const [re, im] = [growth + cosine + growth * cosine, (1 + growth) * sin(y * d)];
  const square = x * x + y * y;
  return [(re * x + im * y) / square, (im * x - re * y) / square];
}
