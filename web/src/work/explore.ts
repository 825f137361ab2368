import {
  BOUNDS,
  type ClaimVerdict,
  type CurveLines,
  curveShape,
  type EmpiricalEpsilon,
  empiricalEpsilon,
  family,
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

/** What one method says. */
export interface Answer {
  readonly verdict: ClaimVerdict;
  readonly results: readonly EmpiricalEpsilon[];
  readonly notes: readonly string[];
}

/** The claim's verdict and the epsilon that is proved, by one method. */
export async function bound(
  { observation, tau, delta, claim, families }: Question,
  method: Method,
): Promise<Answer> {
  const results: EmpiricalEpsilon[] = [];
  const notes: string[] = [];
  for (const name of families) {
    const members = family(name);
    const unfit = BOUNDS[method].unfit(observation, members);
    if (unfit === null)
      results.push(...(await empiricalEpsilon(observation, members, { tau, deltas: [delta], method })));
    else notes.push(`${unfit}: left out`);
  }
  return { verdict: await verdict(observation, claim, { tau, methods: [method] }), results, notes };
}

/** A claim's curve as lines, and its epsilon at delta. */
export async function curve(claim: string, delta: number): Promise<{ lines: CurveLines; epsilon: number }> {
  const f = tradeOff(claim);
  return { lines: curveShape(f, parseClaim(claim)).claim, epsilon: f.epsilon(delta) };
}
