import type { Assumption, AuditMethod, Scores } from '../../types.ts';
import type { AuditResult, AuditVerdict, SeedSource } from '../result.ts';
import { auditPValue, leastPValue } from './audit-p-value.ts';

/** The largest epsilon that an audit proved under one assumption. */
interface ProvedUnder {
  readonly assumption: Assumption;
  readonly family: string;
  readonly method: AuditMethod;
  readonly delta: number;
  /** null where it is unbounded. */
  readonly epsilon: number | null;
}

/** What a table of many audits says about one of them; plain data that survives JSON. */
export interface AuditSummary {
  readonly game: Scores['kind'];
  /** By itself, at its own tau. */
  readonly verdict: AuditVerdict;
  readonly claim: string | null;
  /** At delta; null where the claim allows any, and where nothing is claimed. */
  readonly claimEpsilon: number | null;
  readonly tau: number;
  readonly delta: number;
  readonly pValue: number | null;
  readonly leastPValue: number | null;
  readonly refutable: boolean | null;
  readonly violation: string | null;
  readonly power: number | null;
  readonly m: number;
  readonly k: number;
  readonly runs: number;
  /** Of several runs: how many reached the number of right guesses that was fixed in advance. */
  readonly reached: number | null;
  readonly guesses: readonly number[];
  /** Right ones at each number of guesses, of the first run. */
  readonly correct: readonly number[];
  /** Each at the confidence of this audit alone. */
  readonly proved: readonly ProvedUnder[];
  /** The checks that failed, in words. */
  readonly failed: readonly string[];
  /** Whether another draw among equal scores could have changed the verdict. */
  readonly tiesDecide: boolean;
  readonly departures: readonly string[];
  readonly seed: string;
  readonly seedFrom: SeedSource;
}

/** What is said about one audit among many. */
export function summaryOf(result: AuditResult): AuditSummary {
  const { game, verdict, claim, tau, delta, runs, joint, checks, ties, provenance } = result;
  const { observations } = runs[0];
  return {
    game,
    verdict,
    claim: claim?.stated ?? null,
    claimEpsilon: finite(claim?.epsilon),
    tau,
    delta,
    pValue: auditPValue(result),
    leastPValue: leastPValue(result),
    refutable: claim?.refutable ?? null,
    violation: claim?.power?.violation ?? null,
    power: claim?.power?.probability ?? null,
    m: observations[0].m,
    k: observations[0].k,
    runs: runs.length,
    reached: joint?.reached ?? null,
    guesses: observations.map(({ guesses }) => guesses),
    correct: observations.map(({ correct }) => correct),
    proved: largestProved(result),
    failed: checks.filter(({ passed }) => !passed).map(({ message }) => message),
    tiesDecide: ties.some(({ decides }) => decides),
    departures: provenance.departures,
    seed: provenance.seed,
    seedFrom: provenance.seedFrom,
  };
}

/** The largest epsilon of each assumption. All bounds are about the same counts, so the largest holds too. */
function largestProved({ results }: AuditResult): ProvedUnder[] {
  return (['worst-case', 'model-based'] as const).flatMap((assumption) => {
    const rows = results.filter((row) => row.assumption === assumption);
    if (rows.length === 0) return [];
    const { family, method, delta, epsilon } = rows.reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
    return [{ assumption, family, method, delta, epsilon: finite(epsilon) }];
  });
}

/** JSON has no infinity. */
function finite(x: number | undefined): number | null {
  return x === undefined || !Number.isFinite(x) ? null : x;
}
