import { type CountsToShow, fieldOfCounts } from '../../../src/bench/index.ts';
import type { CanaryField } from '../../../src/index.ts';

/** Canaries that show the counts. */
export function madeUpCanaries(counts: CountsToShow): CanaryField {
  return fieldOfCounts(counts);
}
