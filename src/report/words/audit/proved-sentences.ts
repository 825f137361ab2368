import type { AuditResult, EmpiricalEpsilon } from '../../../audit/index.ts';
import { chance } from '../../../chance.ts';
import { formatAllowedEpsilon, formatConfidence, formatLowerBound, formatNumber } from '../format.ts';
import { provedLead } from '../proof-tables.ts';
import { auditOutcome } from './sentences.ts';

/** Why a refuted claim can stand beside a smaller proved epsilon; null where it does not. */
export function weakerStatementSentence(result: AuditResult): string | null {
  const { claim, delta, results } = result;
  if (auditOutcome(result) !== 'refuted' || claim === null) return null;
  if (!results.some(({ epsilon }) => epsilon < claim.epsilon)) return null;
  return `${claim.stated} allows ${formatAllowedEpsilon(claim.epsilon)} at delta ${formatNumber(delta)}. A smaller number below does not contradict the verdict: the verdict is about the whole curve, while each row says only what these counts prove at one delta.`;
}

export function auditProvedLead({ results, tau }: AuditResult): string {
  return provedLead(results, formatConfidence(tau), 'scores');
}

/**
 * The largest epsilon of each kind, in a sentence. Every bound is about the same counts, so the largest holds
 * too.
 */
export function provedSentence(result: AuditResult): string | null {
  if (auditOutcome(result) === 'no-verdict' || result.results.length === 0) return null;
  if (result.results.every(({ epsilon }) => epsilon === 0)) return auditProvedLead(result);
  const parts = largest(result, 'epsilon').map(
    (row) =>
      `${formatLowerBound(row.epsilon)} at delta ${formatNumber(row.delta)} (${row.assumption}, ${row.family})`,
  );
  return `Proved at ${formatConfidence(result.tau)} confidence: epsilon is at least ${parts.join('; ')}.`;
}

/** The best this design could have proved. */
export function bestProvableSentence(result: AuditResult): string | null {
  if (auditOutcome(result) === 'no-verdict') return null;
  const parts = largest(result, 'largestProvable').map(
    (row) => `epsilon ${formatLowerBound(row.largestProvable)} (${row.assumption}, ${row.family})`,
  );
  const best = result.runs.length > 1 ? 'if every run had counted' : 'with every guess right';
  return parts.length === 0 ? null : `${best}, ${parts.join('; ')}.`;
}

/** The row with the largest number among those that are worst-case, and among those that are model-based. */
function largest({ results }: AuditResult, key: 'epsilon' | 'largestProvable'): EmpiricalEpsilon[] {
  return (['worst-case', 'model-based'] as const).flatMap((assumption) => {
    const rows = results.filter((row) => row.assumption === assumption);
    return rows.length === 0 ? [] : [rows.reduce((a, b) => (b[key] > a[key] ? b : a))];
  });
}

/** The chance of catching the stated violation, cut rather than rounded up. */
export function powerSentence(result: AuditResult): string | null {
  const found = result.claim?.power ?? null;
  if (found === null || auditOutcome(result) === 'no-verdict') return null;
  return `If ${found.violation} were the truth, this design would refute the claim with probability ${chance(found.probability)}, provided that canaries do not interact and the attack is the best there is; a weaker attack catches it less often.`;
}
