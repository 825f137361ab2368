import type { Observation } from '../types.ts';
import type { Asked } from './asked.ts';
import { criticalCount } from './plan/judge.ts';
import { remembered } from './remember.ts';
import type { ResolvedClaim } from './resolve-claim.ts';
import type { AuditedClaim } from './result.ts';
import type { Seen } from './seen.ts';
import { couldRefute } from './test-claim.ts';

/** What was claimed, and what this design could have done about it. */
export function claimFacts(
  { name, stated, tested }: ResolvedClaim,
  { counted, evidence, tauEach }: Seen,
  { delta, methods }: Asked,
  power: AuditedClaim['power'],
): AuditedClaim {
  const critical = ({ correct: _, ...game }: Observation) =>
    remembered(tested, `critical ${JSON.stringify(game)} ${tauEach}`, () =>
      criticalCount(game, tested, tauEach, 'all'),
    );
  const severalRuns = counted[0].length > 1;
  return {
    stated: name,
    tested: tested.name,
    epsilon: stated.epsilon(delta),
    refutable: couldRefute(evidence, tested, methods),
    critical:
      severalRuns || methods.length === 0 ? [] : counted.map(([{ observation }]) => critical(observation)),
    power,
  };
}
