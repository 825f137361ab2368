import { type CountsToShow, fieldOfCounts } from '../../../src/bench/index.ts';
import { type AuditOutcome, bound, type CanaryField, type Observation } from '../../../src/index.ts';

/** Canaries that show the counts. */
export function madeUpCanaries(counts: CountsToShow): CanaryField {
  return fieldOfCounts(counts);
}

/** What counts come to about a claim, without the scores. */
export function outcomeOfCounts(observation: Observation, claim: string, tau: number): AuditOutcome {
  return bound(observation, { claim, tau, families: [] }).verdict?.outcome ?? 'none';
}
