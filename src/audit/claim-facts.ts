import type { Observation } from '../types.ts';
import type { Asked } from './asked.ts';
import { criticalCount } from './plan/critical.ts';
import { enoughInstead, type JudgedDesign } from './plan/power.ts';
import { remembered } from './remember.ts';
import type { ResolvedClaim } from './resolve-claim.ts';
import type { AuditedClaim } from './result.ts';
import type { Seen } from './seen.ts';
import { couldRefute } from './test-claim.ts';

/**
 * What was claimed, and what this design could have done about it; where the design is given, also which one
 * would have done more.
 */
export function claimFacts(
  { name, stated, tested }: ResolvedClaim,
  { counted, evidence, tauEach }: Seen,
  { given, delta, methods }: Asked,
  power: AuditedClaim['power'],
  design: JudgedDesign | null,
): AuditedClaim {
  const critical = ({ correct: _, ...game }: Observation) =>
    remembered(tested, `critical ${JSON.stringify([game, methods])} ${tauEach}`, () =>
      criticalCount(game, tested, tauEach, methods),
    );
  const severalRuns = counted[0].length > 1;
  const refutable = couldRefute(evidence, tested, methods);
  const enough = design === null ? null : enoughInstead(design, refutable, power, given);
  return {
    stated: name,
    tested: tested.name,
    epsilon: stated.epsilon(delta),
    refutable,
    critical:
      severalRuns || methods.length === 0 ? [] : counted.map(([{ observation }]) => critical(observation)),
    power,
    ...(enough === null ? {} : { enough }),
  };
}
