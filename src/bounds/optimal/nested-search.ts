import type { TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Observation, WeightedTangent } from '../../types.ts';
import { DampedSteps } from './damped-steps.ts';
import { type ExtremalLaw, extremalLaw } from './extremal-law.ts';
import type { CountWindow } from './line-weights.ts';
import { epsilonOf, statedDelta } from './lines.ts';
import { QuickCurve } from './quick-curve.ts';
import { solveWeights, type Weights } from './weights.ts';

/** A proof with nested sets, and a law of which no proof can prove less than its tail. */
export interface NestedProof {
  /** Up to rounding. */
  readonly bound: number;
  readonly law: ExtremalLaw;
  readonly window: CountWindow;
  /** The tangents' epsilons, by the size of their set. */
  readonly epsilons: Float64Array;
  tangents(): WeightedTangent[];
}

export interface NestedOptions {
  /** The law of a neighbouring curve, to start from. */
  readonly from?: ExtremalLaw | undefined;
  /** The question is only whether the bound is below this. */
  readonly enough?: number;
  /** How close, relatively, proof and attained value have to come. */
  readonly close?: number;
}

/** When the search ends; wide laws take longer, and are followed less far. */
function patienceFor(width: number): { close: number; progress: number; rounds: number } {
  // Proof and attained value are this close, relatively; or so many rounds gained less than `progress`.
  return width <= NARROW
    ? { close: 1e-6, progress: 1e-6, rounds: 10 }
    : { close: 1e-5, progress: 3e-6, rounds: width <= 10 * NARROW ? 10 : 5 };
}

/** How many rounds at most: wide laws gain little after the first rounds, and each costs more. */
const rounds = (width: number) => Math.max(4, Math.min(60, Math.round(40_000 / width)));
/** Laws of so many counts cost little. */
const NARROW = 400;
/** More tangents than this prove no more that could be seen. */
const MOST_TANGENTS = 1200;
/** How small nu can be made by sets that reach further below, as ln of a factor. */
const REACH = 22;

/**
 * Alternates between an extremal law for some order of the counts, and weights for the tangents at its
 * points, which prove a bound. The weights say which order would have been better; that one is tried next,
 * until law and bound meet. On smooth curves that takes a few rounds. Null where the weights prove nothing.
 */
export function searchNested(
  observation: Observation,
  f: TradeOff,
  { from, enough = 0, close }: NestedOptions,
): { readonly law: ExtremalLaw; readonly proof: NestedProof | null } {
  const quick = new QuickCurve(f);
  let law = extremalLaw(observation, quick, from?.sides ?? new Uint8Array(0), from?.start);
  let most = law;
  let best: NestedProof | null = null;
  let near: number | undefined;
  const steps = new DampedSteps();
  let patience = patienceFor(law.xs.length);
  for (let round = 1, idle = 0; idle < patience.rounds && round <= rounds(law.xs.length); round++, idle++) {
    if (most.tail > 1 - 1e-7) break;
    const { window, slopes } = withReach(observation, quick, law);
    const epsilons = coarsened(steps.towards(slopes.map(epsilonOf)));
    const weights = solveWeights(observation, epsilons.map(exp), window, near);
    if (weights === null) break;
    near = weights.nu;
    const deltas = deltasOf(f, epsilons);
    let bound = weights.nu;
    for (let t = 0; t < deltas.length; t++) bound += weights.values[t] * deltas[t];
    if (best === null || bound < best.bound) {
      if (best === null || bound < best.bound * (1 - patience.progress)) idle = 0;
      best = { bound, law, window, epsilons, tangents: () => tangentsOf(weights, epsilons, deltas) };
    }
    const gap = best.bound - most.tail;
    if (gap <= (close ?? patience.close) * best.bound) break;
    if (isSettled(best.bound, most.tail, enough)) break;
    law = extremalLaw(observation, quick, weights.sides, law.start);
    patience = patienceFor(law.xs.length);
    if (law.tail > most.tail * (1 + patience.progress)) idle = 0;
    if (law.tail > most.tail) most = law;
  }
  return { law: most, proof: best };
}

/** Whether the bound is surely below what is enough, or no bound can be; never where nothing is. */
export function isSettled(bound: number, attained: number, enough: number): boolean {
  return enough > 0 && (attained > enough || bound < 0.999 * enough);
}

/**
 * The slopes at the points of a law, and beyond them the last one for as many counts below as a small nu
 * takes: from nothing, what a count may have grows by y / (slope x) from each count to the next.
 */
function withReach(
  { k, guesses: cPrime }: Observation,
  quick: QuickCurve,
  { xs, first, last }: ExtremalLaw,
): { window: CountWindow; slopes: Float64Array } {
  const end = Math.max(1, quick.slope(Math.min(1, xs[xs.length - 1])));
  let furthest = first;
  for (let reach = 0; furthest > 1 && reach < REACH; furthest--) {
    const growth = ln(((furthest - 1) * (k - 1)) / (end * (cPrime - furthest + 2)));
    if (!(growth > 1e-4)) break;
    reach += growth;
  }
  const slopes = new Float64Array(xs.length + first - furthest).fill(end);
  for (let t = 0; t < xs.length; t++) slopes[t] = quick.slope(Math.min(1, xs[t]));
  return { window: { first: furthest, last }, slopes };
}

/** Few distinct epsilons in the place of many: each becomes the nearest of a grid. */
function coarsened(epsilons: Float64Array): Float64Array {
  if (new Set(epsilons).size <= MOST_TANGENTS) return epsilons;
  let [least, most] = [Infinity, 0];
  for (const epsilon of epsilons) {
    least = Math.min(least, epsilon);
    most = Math.max(most, epsilon);
  }
  const step = (most - least) / MOST_TANGENTS;
  return epsilons.map((epsilon) => Math.min(most, least + step * Math.round((epsilon - least) / step)));
}

function deltasOf(f: TradeOff, epsilons: Float64Array): Float64Array {
  const known = new Map<number, number>();
  return epsilons.map((epsilon) => {
    const delta = known.get(epsilon) ?? statedDelta(f, epsilon);
    known.set(epsilon, delta);
    return delta;
  });
}

/**
 * One tangent for neighbouring sets of the same epsilon: a count's weight is the sum over the sets around it.
 */
function tangentsOf(
  { values, firsts, lasts }: Weights,
  epsilons: Float64Array,
  deltas: Float64Array,
): WeightedTangent[] {
  const tangents: WeightedTangent[] = [];
  for (let from = 0, to = 0; from < values.length; from = to) {
    for (to = from + 1; to < values.length && epsilons[to] === epsilons[from]; ) to++;
    const below: [number, number, number][] = [];
    const above: [number, number, number][] = [];
    // From the largest set inwards; the sets are nested.
    let weight = 0;
    for (let t = to - 1; t >= from; t--) {
      weight += values[t];
      if (!(weight > 0)) continue;
      const inner = t > from;
      const [low, high] = inner ? [firsts[t - 1], lasts[t - 1]] : [lasts[t] + 1, lasts[t]];
      if (low > firsts[t]) below.push([firsts[t], Math.min(low - 1, lasts[t]), weight]);
      if (inner && high < lasts[t]) above.push([high + 1, lasts[t], weight]);
    }
    if (weight > 0)
      tangents.push({
        epsilon: epsilons[from],
        delta: deltas[from],
        weights: [...below, ...above.reverse()],
      });
  }
  return tangents;
}
