import type { AuditResult, EmpiricalEpsilon } from '../../../audit/index.ts';
import { chance } from '../../../chance.ts';
import { confidence, lowerBound, value } from '../format.ts';
import { outcome } from './words.ts';

/** Why a refuted claim can stand beside a smaller proved epsilon; null where it does not. */
export function weakerStatement(result: AuditResult): string | null {
  const { claim, delta, results } = result;
  if (outcome(result) !== 'refuted' || claim === null) return null;
  if (!results.some(({ epsilon }) => epsilon < claim.epsilon)) return null;
  const allowed = claim.epsilon === Infinity ? 'any epsilon' : `epsilon ${value(claim.epsilon)}`;
  return `${claim.stated} allows ${allowed} at delta ${value(delta)}. A smaller number below does not contradict the verdict: the claim was tested as a whole curve, while each row asks on its own, without the claim, what these counts prove at one delta, which is a weaker statement.`;
}

export function provedLead({ results, tau }: AuditResult): string {
  return results.some(({ epsilon }) => epsilon > 0)
    ? `Proved at ${confidence(tau)} confidence: epsilon is at least`
    : `Nothing was proved at ${confidence(tau)} confidence: these scores do not rule out perfect privacy.`;
}

/** The largest epsilon of each kind, in a sentence. Every bound is about the same counts, so the largest holds too. */
export function proved(result: AuditResult): string | null {
  if (outcome(result) === 'no-verdict' || result.results.length === 0) return null;
  if (result.results.every(({ epsilon }) => epsilon === 0)) return provedLead(result);
  const parts = largest(result, 'epsilon').map(
    (row) => `${lowerBound(row.epsilon)} at delta ${value(row.delta)} (${row.assumption}, ${row.family})`,
  );
  return `Proved at ${confidence(result.tau)} confidence: epsilon is at least ${parts.join('; ')}.`;
}

/** The best this design could have proved. */
export function best(result: AuditResult): string | null {
  if (outcome(result) === 'no-verdict') return null;
  const parts = largest(result, 'largestProvable').map(
    (row) => `epsilon ${lowerBound(row.largestProvable)} (${row.assumption}, ${row.family})`,
  );
  return parts.length === 0 ? null : `with every guess right, ${parts.join('; ')}.`;
}

/** The row with the largest number that is worst-case, and that which is model-based. */
function largest({ results }: AuditResult, key: 'epsilon' | 'largestProvable'): EmpiricalEpsilon[] {
  return (['worst-case', 'model-based'] as const).flatMap((assumption) => {
    const rows = results.filter((row) => row.assumption === assumption);
    return rows.length === 0 ? [] : [rows.reduce((a, b) => (b[key] > a[key] ? b : a))];
  });
}

/** The chance of catching the stated violation, cut rather than rounded up. */
export function power(result: AuditResult): string | null {
  const found = result.claim?.power ?? null;
  if (found === null || outcome(result) === 'no-verdict') return null;
  return `If ${found.violation} were the truth, this design would refute the claim with probability ${chance(found.probability)}, provided that canaries do not interact and the attack is the best there is; a weaker attack catches it less often.`;
}
