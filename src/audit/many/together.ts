import type { Correction } from '../../corrections.ts';
import { standingOf, stands } from '../plan/standing.ts';
import { resolveClaim } from '../resolve-claim.ts';
import type { AuditOutcome } from '../result.ts';
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
export type AmongManyOutcome = AuditOutcome | 'error';

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
  // The first level of Holm's procedure, and of Benjamini and Hochberg's.
  const strictest = level.correction === 'none' ? level.tau : level.tau / Math.max(1, counted.length);
  const rows = audits.map((audit): AuditRow => {
    const found = judged.get(audit) ?? NOT_JUDGED;
    const { refuted: _, ...rest } = found;
    const alike = audit.evidence === null ? [] : (namesBy.get(audit.evidence) ?? []);
    const sameScores = alike.filter((other) => other !== audit).map(({ name }) => name);
    return { ...audit, ...rest, outcome: outcomeOf(audit, found, strictest), sameScores };
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

/**
 * A claim that is not refuted stands where its audit says so of itself, and would still, were it the first to
 * be refuted among so many.
 */
function outcomeOf(
  { summary }: EndedAudit,
  { refuted }: JudgedAmongMany,
  strictest: number,
): AmongManyOutcome {
  if (summary === null) return 'error';
  if (summary.outcome === 'none' || refuted === null) return summary.outcome;
  if (refuted) return 'refuted';
  const isBlind = summary.outcome === 'could-not-have-noticed' || !standsAt(summary, strictest);
  return isBlind ? 'could-not-have-noticed' : 'not-refuted';
}

function standsAt({ design, claim, game, right, tau }: AuditSummary, strictest: number): boolean {
  if (design === null || claim === null || right === null) return false;
  const { shares, ...played } = design;
  const { tested } = resolveClaim(claim, game);
  return stands(standingOf({ ...played, tested, tau: Math.min(tau, strictest) / shares }), right);
}
