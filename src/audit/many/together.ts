import type { Correction } from '../../corrections.ts';
import { type AuditAmongMany, type JudgedAmongMany, judgeTogether } from './judge-together.ts';
import type { AuditSummary } from './summary.ts';

/** One of many audits as it ended: with a summary, or with the error that ended it. */
export interface EndedAudit {
  readonly name: string;
  readonly path: string;
  readonly kind: 'scores' | 'run';
  /** The files that it read, as far as that is known. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly summary: AuditSummary | null;
  /** The hash of its scores, whatever file they come from; null where none were read. */
  readonly evidence: string | null;
  readonly error: string | null;
  /** Its report, relative to the folder of the results. */
  readonly report: string | null;
}

/** What an audit among many came to, once their number was taken into account. */
export type AmongManyOutcome = 'refuted' | 'not-refuted' | 'no-verdict' | 'no-claim' | 'error';

export interface AuditRow extends EndedAudit, Omit<JudgedAmongMany, 'refuted'> {
  readonly outcome: AmongManyOutcome;
  /** Other audits of the same scores, by name. */
  readonly sameScores: readonly string[];
}

/** Many audits, judged together. */
export interface AuditsTogether {
  readonly tau: number;
  readonly correction: Correction;
  /** How many claims count: all that were stated, and each audit that failed. */
  readonly claims: number;
  /** Whether any claim could have been refuted at all, had every guess of every audit been right. */
  readonly refutable: boolean;
  readonly rows: readonly AuditRow[];
}

/**
 * Judges all audits together. Those that state no claim have nothing to refute and do not count; those that
 * failed do. The same scores twice count twice among all: each p-value is valid, whatever the other is. They
 * make no other verdict stronger.
 */
export function auditsTogether(
  audits: readonly EndedAudit[],
  level: { readonly tau: number; readonly correction: Correction },
): AuditsTogether {
  const counted = audits.filter(({ summary }) => summary === null || summary.claim !== null);
  const asCounted = counted.map(asOneOfMany(level.tau));
  const judged = new Map(judgeTogether(asCounted, level).map((found, i) => [counted[i], found]));
  const atBest = asCounted.map((audit) => ({ ...audit, pValue: audit.leastPValue }));
  const refutable = judgeTogether(atBest, level).some(({ refuted }) => refuted === true);
  const namesBy = new Map<string, EndedAudit[]>();
  for (const audit of audits)
    if (audit.evidence !== null) namesBy.set(audit.evidence, [...(namesBy.get(audit.evidence) ?? []), audit]);
  const rows = audits.map((audit): AuditRow => {
    const found = judged.get(audit) ?? NOT_JUDGED;
    const { refuted, ...rest } = found;
    const alike = audit.evidence === null ? [] : (namesBy.get(audit.evidence) ?? []);
    const sameScores = alike.filter((other) => other !== audit).map(({ name }) => name);
    return { ...audit, ...rest, outcome: outcomeOf(audit, refuted), sameScores };
  });
  return { ...level, claims: counted.length, refutable, rows };
}

const NOT_JUDGED: JudgedAmongMany = {
  adjusted: null,
  refuted: null,
  keptByOwnTau: false,
  refutableAlone: null,
};

const asOneOfMany =
  (tau: number) =>
  ({ summary, evidence }: EndedAudit, at: number): AuditAmongMany => ({
    kind: evidence === null ? `${at}` : `${evidence} ${summary?.claim}`,
    pValue: summary?.pValue ?? null,
    leastPValue: summary?.leastPValue ?? null,
    tau: summary?.tau ?? tau,
  });

function outcomeOf({ summary }: EndedAudit, refuted: boolean | null): AmongManyOutcome {
  if (summary === null) return 'error';
  if (summary.verdict === 'none') return 'no-claim';
  if (refuted === null) return 'no-verdict';
  return refuted ? 'refuted' : 'not-refuted';
}
