import type { Observation, Scores } from '../types.ts';
import type { Asked } from './asked.ts';
import { criticalCount } from './plan/critical.ts';
import { modelOf } from './plan/model.ts';
import { type Remedies, remediesOf } from './plan/remedies.ts';
import { type attackOn, type JudgedDesign, standingOf } from './plan/standing.ts';
import { violationOrNull } from './plan/violation.ts';
import type { AuditPower, Standing } from './records.ts';
import type { ResolvedClaim } from './resolve-claim.ts';
import type { AuditedClaim } from './result.ts';
import type { Seen } from './seen.ts';

/** The design with the number of guesses that finds the violation most surely, and what it is worth. */
export interface JudgedClaim {
  readonly design: JudgedDesign;
  readonly standing: Standing;
  /** Right guesses of all runs together, at its number of guesses. */
  readonly right: number;
  readonly each: readonly number[];
}

/** Judges the design by what was fixed before the scores were seen. */
export function judgeClaim(
  { name, tested }: ResolvedClaim,
  { counted, tauEach }: Seen,
  kind: Scores['kind'],
  { given, methods, sides }: Asked,
): JudgedClaim {
  const { m, k } = counted[0][0].observation;
  const model = modelOf(name, given.model, given.delta);
  const violation = violationOrNull(name, given.violation, given.model);
  const judged = counted.map((ofRuns): JudgedClaim => {
    const design = {
      game: { kind, m, k, ...(kind === 'membership' ? { sides } : {}) },
      guesses: ofRuns[0].observation.guesses,
      tested,
      model,
      violation,
      runs: ofRuns.length,
      atLeast: given.atLeast,
      tau: tauEach,
      judges: methods,
    };
    const each = ofRuns.map(({ observation }) => observation.correct);
    const right = each.reduce((sum, own) => sum + own, 0);
    return { design, standing: standingOf(design), right, each };
  });
  return judged.reduce((a, b) => ((b.standing.power ?? 0) > (a.standing.power ?? 0) ? b : a));
}

/** How likely the violation is to be refuted, by the best attack and by this one. */
export function auditPower(
  { violation, power }: Standing,
  attack: ReturnType<typeof attackOn> | null,
): AuditPower | null {
  if (violation === null || power === null) return null;
  return { violation, best: power, thisAttack: attack?.power ?? null };
}

/** What was claimed, and what this design could have done about it. */
export function claimFacts(
  { name, stated, tested }: ResolvedClaim,
  { counted, tauEach }: Seen,
  { delta, methods }: Asked,
  remedies: Remedies,
): AuditedClaim {
  const critical = ({ correct: _, ...played }: Observation) =>
    criticalCount(played, tested, tauEach, methods);
  const severalRuns = counted[0].length > 1;
  return {
    stated: name,
    tested: tested.name,
    epsilon: stated.epsilon(delta),
    critical:
      severalRuns || methods.length === 0 ? [] : counted.map(([{ observation }]) => critical(observation)),
    ...remedies,
  };
}

/** What would have noticed the violation, where this design could not. */
export function remediesFor(
  { design, standing }: JudgedClaim,
  claim: string,
  { given, sides, tau }: Asked,
): Remedies {
  const { kind, m, k } = design.game;
  // A plan with two options is one for membership.
  if (kind === 'reconstruction' && k === 2) return {};
  const { violation, model, requirePower, families } = given;
  return remediesOf(m, standing, {
    claim,
    tau,
    ...(k === 2 ? { sides } : { k }),
    ...(design.runs === 1 ? {} : { runs: design.runs }),
    ...(violation === undefined ? {} : { violation }),
    ...(model === undefined ? {} : { model }),
    ...(requirePower === undefined ? {} : { requirePower }),
    ...(families === undefined ? {} : { families }),
  });
}
