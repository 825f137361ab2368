import { exp, findSignChange, ln, minimise } from '../../numerics/index.ts';
import type { LossSource, Sketch } from './law.ts';

/** A mechanism and how often it runs. */
export interface RepeatedSource {
  readonly source: LossSource;
  readonly count: number;
}

/** The probability, under the balanced law, that a window may leave out. */
export const OUTSIDE_WINDOW = 1e-16;

/** The absolute accuracy of epsilon, relative where epsilon is above 1, that a grid is chosen for. */
const ACCURACY = 2.4e-5;

/**
 * What is allowed of the leading-order error, in f relatively and in epsilon absolutely, where the loss is
 * epsilon. Searches take their first steps on curves that are `coarse` times less accurate, and as sound.
 */
export function allowedError(epsilon: number, coarse: number): number {
  return coarse * ACCURACY * Math.min(2, Math.max(1, epsilon));
}

/** The curve's values down to this probability are held to the requested accuracy. */
export const ACCURATE_DEPTH = 1e-9;

/**
 * The sum over all runs of ln E[e^(t L)], and its derivative, for L under Q ("remove") or -L under P ("add"),
 * given that the loss is finite at t = `origin`.
 */
function cumulant(
  parts: readonly RepeatedSource[],
  t: number,
  sign: 1 | -1,
  origin: 0 | 1,
): { value: number; slope: number } {
  let value = 0;
  let slope = 0;
  for (const { source, count } of parts) {
    const one = tilted(source.sketch, sign === 1 ? t : 1 - t);
    value += count * (one.log - logAtEnd(source.sketch, sign === 1 ? origin : 1 - origin));
    slope += count * sign * one.mean;
  }
  return { value, slope };
}

const ENDS = new WeakMap<Sketch, readonly [number, number]>();

/** The logarithm of the moment at t = 0 or 1, which every cumulant is measured from. */
function logAtEnd(sketch: Sketch, t: number): number {
  const known = ENDS.get(sketch) ?? ([tilted(sketch, 0).log, tilted(sketch, 1).log] as const);
  ENDS.set(sketch, known);
  return known[t];
}

/** ln sum w e^(t l) and the mean of l under those terms. */
function tilted({ losses, weights }: Sketch, t: number): { log: number; mean: number } {
  let most = -Infinity;
  for (let i = 0; i < losses.length; i++) if (weights[i] > 0) most = Math.max(most, t * losses[i]);
  let sum = 0;
  let first = 0;
  for (let i = 0; i < losses.length; i++) {
    const term = weights[i] * exp(t * losses[i] - most);
    sum += term;
    first += term * losses[i];
  }
  return { log: most + ln(sum), mean: first / sum };
}

/** ln E[e^(t L)] under Q, as far as a sketch tells. */
export function logMomentOf(sketch: Sketch, t: number): number {
  return tilted(sketch, t).log;
}

/**
 * The tilt at which the loss of the whole composition lies where its tail probability under Q is about
 * ACCURATE_DEPTH: the slope of the logarithm of the tail there, and thereby the factor by which added
 * variance hurts.
 */
export function deepestTilt(parts: readonly RepeatedSource[]): number {
  return largestTilt(parts, (t) => {
    const { value, slope } = cumulant(parts, t, 1, 0);
    return -ln(ACCURATE_DEPTH) - (t * slope - value);
  });
}

/** The t up to which `room`, which falls, stays positive; at most twice as far as a normal law would go. */
function largestTilt(parts: readonly RepeatedSource[], room: (t: number) => number): number {
  const unit = 1 / Math.max(deviation(parts, 1), deviation(parts, -1), 1e-300);
  // A bounded loss that is likely to be at its bound never has a tail that deep.
  const limit = 12 * unit;
  let high = 1e-3 * unit;
  while (high < limit && room(high) > 0) high *= 2;
  return high >= limit ? limit : findSignChange((t) => room(t) || Number.MIN_VALUE, 0, high, 1e-3).lo;
}

/** The standard deviation of the composed loss under Q, or under P. */
function deviation(parts: readonly RepeatedSource[], sign: 1 | -1): number {
  let variance = 0;
  for (const { source, count } of parts) {
    const { losses, weights } = source.sketch;
    let [mass, mean, square] = [0, 0, 0];
    for (let i = 0; i < losses.length; i++) {
      const w = weights[i] * (sign === 1 ? 1 : exp(losses[i]));
      mass += w;
      mean += w * losses[i];
      square += w * losses[i] * losses[i];
    }
    variance += count * Math.max(0, square / mass - (mean / mass) * (mean / mass));
  }
  return Math.sqrt(variance);
}

/**
 * A first grid step: variance v costs v t / 2 of relative accuracy where the tail's logarithm has slope t.
 * Connecting the dots adds about step^2 / 6 of variance per run, less where most losses are smaller than the
 * step.
 */
export function firstStep(parts: readonly RepeatedSource[], tilt: number, coarse: number): number {
  const runs = parts.reduce((sum, { count }) => sum + count, 0);
  // The loss that deep: about half of it is epsilon at deltas that people use.
  const accuracy = allowedError(0.4 * cumulant(parts, tilt, 1, 0).slope, coarse);
  const finest = Math.sqrt((12 * accuracy) / (runs * tilt));
  let step = finest;
  for (let i = 0; i < 4; i++)
    step *= Math.sqrt((2 * accuracy) / (tilt * Math.max(spread(parts, step), 1e-300)));
  return Math.min(Math.max(step, finest), 4 * finest, 0.2 / tilt);
}

/** The variance under P that a step would add to the composed loss, as far as the sketches tell. */
export function spread(parts: readonly RepeatedSource[], step: number): number {
  let variance = 0;
  for (const { source, count } of parts) {
    const { losses, weights } = source.sketch;
    for (let i = 0; i < losses.length; i++) {
      const above = losses[i] - step * Math.floor(losses[i] / step);
      variance += count * weights[i] * exp(losses[i]) * above * (step - above);
    }
  }
  return variance;
}

/** How much finer than wanted a grid may be for the sake of atoms, where the whole has none. */
const FINER = 8;

/**
 * A step no larger than wanted on whose multiples all atoms sit, where there is one; exact where nothing else
 * is there.
 */
export function snapStep(parts: readonly RepeatedSource[], wanted: number): number {
  const all = [...new Set(parts.flatMap(({ source }) => source.atoms))].sort((a, b) => a - b);
  const exact = parts.some(({ source }) => source.smooth) ? null : commonStep(all, 1, 4096);
  if (exact !== null && exact > wanted / 64) return exact;
  // What is much smaller than a step is spread over one, which adds little.
  const atoms = all.filter((atom) => atom > wanted / 16);
  if (atoms.length === 0) return wanted;
  const least = Math.ceil(atoms[0] / wanted);
  const most = parts.some(({ source }) => source.atoms.length === 0) ? FINER * least : least + 4096;
  return commonStep(atoms, least, most) ?? atoms[0] / least;
}

/** Whether every atom sits on the grid. */
export function onGrid(parts: readonly RepeatedSource[], step: number): boolean {
  return parts.every(({ source }) =>
    source.atoms.every((atom) => Math.abs(atom / step - Math.round(atom / step)) * step <= 1e-12 * atom),
  );
}

/**
 * The smallest atom divided by some whole number such that all atoms are multiples of the result, or null.
 */
function commonStep(atoms: readonly number[], from: number, to: number): number | null {
  if (atoms.length === 0) return null;
  for (let n = from; n <= to; n++) {
    const step = atoms[0] / n;
    if (atoms.every((atom) => Math.abs(atom / step - Math.round(atom / step)) * step <= 1e-12 * atom))
      return step;
  }
  return null;
}

/** What a transform's rounding may grow by, on its way back from the tilt, where the loss is 0. */
const MOST_GROWTH = ln(1e3);
/** How deep, in tail probability, the tilted law is centred. */
const TILT_DEPTH = ln(1e4);

/**
 * The rounding error of a Fourier transform has one size everywhere, and the tails are smaller than it.
 * Composing p e^(t l) instead of p centres the law between the loss 0 and the deep tail, so that both are
 * relatively accurate. The t for each direction.
 */
function balanceTilts(parts: readonly RepeatedSource[]): BalanceTilts {
  return { remove: balanceTilt(parts, 1), add: balanceTilt(parts, -1) };
}

/** All tilts for one grid step, those for the windows included. */
export interface Tilts {
  readonly balance: BalanceTilts;
  readonly window: WindowTilts;
}

/** The logarithm of what a tilt may make of the variance that a grid adds. */
const MOST_GROWTH_OF_SPREAD = 3;

/** The tilts of a composition, found once, for any grid step and any variance added before composing. */
export function tiltsFor(parts: readonly RepeatedSource[]): (step: number, added?: number) => Tilts {
  const balance = balanceTilts(parts);
  const usual = { balance, window: windowTilts(parts, balance) };
  return (step, added = 0) => {
    // With a steeper tilt neighbouring grid points would differ by more than the law does, and what the grid
    // has added would outgrow it: variance v grows by e^(v t^2 / 2).
    const most = Math.min(2 / step, Math.sqrt((2 * MOST_GROWTH_OF_SPREAD) / added));
    if (balance.remove <= most && balance.add <= most) return usual;
    const capped = { remove: Math.min(most, balance.remove), add: Math.min(most, balance.add) };
    return { balance: capped, window: windowTilts(parts, capped) };
  };
}

export interface BalanceTilts {
  readonly remove: number;
  readonly add: number;
}

function balanceTilt(parts: readonly RepeatedSource[], sign: 1 | -1): number {
  // Under P for "remove", under Q for "add": one further than the cumulant's own origin.
  const tilt = largestTilt(parts, (t) => {
    const { value, slope } = cumulant(parts, t + 1, sign, 1);
    return Math.min(MOST_GROWTH - value, TILT_DEPTH - (t * slope - value));
  });
  // A tilt slows the fall of the tail. Where the tail falls slowly already, the window would get very long.
  return Math.min(tilt, 0.4 * chernoffTilt(parts, sign === 1 ? 1 : 0, sign));
}

/**
 * The tilts at which Chernoff's bounds on the composed, balanced loss are about the best, in both directions.
 */
export interface WindowTilts {
  readonly remove: { readonly above: number; readonly below: number };
  readonly add: { readonly above: number; readonly below: number };
}

function windowTilts(parts: readonly RepeatedSource[], balance: BalanceTilts): WindowTilts {
  const [remove, add] = [1 + balance.remove, -balance.add];
  return {
    remove: { above: chernoffTilt(parts, remove, 1), below: chernoffTilt(parts, remove, -1) },
    add: { above: chernoffTilt(parts, add, -1), below: chernoffTilt(parts, add, 1) },
  };
}

/**
 * The best tilt for Chernoff's bound from a law that is itself Q tilted by `origin`: under Q the loss has the
 * cumulant at t, under P at t + 1; "add" looks at minus the loss.
 */
function chernoffTilt(parts: readonly RepeatedSource[], origin: number, towards: 1 | -1): number {
  let atOrigin = ln(OUTSIDE_WINDOW);
  for (const { source, count } of parts) atOrigin += count * tilted(source.sketch, origin).log;
  const bound = (logT: number) => {
    const t = exp(logT);
    let log = -atOrigin;
    for (const { source, count } of parts) log += count * tilted(source.sketch, origin + towards * t).log;
    return log / t;
  };
  const scales = [deviation(parts, 1), deviation(parts, -1)].map((d) => -ln(Math.max(d, 1e-300)));
  // To a few percent: any tilt is valid, the best saves some grid points.
  return exp(minimise(bound, Math.min(...scales) - 6, Math.max(...scales) + 6, 0.02).x);
}
