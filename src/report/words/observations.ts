import type { AuditResult } from '../../audit/index.ts';
import type { Observation } from '../../types.ts';

/** All observations: run after run at the first number of guesses, then at the next. */
export function observationsOf({ runs }: Pick<AuditResult, 'runs'>): Observation[] {
  return runs[0].observations.flatMap((_, i) => runs.map(({ observations }) => observations[i]));
}
