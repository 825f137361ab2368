import type { AuditResult, EmpiricalEpsilon } from '../../../audit/index.ts';
import { chance } from '../../../chance.ts';
import {
  formatAllowedEpsilon,
  formatConfidence,
  formatLowerBound,
  formatNumber,
  formatPercent,
} from '../format.ts';
import { provedLead } from '../proof-tables.ts';

/** Why a refuted claim can stand beside a smaller proved epsilon; null where it does not. */
export function weakerStatementSentence(result: AuditResult): string | null {
  const { claim, delta, results } = result;
  if (result.outcome !== 'refuted' || claim === null) return null;
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
  if (result.outcome === 'no-verdict' || result.results.length === 0) return null;
  if (result.results.every(({ epsilon }) => epsilon === 0)) return auditProvedLead(result);
  const parts = result.proved.map(
    (row) =>
      `${formatLowerBound(row.epsilon)} at delta ${formatNumber(row.delta)} (${row.assumption}, ${row.family})`,
  );
  return `Proved at ${formatConfidence(result.tau)} confidence: epsilon is at least ${parts.join('; ')}.`;
}

/** The best this design could have proved. */
export function bestProvableSentence(result: AuditResult): string | null {
  if (result.outcome === 'no-verdict') return null;
  const parts = mostProvable(result).map(
    (row) => `epsilon ${formatLowerBound(row.largestProvable)} (${row.assumption}, ${row.family})`,
  );
  const best = result.runs.length > 1 ? 'if every run had counted' : 'with every guess right';
  return parts.length === 0 ? null : `${best}, ${parts.join('; ')}.`;
}

/** The row that could have proved most, worst-case and model-based. */
function mostProvable({ results }: AuditResult): EmpiricalEpsilon[] {
  return (['worst-case', 'model-based'] as const).flatMap((assumption) => {
    const rows = results.filter((row) => row.assumption === assumption);
    return rows.length === 0 ? [] : [rows.reduce((a, b) => (b.largestProvable > a.largestProvable ? b : a))];
  });
}

/** How likely the violation was to be found: by this attack, an estimate, and by the best one. */
export function powerSentence({ power, attack, standing, classical }: AuditResult): string | null {
  if (power === null) return null;
  const best = `the best attack would have it refuted with probability ${chance(power.best)}`;
  const { strength, right } = attack;
  if (power.thisAttack === null || strength === null) return `If ${power.violation} were the truth, ${best}.`;
  const how =
    strength === 1 ? 'as strong as the best one on the claim' : `of strength ${formatPercent(strength)}`;
  const remarks = [
    ...(right !== null && right < (standing?.weakBelow ?? 0)
      ? ['It is weaker than the best attack on the claimed mechanism.']
      : []),
    ...(standing?.isRough === true ? ['This design tells the strength of an attack only roughly.'] : []),
  ];
  return [
    `If ${power.violation} were the truth, an attack like this one, ${how}, would have it refuted with probability ${chance(power.thisAttack)} (an estimate, from the counts); ${best}.${classical === undefined ? ' Both hold only if canaries do not affect each other.' : ''}`,
    ...remarks,
  ].join(' ');
}
