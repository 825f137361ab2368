import {
  type BoundResult,
  bound,
  type ClaimVerdict,
  type CurveLines,
  curveShape,
  type Method,
  type Observation,
  parseClaim,
  tradeOff,
  verdict,
} from '../../../src/index.ts';

/** Counts and the levels they are judged at. */
export interface Question {
  readonly observation: Observation;
  readonly tau: number;
  readonly delta: number;
  readonly claim: string;
  readonly families: readonly string[];
}

/** The claim's verdict by one method. */
export function test({ observation, tau, delta, claim }: Question, method: Method): ClaimVerdict {
  return verdict(observation, claim, { tau, delta, methods: [method] });
}

/** The epsilon that is proved by one method, within each family that it answers for. */
export function search({ observation, tau, delta, families }: Question, method: Method): BoundResult {
  return bound(observation, { families, methods: [method], tau, deltas: [delta] });
}

/** A claim's curve as lines, and its epsilon at delta. */
export function curve(claim: string, delta: number): { lines: CurveLines; epsilon: number } {
  const f = tradeOff(claim);
  return { lines: curveShape(f, parseClaim(claim)).claim, epsilon: f.epsilon(delta) };
}
