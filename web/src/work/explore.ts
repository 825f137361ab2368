import {
  type BoundResult,
  bound,
  type ClaimRisk,
  type ClaimVerdict,
  type CurveLines,
  claimRisk,
  curveShape,
  type Method,
  type Observation,
  parseClaim,
  tradeOff,
  verdict,
} from '../../../src/index.ts';

/** Counts, and the levels, the claim and the families that they are tested with. */
export interface BoundQuestion {
  readonly observation: Observation;
  readonly tau: number;
  readonly delta: number;
  readonly claim: string;
  readonly families: readonly string[];
}

/** The claim's verdict by one method. */
export function verdictByMethod(
  { observation, tau, delta, claim }: BoundQuestion,
  method: Method,
): ClaimVerdict {
  return verdict(observation, claim, { tau, delta, methods: [method] });
}

/** The epsilon that is proved by one method, within each family that it answers for. */
export function proveWithinFamilies(
  { observation, tau, delta, families }: BoundQuestion,
  method: Method,
): BoundResult {
  return bound(observation, { families, methods: [method], tau, deltas: [delta] });
}

/** A claim's curve as lines, its epsilon at delta, and the risks that it allows. */
export interface ExploredCurve {
  readonly lines: CurveLines;
  readonly epsilon: number;
  readonly risk: ClaimRisk;
}

export function claimCurve(claim: string, delta: number): ExploredCurve {
  const f = tradeOff(claim);
  return {
    lines: curveShape(f, parseClaim(claim)).claim,
    epsilon: f.epsilon(delta),
    risk: claimRisk(claim, { deltas: [delta] }),
  };
}
