import { type AuditSummary, type EndedAudit, summaryOf } from '../../src/audit/index.ts';
import { noisySum, one } from './scores.ts';

const SUMMARY = summaryOf(
  one(noisySum(1000, 1, 1), { claim: 'gaussian(sigma=1)', methods: ['paper'], families: [] }),
);

/** An audit with this p-value, and nothing else of interest. */
export function ended(pValue: number | null, more: Partial<AuditSummary> = {}, name = 'a'): EndedAudit {
  const summary = { ...SUMMARY, pValue, leastPValue: 0, ...more };
  return { name, path: name, kind: 'scores', files: [], summary, evidence: null, error: null, report: null };
}
