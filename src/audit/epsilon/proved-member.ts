import { boundNamed } from '../../bounds/index.ts';
import { type Family, parameterAt, type TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { BoundName, Observation } from '../../types.ts';

/** The most private member of a family that an observation does not reject. */
export interface ProvedMember {
  /** The family's parameter there; null where nothing is rejected. */
  readonly parameter: number | null;
  /** What should be said of how that member was found, or null. */
  remark(): string | null;
  /** A lower bound on its epsilon at delta: 0 where nothing is rejected. */
  epsilon(delta: number): number;
}

/** Searches a family, by root finding along the coordinate that grows with the loss of privacy. */
export function provedMember(
  observation: Observation,
  family: Family,
  method: BoundName,
  tau: number,
): ProvedMember {
  const bound = boundNamed(method);
  const whyNot = bound.whyNot(observation, family);
  if (whyNot !== null) throw new InvalidInput(whyNot);
  // 0 at the most private member.
  const parameter = (t: number) => parameterAt(family.direction, t);
  const curve = rememberLast((t) => family.at(parameter(t)));
  const unlimited = family.search?.limited !== true;
  const found = bound.threshold(observation, curve, tau, family.search ?? {});
  return {
    parameter: found === null ? null : parameter(found),
    remark: () => (found === null ? null : (bound.remark?.(observation, curve(found)) ?? null)),
    epsilon(delta) {
      if (found === null) return 0;
      // Every member is rejected, and without a last one they have every epsilon.
      if (found === Infinity && unlimited) return Infinity;
      return curve(found).epsilonLower(delta);
    },
  };
}

/** The member that a search ends with is asked for again when its epsilon is reported. */
function rememberLast(curve: (t: number) => TradeOff): (t: number) => TradeOff {
  let last: { readonly t: number; readonly f: TradeOff } | null = null;
  return (t) => {
    if (last === null || last.t !== t) last = { t, f: curve(t) };
    return last.f;
  };
}
