import type { Correction } from '../../corrections.ts';
import { oneSide } from '../../observation.ts';
import { type BoundName, METHODS } from '../../types.ts';
import { callsOf } from '../classical/error-limits.ts';
import { lacksRequiredPower, stands } from '../conclusion.ts';
import { standingOf } from '../plan/standing.ts';
import { resolveClaim } from '../resolve-claim.ts';
import type { AuditOutcome, AuditResult } from '../result.ts';
import { adjustPValues } from './adjust-p-values.ts';

/** One of many audits as it ended: with a result, or with the error that ended it. */
export interface EndedAudit {
  readonly name: string;
  readonly result: AuditResult | null;
  readonly error: string | null;
  /** Its report, relative to the folder of the results. */
  readonly report: string | null;
}

/** One audit among many, once their number was taken into account. */
export interface AuditRow extends EndedAudit {
  readonly outcome: AuditOutcome | 'error';
  /** Its claim is refuted where this is at most tau of all together; null without a p-value. */
  readonly adjusted: number | null;
  /** Other audits of the same scores, by name. */
  readonly sameScores: readonly string[];
}

/** Many audits, judged together. */
export interface AuditsTogether {
  readonly tau: number;
  readonly correction: Correction;
  /** How many claims count: all that were stated, and each audit that failed. */
  readonly claims: number;
  readonly rows: readonly AuditRow[];
}

/**
 * Judges all audits together. Those that state no claim have nothing to refute and do not count. Those
 * without a p-value do: to leave them out after a look at their data would be a choice on data. The same
 * scores twice count twice among all, and make no other verdict stronger.
 */
export function auditsTogether(
  audits: readonly EndedAudit[],
  level: Pick<AuditsTogether, 'tau' | 'correction'>,
): AuditsTogether {
  const evidence = new Map(audits.map((audit) => [audit, evidenceOf(audit)]));
  const counted = audits.filter(({ result }) => result === null || result.claim !== null);
  const adjusted = adjustPValues(
    counted.map(({ result }) => result?.pValue ?? null),
    level.correction,
    counted.map((audit) => `${evidence.get(audit)} ${audit.result?.claim?.stated}`),
  );
  // The first level of Holm's procedure, and of Benjamini and Hochberg's.
  const strictest = level.correction === 'none' ? level.tau : level.tau / Math.max(1, counted.length);
  const rows = audits.map((audit): AuditRow => {
    const own = adjusted[counted.indexOf(audit)] ?? null;
    const alike = audits.filter((other) => evidence.get(other) === evidence.get(audit));
    return {
      ...audit,
      outcome: outcomeOf(audit, own !== null && own <= level.tau, strictest),
      adjusted: own,
      sameScores: alike.filter((other) => other !== audit).map(({ name }) => name),
    };
  });
  return { ...level, claims: counted.length, rows };
}

/** The hashes of its files of scores: the same for the same scores. */
const evidenceOf = ({ name, result }: EndedAudit) =>
  result?.runs.flatMap(({ inputs }) => inputs.map(({ sha256 }) => sha256)).join(' ') ?? name;

/**
 * A claim that is not refuted stands where its audit says so of itself, and would still, were it the first to
 * be refuted among so many.
 */
function outcomeOf({ result }: EndedAudit, refuted: boolean, strictest: number): AuditRow['outcome'] {
  if (result === null) return 'error';
  if (result.pValue === null) return result.outcome;
  if (refuted) return 'refuted';
  const isBlind =
    result.outcome === 'could-not-have-noticed' || lacksRequiredPower(result) || !standsAt(result, strictest);
  return isBlind ? 'could-not-have-noticed' : 'not-refuted';
}

const JUDGES: readonly BoundName[] = [...METHODS, 'independent'];

function standsAt(result: AuditResult, strictest: number): boolean {
  const { claim, standing, attack, runs, joint, tests, tau, tauEach, classical } = result;
  if (claim === null || standing === null || attack.right === null) return false;
  const { m, k, sides } = runs[0].observations[0];
  const among = standingOf({
    game: {
      ...{ kind: result.game, m, k, ...oneSide(sides) },
      ...(classical === undefined ? {} : { calls: callsOf(classical) }),
    },
    guesses: standing.guesses,
    tested: resolveClaim(claim.stated, result.game).tested,
    model: standing.model,
    violation: standing.violation,
    runs: runs.length,
    atLeast: joint?.atLeast,
    tau: Math.min(tau, strictest) / Math.round(tau / tauEach),
    judges: JUDGES.filter((name) => tests.some(({ method }) => method === name)),
  });
  const each = runs.map(
    ({ observations }) => observations.find(({ guesses }) => guesses === among.guesses)?.correct ?? 0,
  );
  return stands(among, attack.right, each);
}
