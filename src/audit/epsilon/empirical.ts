import { boundNamed } from '../../bounds/index.ts';
import { type Family, family as familyOf } from '../../claims/index.ts';
import { checkDelta, checkTau, USUAL_DELTA, USUAL_TAU } from '../../levels.ts';
import { observationOf } from '../../observation.ts';
import type { BoundName, Counts, Observation } from '../../types.ts';
import type { EmpiricalEpsilon } from '../records.ts';
import { provedMember } from './proved-member.ts';

export interface EmpiricalOptions {
  /** Significance: 1 - confidence. */
  readonly tau?: number;
  /** The deltas at which epsilon is wanted. A family that fixes its own delta answers at that one. */
  readonly deltas?: readonly number[];
  readonly method?: BoundName;
}

/**
 * Empirical privacy (paper, Definition 5, with the logarithm it leaves out): epsilon(delta) of the most
 * private member of the family that the observation does not reject, and exactly 0 where it rejects none. By
 * root finding.
 *
 * @example
 * const [{ epsilon: proved }] = epsilon({ m: 1000, correct: 691 }, 'gaussian', { deltas: [1e-5] });
 */
export function empiricalEpsilon(
  counts: Counts,
  given: Family | string,
  { tau = USUAL_TAU, deltas = [USUAL_DELTA], method = 'optimal' }: EmpiricalOptions = {},
): EmpiricalEpsilon[] {
  const observation = observationOf(counts);
  checkTau(tau);
  for (const delta of deltas) checkDelta(delta);
  const family = typeof given === 'string' ? familyOf(given) : given;
  const found = provedMember(observation, family, method, tau);
  const best = boundNamed(method).bestCount?.(observation, tau) ?? observation.guesses;
  const largest = provedMember({ ...observation, correct: best }, family, method, tau);
  const note = found.remark();
  return (family.delta === undefined ? deltas : [family.delta]).map((delta) => {
    const epsilon = found.epsilon(delta);
    return {
      method,
      family: family.name,
      delta,
      parameter: epsilon === 0 ? null : found.parameter,
      epsilon,
      largestProvable: largest.epsilon(delta),
      assumption: method === 'independent' ? 'independent-canaries' : family.assumption,
      ...(note === null ? {} : { note }),
    };
  });
}

/** The best this design could have shown. */
export function allRight(observation: Observation): Observation {
  return { ...observation, correct: observation.guesses };
}
