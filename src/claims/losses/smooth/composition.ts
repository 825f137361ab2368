import { cosm1, exp, expm1, ln, sin } from '../../../numerics/index.ts';
import { type ComposedLaw, inverseOfPair, unroll } from '../compose.ts';
import {
  type BalanceTilts,
  logMomentOf,
  OUTSIDE_WINDOW,
  type RepeatedSource,
  type Tilts,
  type WindowTilts,
} from '../grid-choice.ts';
import { highestFrequency } from './highest-frequency.ts';
import { multiplyPower, spectraOf } from './spectrum.ts';
import { type NeighbourOrder, tiltNodes } from './tilted-nodes.ts';

/**
 * The most grid points, the most nodes, and the most waves at nodes to find the highest frequency by: some
 * milliseconds for coarse curves, a fraction of a second for exact ones.
 */
const COARSE_LIMITS = { points: 2 ** 15, nodes: 2e4, looks: 3e4 };
const EXACT_LIMITS = { points: 2 ** 17, nodes: 1e5, looks: 1e5 };
/** Looking hardly ever finds a frequency that is so many times lower. */
const HOPELESS = 50;
/** Fewer frequencies than this, over 2 pi, would not be worth a search. */
const ENOUGH_FREQUENCIES = 300;
/** The probability of what the nodes leave out of one run, on either side. */
const OUTSIDE_NODES = 1e-39;

/** Both directions' laws on a grid. */
export interface SmoothComposition {
  readonly remove: ComposedLaw;
  readonly add: ComposedLaw;
  readonly step: number;
  /** Rounding errors of probabilities while tilted. */
  readonly noise: number;
  /** The laws of losses rounded at random to the grid, under the second law, times e^loss. */
  rounded(): { readonly remove: ComposedLaw; readonly add: ComposedLaw };
}

/**
 * The composed losses of mechanisms whose loss has a smooth density, for "remove" (P against Q) and "add" (Q
 * against P), on a grid no coarser than asked for. The characteristic function of the composed loss is the
 * product of those of all runs, each an integral that the trapezoidal rule gives to the last digits, and it
 * vanishes beyond some frequency. The dots are connected once, after composing: the law on the grid is the
 * composed one convolved with the kernel that shares a loss between the grid points around it. Null where
 * that would take too long.
 */
export function composeSmooth(
  parts: readonly RepeatedSource[],
  coarsest: number,
  { balance, window }: Tilts,
  coarse: number,
): SmoothComposition | null {
  const limits = coarse > 1 ? COARSE_LIMITS : EXACT_LIMITS;
  const windows = windowsOf(parts, balance, window);
  const width = widest(windows);
  const highest = highestFrequency(parts, balance, {
    enough: ENOUGH_FREQUENCIES / width,
    hopeless: (HOPELESS * limits.points) / width,
    looks: limits.looks,
  });
  // A grid as fine as asked for, and fine enough for waves of the highest frequency.
  const wanted = Math.min(coarsest, highest === null ? 0 : Math.PI / highest);
  const size = 2 ** Math.max(5, Math.ceil(Math.log2(width / wanted + 4)));
  if (highest === null || !(size <= limits.points)) return null;
  const step = Math.min(wanted, width / (size - 4));
  const unit = (2 * Math.PI) / (size * step);
  const count = Math.min(size / 2, Math.ceil(highest / unit)) + 1;
  const remove = { re: new Float64Array(count), im: new Float64Array(count) };
  const add = { re: new Float64Array(count), im: new Float64Array(count) };
  const logs = { remove: 0, add: 0 };
  let noise = 0;
  for (const { source, count: runs } of parts) {
    const needed = source.smoothLaw?.nodesNeeded(count * unit) ?? Infinity;
    const nodes = needed > limits.nodes ? undefined : source.smoothLaw?.nodes(needed);
    if (nodes === undefined) return null;
    const upper = tiltNodes(nodes, 'remove', balance.remove);
    const lower = tiltNodes(nodes, 'add', balance.add);
    const { firstRe, firstIm, secondRe, secondIm, rounding } = spectraOf(
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
    noise += runs * rounding;
    logs.remove += runs * upper.log;
    logs.add += runs * lower.log;
  }
  /** For the kernel of rounded losses under the second law everything moves by 1 more than the tilt. */
  const circularOf = (more: 0 | 1) =>
    inverseOfPair(
      sharedOut(remove, balance.remove + more, step, unit, size),
      sharedOut(add, balance.add + more, step, unit, size),
      size,
    );
  const runs = parts.reduce((sum, one) => sum + one.count, 0);
  const composed = (circular: Float64Array, part: 0 | 1, direction: NeighbourOrder): ComposedLaw => {
    const { low, high } = windows[direction];
    const [tilt, log] = [balance[direction], logs[direction]];
    // The kernel reaches one grid point further.
    const first = Math.floor(low / step) - 1;
    const outside = OUTSIDE_WINDOW * exp(log - tilt * high) + runs * OUTSIDE_NODES;
    return {
      first,
      masses: unroll(circular, part, first, tilt * step, log),
      infinite: outside,
      outside,
      tilt,
      log,
    };
  };
  const bothOf = (circular: Float64Array) => ({
    remove: composed(circular, 0, 'remove'),
    add: composed(circular, 1, 'add'),
  });
  return { ...bothOf(circularOf(0)), step, noise, rounded: () => bothOf(circularOf(1)) };
}

interface LossWindow {
  readonly low: number;
  readonly high: number;
}

function windowsOf(
  parts: readonly RepeatedSource[],
  balance: BalanceTilts,
  window: WindowTilts,
): Record<NeighbourOrder, LossWindow> {
  return {
    remove: windowOf(parts, 'remove', balance.remove, window.remove),
    add: windowOf(parts, 'add', balance.add, window.add),
  };
}

function widest({ remove, add }: Record<NeighbourOrder, LossWindow>): number {
  return Math.max(remove.high - remove.low, add.high - add.low);
}

/** How wide a window the composed, tilted loss takes, as far as the sketches tell. */
export function windowWidth(parts: readonly RepeatedSource[], { balance, window }: Tilts): number {
  return widest(windowsOf(parts, balance, window));
}

/** Chernoff's bounds on the composed, tilted loss. */
function windowOf(
  parts: readonly RepeatedSource[],
  direction: NeighbourOrder,
  tilt: number,
  { above, below }: { above: number; below: number },
): LossWindow {
  const towards = direction === 'remove' ? 1 : -1;
  const origin = direction === 'remove' ? 1 + tilt : -tilt;
  const bound = (t: number) => {
    let log = -ln(OUTSIDE_WINDOW);
    for (const { source, count } of parts)
      log += count * (logMomentOf(source.sketch, origin + towards * t) - logMomentOf(source.sketch, origin));
    return log / t;
  };
  return { low: bound(-below), high: bound(above) };
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
