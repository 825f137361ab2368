import type { AuditResult, EndedAudit } from '../../src/audit/index.ts';
import { noisySum, one } from './scores.ts';

const RESULT = one(noisySum(1000, 1, 1), { claim: 'gaussian(sigma=1)', methods: ['paper'], families: [] });

/** The run with a score file of this hash. */
export function runWith(sha256: string): AuditResult['runs'][number] {
  return { ...RESULT.runs[0], inputs: [{ name: 'scores.csv', sha256, rows: 1000 }] };
}

/** An audit of scores of its own with this p-value, and nothing else of interest. */
export function ended(
  pValue: number | null,
  more: Partial<AuditResult> = {},
  name = 'a',
): EndedAudit & { readonly result: AuditResult } {
  const runs = [runWith(name)];
  return { name, result: { ...RESULT, runs, pValue, ...more }, error: null, report: null };
}

export const failed = (name: string): EndedAudit => ({ name, result: null, error: 'bad file', report: null });
