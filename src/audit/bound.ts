import { type Family, family as familyOf, parseClaim, tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkDelta, checkTau, USUAL_DELTA, USUAL_TAU } from '../levels.ts';
import { observationOf, relationCompared } from '../observation.ts';
import { type BoundName, type Counts, METHODS, type Observation, type Relation } from '../types.ts';
import { pointsTheOtherWay } from './checks/direction.ts';
import { largestProved } from './conclusion.ts';
import { epsilonOverFamilies, usualFamilies } from './epsilon/over-families.ts';
import type { EmpiricalEpsilon, ProvedEpsilon } from './records.ts';
import { oneRun } from './runs/several-runs.ts';
import { checkAnswered } from './test-claim.ts';
import { type ClaimVerdict, verdict } from './verdict.ts';

export interface BoundOptions {
  /** A guarantee to test, about the neighbours that the game compares. */
  readonly claim?: string;
  /** Where to search for an epsilon: Gaussians and all (epsilon, delta) mechanisms unless stated. */
  readonly families?: readonly (Family | string)[];
  /** All that hold for every mechanism unless stated; `independent` rests on independent canaries. */
  readonly methods?: readonly BoundName[];
  /** Significance, 1 - confidence: 0.05 unless stated. */
  readonly tau?: number;
  /** The deltas at which epsilon is wanted: 1e-5 unless stated. */
  readonly deltas?: readonly number[];
}

/** What the counts of one game prove. */
export interface BoundResult {
  readonly observation: Observation;
  /** The neighbours that the game compares: every curve is taken, and every epsilon is, about these. */
  readonly relation: Relation;
  readonly tau: number;
  readonly deltas: readonly number[];
  /** How likely blind guessing is to get so few right, where that is next to impossible; else null. */
  readonly reversed: number | null;
  readonly results: readonly EmpiricalEpsilon[];
  /** The largest of them under each assumption, at each delta. */
  readonly proved: readonly ProvedEpsilon[];
  readonly verdict?: ClaimVerdict;
  readonly notes: readonly string[];
}

/**
 * What the counts of one game prove: the epsilon within each family by each method, and the verdict on a
 * claim. Pure arithmetic on counts: a curve is taken as that of the neighbours that the game compares.
 *
 * @example
 * const { results } = bound({ m: 100_000, guesses: 1500, correct: 1429 });
 */
export function bound(counts: Counts, options: BoundOptions = {}): BoundResult {
  const { claim, methods = METHODS, tau = USUAL_TAU, deltas = [USUAL_DELTA] } = options;
  const observation = observationOf(counts);
  checkTau(tau);
  deltas.forEach(checkDelta);
  if (claim !== undefined && methods.includes('independent'))
    checkAnswered('independent', observation, tradeOff(claim));
  const tested =
    claim === undefined ? undefined : verdict(observation, claim, { tau, delta: deltas[0], methods });
  if (tested?.tests.length === 0)
    throw new InvalidInput(`the claim was not tested; ${tested.notes.join('; ')}`);
  const families = (options.families ?? usualFamilies(null, deltas)).map((given) =>
    typeof given === 'string' ? familyOf(given) : given,
  );
  const stated = [...families, ...(claim === undefined ? [] : [parseClaim(claim)])];
  const isExchange = stated.some(({ relation }) => relation === 'replace');
  const { results, notes } = epsilonOverFamilies(oneRun([observation], tau), { families, methods, deltas });
  return {
    observation,
    relation: relationCompared(observation, isExchange ? 'replace' : 'add-remove'),
    tau,
    deltas,
    reversed: pointsTheOtherWay(observation),
    results,
    proved: largestProved(results),
    notes: [...new Set([...(tested?.notes ?? []), ...notes])],
    ...(tested === undefined ? {} : { verdict: tested }),
  };
}
