import { type Along, BOUNDS, checkTau } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { type Family, family as familyOf } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { Assumption, Method, Observation } from '../../types.ts';

export interface EmpiricalOptions {
  /** Significance: 1 - confidence. */
  readonly tau?: number;
  /** The deltas at which epsilon is wanted. A family that fixes its own delta answers at that one. */
  readonly deltas?: readonly number[];
  readonly method?: Method;
}

/** What an observation proves within a family: epsilon at delta is at least this, at confidence 1 - tau. */
export interface EmpiricalEpsilon {
  readonly method: Method;
  readonly family: string;
  readonly delta: number;
  /** The family's parameter at the bound; null where epsilon is 0 because nothing was rejected. */
  readonly parameter: number | null;
  readonly epsilon: number;
  /** What the same numbers of canaries and guesses would prove with every guess right. */
  readonly largestProvable: number;
  readonly assumption: Assumption;
  /** What should be known about this answer, such as that the method fell back on another. */
  readonly note?: string;
}

/**
 * Empirical privacy (paper, Definition 5, with the logarithm it leaves out): epsilon(delta) of the most private member
 * of the family that the observation does not reject, and exactly 0 where it rejects none. By root finding.
 */
export function empiricalEpsilon(
  observation: Observation,
  given: Family | string,
  { tau = 0.05, deltas = [1e-5], method = 'optimal' }: EmpiricalOptions = {},
): EmpiricalEpsilon[] {
  checkTau(tau);
  for (const delta of deltas) checkDelta(delta);
  const family = typeof given === 'string' ? familyOf(given) : given;
  const bound = BOUNDS[method];
  const whyNot = bound.whyNot(observation, family);
  if (whyNot !== null) throw new InvalidInput(whyNot);
  // A coordinate that is 0 at the most private member and grows with the loss of privacy.
  const parameter = (t: number) => (family.direction === 'larger-is-less-private' ? t : 1 / t);
  const curve = rememberLast((t) => family.at(parameter(t)));
  const along = alongOf(family);
  const found = bound.threshold(observation, curve, tau, along);
  const atDelta = family.guarantee === undefined ? deltas : [family.guarantee[1]];
  const epsilons = atDelta.map((delta) => (found === null ? 0 : curve(found).epsilonLower(delta)));
  const largest = bound.threshold(allRight(observation), curve, tau, along);
  const note = bound.remark?.(observation) ?? null;
  return atDelta.map((delta, i) => ({
    method,
    family: family.name,
    delta,
    parameter: found === null || epsilons[i] === 0 ? null : parameter(found),
    epsilon: epsilons[i],
    largestProvable: largest === null ? 0 : curve(largest).epsilonLower(delta),
    assumption: family.assumption,
    ...(note === null ? {} : { note }),
  }));
}

/** The member that a search ends with is asked for again when its epsilon is reported. */
function rememberLast(curve: (t: number) => TradeOff): (t: number) => TradeOff {
  let last: { readonly t: number; readonly f: TradeOff } | null = null;
  return (t) => {
    if (last === null || last.t !== t) last = { t, f: curve(t) };
    return last.f;
  };
}

/** How a bound is to search the family, in the coordinate that grows with the loss of privacy. */
function alongOf({ search }: Family): Along {
  return search === undefined ? {} : { ...search, coarse: search.coarseCurve };
}

/** The best this design could have shown. */
export function allRight(observation: Observation): Observation {
  return { ...observation, correct: observation.guesses };
}

export function checkDelta(delta: number): void {
  if (!(delta >= 0 && delta < 1)) throw new InvalidInput(`invalid delta; must be in [0, 1): ${delta}`);
}
