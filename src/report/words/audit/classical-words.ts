import type { AuditResult, ClassicalAudit, ErrorRate } from '../../../audit/index.ts';
import { formatConfidence, formatCount, formatRounded } from '../format.ts';

/** What the classical test saw, as (term, fact) pairs; none where it was not made. */
export function classicalPairs({
  classical,
  provenance,
  tau,
}: AuditResult): (readonly [term: string, fact: string])[] {
  if (classical === undefined) return [];
  const { threshold, choosingRuns, falsePositives, falseNegatives } = classical;
  const chosen =
    choosingRuns === 0
      ? 'as stated; it must have been fixed before the scores were seen'
      : `chosen by the first ${formatCount(choosingRuns)} runs, which are not counted below`;
  const side = provenance.direction === 'lower-is-in' ? 'at or below' : 'at or above';
  return [
    ['Threshold', `${threshold}, ${chosen}. A run whose score is ${side} it is called in.`],
    ['False positives', errorFact(falsePositives, 'without the canary are called in')],
    ['False negatives', errorFact(falseNegatives, 'with the canary are called out')],
    ['Confidence', `both limits hold together at ${formatConfidence(tau)} (Clopper and Pearson).`],
  ];
}

function errorFact({ runs, wrong, limit }: ErrorRate, what: string): string {
  const most =
    runs === 0 ? 'nothing limits this error' : `in truth at most ${formatRounded(100 * limit, 'up')}%`;
  return `${formatCount(wrong)} of the ${formatCount(runs)} runs ${what}; ${most}.`;
}

/** The runs that were tested, and how many a threshold called right. */
export function seenRuns({ falsePositives, falseNegatives }: ClassicalAudit): string {
  const [outside, inside] = [falsePositives.runs, falseNegatives.runs];
  const right = outside - falsePositives.wrong + inside - falseNegatives.wrong;
  return `${formatCount(right)} of ${formatCount(inside + outside)} runs were called right: one canary was in ${formatCount(inside)} of them and out of ${formatCount(outside)}.`;
}

/** How many runs there were, and how many were called in, whatever they hold. */
export function calledRuns({ falsePositives, falseNegatives }: ClassicalAudit): string {
  const called = falsePositives.wrong + falseNegatives.runs - falseNegatives.wrong;
  return `${formatCount(falsePositives.runs + falseNegatives.runs)} runs, ${formatCount(called)} of them called in,`;
}
