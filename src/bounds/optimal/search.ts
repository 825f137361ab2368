import type { TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Certificate, Observation } from '../../types.ts';
import { provenBound } from '../certificate.ts';
import { type ExtremalLaw, extremalLaw } from './extremal-law.ts';
import { solveWeights, type Weights } from './weights.ts';

/** What was proved, and the law of a mechanism whose tail is next to it: no proof could be much better. */
export interface Optimum {
  readonly certificate: Certificate;
  readonly law: ExtremalLaw;
}

export interface SearchOptions {
  /** The law of a neighbouring curve, to start from. */
  readonly from?: ExtremalLaw | undefined;
  /** No need to go on once some mechanism attains more than this. */
  readonly enough?: number;
}

/** Ends the search: the proof is this close to what a mechanism attains, relatively. */
const CLOSE = 1e-7;
/** The search ends after so many rounds without progress. */
const PATIENCE = 8;
/** How many rounds at most: wide laws gain little after the first rounds, and each costs more. */
const rounds = (width: number) => Math.max(3, Math.min(60, Math.round(12000 / width)));

/** Where no right guess is needed, every law will do. */
const NO_LAW: ExtremalLaw = {
  start: 0,
  first: 1,
  last: 0,
  sides: new Uint8Array(0),
  xs: new Float64Array(0),
  law: new Float64Array(0),
  mass: 0,
  tail: 0,
};

/**
 * The smallest p-value that a valid test can report from an observation: the value of a linear program over
 * all laws of the number of right guesses. It is found from both sides: an extremal law for some order of the
 * counts, and weights for the tangents at its points, which prove a bound. The weights say which order would
 * have been better; that one is tried next, until law and bound meet.
 */
export function findOptimum(
  observation: Observation,
  f: TradeOff,
  { from, enough = Infinity }: SearchOptions = {},
): Optimum {
  const trivial: Certificate = { observation, tangents: [], bound: 1 };
  if (observation.correct === 0) return { certificate: trivial, law: NO_LAW };
  let best = { bound: Infinity, tangents: [] as Certificate['tangents'] };
  let current = extremalLaw(observation, f, from?.sides ?? new Uint8Array(0), from?.start);
  if (current.tail > 1 - CLOSE) return { certificate: trivial, law: current };
  let most = current;
  let epsilons = current.xs.map((x) => epsilonAt(f, x));
  const steps = new DampedSteps(epsilons);
  for (let round = 1, idle = 0; idle < PATIENCE && round <= rounds(current.xs.length); round++, idle++) {
    const weights = solveWeights(observation, epsilons.map(exp), current.first, current.last);
    if (weights === null) break;
    const deltas = epsilons.map((epsilon) => f.delta(epsilon));
    let bound = weights.nu;
    for (let t = 0; t < deltas.length; t++) bound += weights.values[t] * deltas[t];
    if (bound < best.bound * (1 - CLOSE)) idle = 0;
    if (bound < best.bound) best = { bound, tangents: tangentsOf(weights, epsilons, deltas) };
    if (best.bound - most.tail <= CLOSE * best.bound || most.tail > enough) break;
    current = extremalLaw(observation, f, weights.sides, current.start);
    if (current.tail > most.tail) most = current;
    epsilons = steps.towards(current.xs.map((x) => epsilonAt(f, x)));
  }
  const certificate = { observation, tangents: best.tangents };
  return { certificate: { ...certificate, bound: provenBound(certificate) }, law: most };
}

/** ln of the slope at x, rounded up: for a line through the origin a smaller slope would not be a tangent. */
function epsilonAt(f: TradeOff, x: number): number {
  return Math.min(600, Math.max(0, ln(f.slope(x)) * (1 + 1e-12)) + 1e-12);
}

function tangentsOf(
  { values, firsts, lasts }: Weights,
  epsilons: Float64Array,
  deltas: Float64Array,
): Certificate['tangents'] {
  const tangents: Certificate['tangents'][number][] = [];
  for (let t = 0; t < values.length; t++)
    if (values[t] > 0)
      tangents.push({
        epsilon: epsilons[t],
        // Another machine's exponential may differ in the last digits: there, too, this is to be a tangent.
        delta: Math.min(1, deltas[t] * (1 + 1e-11)),
        weights: [[firsts[t], lasts[t], values[t]]],
      });
  return tangents;
}

/**
 * Damped steps between tangents. Two orders can lead to each other in turn, while the best tangents lie
 * between theirs: so each coordinate moves all the way to its new value as long as the direction stays, and
 * half as far each time the direction changes.
 */
class DampedSteps {
  private parts: Float64Array;
  private moves: Float64Array;

  constructor(private at: Float64Array<ArrayBuffer>) {
    this.parts = new Float64Array(at.length).fill(1);
    this.moves = new Float64Array(at.length);
  }

  towards(target: Float64Array): Float64Array<ArrayBuffer> {
    const { at, parts, moves } = this;
    const next = { parts: new Float64Array(target.length).fill(1), moves: new Float64Array(target.length) };
    this.at = Float64Array.from(target, (value, t) => {
      if (t >= at.length) return value;
      const move = value - at[t];
      next.parts[t] = move * moves[t] < 0 ? 0.5 * parts[t] : Math.min(1, 1.2 * parts[t]);
      next.moves[t] = move;
      return at[t] + next.parts[t] * move;
    });
    this.parts = next.parts;
    this.moves = next.moves;
    return this.at;
  }
}
