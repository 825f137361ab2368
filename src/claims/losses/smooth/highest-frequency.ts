import { cosm1, ln, sin } from '../../../numerics/index.ts';
import type { BalanceTilts, RepeatedSource } from '../grid-choice.ts';
import { type NeighbourOrder, tiltNodes } from './tilted-nodes.ts';

/** ln of what the characteristic function of the composed loss may have beyond the frequencies used. */
const BEYOND_FREQUENCIES = -44;
/** Where to look, and how long. */
interface FrequencyLimits {
  /** No lower frequency is sought. */
  readonly enough: number;
  /** Above this one the search is not begun. */
  readonly hopeless: number;
  /** The most nodes at which waves are computed, for either direction. */
  readonly looks: number;
}

/**
 * A frequency beyond which the characteristic functions of both composed losses are negligible, or null where
 * it is far too high.
 */
export function highestFrequency(
  parts: readonly RepeatedSource[],
  balance: BalanceTilts,
  { enough, hopeless, looks }: FrequencyLimits,
): number | null {
  let highest = enough;
  for (const direction of ['remove', 'add'] as const) {
    const far = byVariation(parts, direction, balance[direction], hopeless);
    if (far === null) return null;
    highest = byLooking(parts, direction, balance[direction], far, highest, looks);
  }
  return highest;
}

/**
 * A frequency from which on the densities of the loss tell that nothing is left: where a density has the
 * total variation V over some losses of probability A, |E e^(i t L)| <= 1 - A + V / t.
 */
function byVariation(
  parts: readonly RepeatedSource[],
  direction: NeighbourOrder,
  tilt: number,
  most: number,
): number | null {
  const bounds = parts.map(({ source, count }) => {
    const { weights } = tiltNodes(source.sketch, direction, tilt);
    return { count, pieces: variations(source.sketch.losses, weights) };
  });
  const vanishes = (t: number) => {
    let log = 0;
    for (const { count, pieces } of bounds) {
      let least = 1;
      for (const { mass, variation } of pieces) least = Math.min(least, 1 - mass + variation / t);
      log += count * ln(least);
    }
    return log < BEYOND_FREQUENCIES;
  };
  if (!vanishes(most)) return null;
  let [low, high] = [most / 2 ** 30, most];
  for (let i = 0; i < 12; i++) {
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
    const width = losses[i + 1] - losses[i - 1];
    // Next to the lowest loss nodes differ by less than a double tells.
    if (!(width > 1e-13 * Math.abs(losses[i]))) break;
    const density = (2 * weights[i]) / width;
    climbed += Math.abs(density - next);
    next = density;
    mass += weights[i];
    // The jump where the piece starts counts too; a tenth more for what lies between nodes.
    if (mass > 1e-3) pieces.push({ mass: 0.98 * mass, variation: 1.1 * (climbed + density) });
  }
  return pieces;
}

/**
 * A lower frequency with the same property, by looking at the characteristic functions from `from` down to
 * `enough`. Between two frequencies they change by at most the distance times E|L - m|, whatever m is.
 */
function byLooking(
  parts: readonly RepeatedSource[],
  direction: NeighbourOrder,
  tilt: number,
  from: number,
  enough: number,
  mostLooks: number,
): number {
  if (from <= enough) return enough;
  let [covered, looks, distance] = [from, 0, 0.4 * from];
  let laws: LawOfRuns[] = [];
  let resolved = Infinity;
  while (covered > enough) {
    if (covered < 0.5 * resolved) {
      looks += parts.reduce(
        (sum, { source }) => sum + (source.smoothLaw?.nodesNeeded(covered) ?? Infinity),
        0,
      );
      if (looks > mostLooks) break;
      resolved = covered;
      laws = parts.map((part) => lawOfRuns(part, direction, tilt, covered));
    }
    // The furthest frequency below that vouches for all between itself and what is covered.
    distance = Math.min(2 * distance, 0.4 * covered);
    let vouches = false;
    while (!vouches && distance > 1e-3 * covered && looks < mostLooks) {
      let log = 0;
      for (const law of laws) {
        log += law.count * ln(Math.min(1, modulusAt(law, covered - distance) + distance * law.slope));
        looks += law.losses.length;
      }
      vouches = log < BEYOND_FREQUENCIES;
      if (!vouches) distance *= 0.5;
    }
    if (!vouches) break;
    // It vouches for as much below itself.
    covered -= 2 * distance;
  }
  return Math.max(covered, enough);
}

interface LawOfRuns {
  readonly losses: Float64Array;
  readonly weights: Float64Array;
  readonly count: number;
  /** E|L - m| at the mean m. */
  readonly slope: number;
}

/** The law of a single run on nodes that serve up to a frequency, without those that do not show. */
function lawOfRuns(
  { source, count }: RepeatedSource,
  direction: NeighbourOrder,
  tilt: number,
  frequency: number,
): LawOfRuns {
  const { smoothLaw } = source;
  if (smoothLaw === undefined) throw new Error('internal: a loss without a smooth density');
  const nodes = smoothLaw.nodes(smoothLaw.nodesNeeded(frequency));
  const all = tiltNodes(nodes, direction, tilt).weights;
  const losses = nodes.losses.filter((_, i) => all[i] > 1e-18);
  const weights = all.filter((weight) => weight > 1e-18);
  const mean = losses.reduce((sum, loss, i) => sum + weights[i] * loss, 0);
  const slope = losses.reduce((sum, loss, i) => sum + weights[i] * Math.abs(loss - mean), 0);
  return { losses, weights, count, slope: 1.001 * slope };
}

/** |E e^(i t L)|. */
function modulusAt({ losses, weights }: LawOfRuns, t: number): number {
  let [re, im] = [0, 0];
  for (let i = 0; i < losses.length; i++) {
    re += weights[i] * cosm1(t * losses[i]);
    im += weights[i] * sin(t * losses[i]);
  }
  return Math.sqrt((1 + re) * (1 + re) + im * im);
}
