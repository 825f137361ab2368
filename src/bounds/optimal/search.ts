import type { TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Certificate, Observation } from '../../types.ts';
import { provenBound } from '../certificate.ts';
import { type Growth, growTo1 } from './extremal-law.ts';
import { solveWeights, type Weights } from './weights.ts';

/** What was proved, and the law of a mechanism with this curve whose tail is next to it: no proof could do much better. */
export interface Optimum {
  readonly certificate: Certificate;
  readonly growth: Growth;
}

export interface SearchOptions {
  /** The law of a neighbouring curve, to start from. */
  readonly from?: Growth | undefined;
  /** No need to go on once some mechanism attains more than this. */
  readonly enough?: number;
}

/** Ends the search: the proof is this close to what a mechanism attains, relatively. */
const CLOSE = 1e-7;
/** So many rounds in a row may bring nothing. */
const PATIENCE = 8;
/** The wider the law, the less is left to gain after the first rounds, and the dearer they are. */
const rounds = (width: number) => Math.max(3, Math.min(60, Math.round(12000 / width)));

/** Where every count is enough, there is nothing to grow. */
const NOTHING: Growth = {
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
 * The smallest p-value that a valid test can report from an observation (linear program over all laws of the number of right
 * guesses), from both sides: a law grown in some order, and weights for the tangents at its points. The weights say in which order the law
 * should have been grown; that is tried next, until the two sides meet.
 */
export function findOptimum(
  observation: Observation,
  f: TradeOff,
  { from, enough = Infinity }: SearchOptions = {},
): Optimum {
  const trivial: Certificate = { observation, tangents: [], bound: 1 };
  if (observation.correct === 0) return { certificate: trivial, growth: NOTHING };
  let best = { bound: Infinity, tangents: [] as Certificate['tangents'] };
  let growth = growTo1(observation, f, from?.sides ?? new Uint8Array(0), from?.start);
  if (growth.tail > 1 - CLOSE) return { certificate: trivial, growth };
  let law = growth;
  let epsilons = growth.xs.map((x) => epsilonAt(f, x));
  const steps = new Steps(epsilons);
  for (let round = 1, idle = 0; idle < PATIENCE && round <= rounds(growth.xs.length); round++, idle++) {
    const weights = solveWeights(observation, epsilons.map(exp), growth.first, growth.last);
    if (weights === null) break;
    const deltas = epsilons.map((epsilon) => f.delta(epsilon));
    let bound = weights.nu;
    for (let t = 0; t < deltas.length; t++) bound += weights.values[t] * deltas[t];
    if (bound < best.bound * (1 - CLOSE)) idle = 0;
    if (bound < best.bound) best = { bound, tangents: tangentsOf(weights, epsilons, deltas) };
    if (best.bound - law.tail <= CLOSE * best.bound || law.tail > enough) break;
    growth = growTo1(observation, f, weights.sides, growth.start);
    if (growth.tail > law.tail) law = growth;
    epsilons = steps.towards(growth.xs.map((x) => epsilonAt(f, x)));
  }
  const certificate = { observation, tangents: best.tangents };
  return { certificate: { ...certificate, bound: provenBound(certificate) }, growth: law };
}

/** ln of the slope at x; a trifle steeper, lest a line through the origin be missed by rounding. */
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
 * Two orders may call for each other: the best tangents then lie between theirs, where neither wins. Each coordinate goes all
 * the way towards its new value as long as that lies on the same side, and half as far each time the side changes.
 */
class Steps {
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
