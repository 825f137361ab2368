import type { TradeOff } from '../../claims/index.ts';
import { canariesInTheorem } from '../../observation.ts';
import type { Certificate, Observation } from '../../types.ts';
import { provenBound } from '../certificate.ts';
import type { ExtremalLaw } from './extremal-law.ts';
import { searchLines } from './line-search.ts';
import { isSettled, type NestedOptions, searchNested } from './nested-search.ts';

/**
 * What was proved, and a law that Theorem 1 allows whose tail is next to it: no proof by it could be much
 * better. With guesses on both sides it is the law of some mechanism.
 */
export interface Optimum {
  readonly certificate: Certificate;
  readonly law: ExtremalLaw;
  /**
   * No proof can be better than this: some law that Theorem 1 allows has this tail, up to rounding. 0 where
   * no such law was found.
   */
  readonly attained: number;
}

/**
 * Nested sets that are not this close to what they attain, relatively, are followed by the lines' program.
 */
const NOT_CLOSE = 3e-4;
/** Of a curve that is not known to be piecewise linear the law lags behind the proof. */
const NOT_CLOSE_SMOOTH = 1e-3;

/** Where no right guess is needed, every law will do. */
const NO_LAW: ExtremalLaw = {
  start: 0,
  first: 1,
  last: 0,
  sides: new Uint8Array(0),
  xs: new Float64Array(0),
  law: new Float64Array(0),
  mass: 0,
  tail: 1,
};

/**
 * The smallest p-value that a valid test can report from an observation: the value of a linear program over
 * all laws of the number of right guesses. It is found from both sides, by nested sets, and where the curve
 * has corners by the program of its lines.
 */
export function findOptimum(observation: Observation, f: TradeOff, options: NestedOptions = {}): Optimum {
  const trivial: Certificate = { observation, tangents: [], bound: 1 };
  if (observation.correct === 0) return { certificate: trivial, law: NO_LAW, attained: 1 };
  // On one side the theorem is that of half as many canaries; the proof is checked with the sides.
  const { sides: _, ...both } = observation;
  const game = { ...both, m: canariesInTheorem(observation) };
  const { law, proof } = searchNested(game, f, options);
  if (law.tail > 1 - 1e-7) return { certificate: trivial, law, attained: 1 };
  let found = { bound: proof?.bound ?? Infinity, attained: law.tail };
  let tangents = proof?.tangents;
  const close = Math.max(f.bends === undefined ? NOT_CLOSE_SMOOTH : NOT_CLOSE, options.close ?? 0);
  const isClose = proof !== null && found.bound - found.attained <= close * found.bound;
  if (!isClose && !isSettled(found.bound, found.attained, options.enough ?? 0)) {
    const lines = searchLines(game, f, proof);
    if (lines !== null) {
      if (lines.bound < found.bound) tangents = () => lines.proof.tangents();
      found = {
        bound: Math.min(found.bound, lines.bound),
        attained: Math.max(found.attained, Math.min(lines.attained, lines.bound)),
      };
    }
  }
  const certificate = { observation, tangents: tangents?.() ?? [] };
  const bound = provenBound(certificate);
  const attained = isSteepEverywhere(game, f) ? found.attained : allowedTail(game, f, law);
  return { certificate: { ...certificate, bound }, law, attained: Math.min(bound, attained) };
}

/**
 * Whether fBar is steeper than 1 wherever the game can reach: x and y of all counts add up to at most c' / m,
 * and a symmetric curve has slope 1 where they add up to 1. The lines of a proof are never flatter.
 */
function isSteepEverywhere({ m, guesses }: Observation, f: TradeOff): boolean {
  return f.symmetric && guesses <= m;
}

/**
 * The tail of a law that was found with lines of slope 1 and steeper, if flatter ones allow it too; else 0.
 * Where y_i >= x_i for every i, they are about all counts together.
 */
function allowedTail(
  { m, k, guesses }: Observation,
  f: TradeOff,
  { first, law, mass, tail }: ExtremalLaw,
): number {
  const share = 1 / Math.max(1, mass);
  let mean = (1 - mass * share) * (guesses / k);
  for (let j = 0; j < law.length; j++) mean += law[j] * share * (first - 1 + j);
  const [x, y] = [(guesses - mean) / ((k - 1) * m), mean / m];
  return y <= f.fBar(Math.min(1, Math.max(0, x))) * (1 + 1e-9) ? tail * share : 0;
}
