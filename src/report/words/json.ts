import type { AuditResult, BoundResult } from '../../audit/index.ts';
import { printable } from '../../quote.ts';
import { observationsOf } from './observations.ts';

/**
 * What `onerun audit --json` says: everything but what plots are drawn from, under names that scripts rely
 * on.
 */
export function auditData(result: AuditResult): object {
  const { schema, game, runs, tau, tauEach, delta, claim, outcome, decidedBy, pValue, refuted } = result;
  const { tests, results, proved, risk, classical, attack, power, standing, joint, fixed } = result;
  const { checks, ties, notes, provenance } = result;
  const observations = observationsOf(result);
  return {
    schema,
    game,
    observation: observations[0],
    observations,
    tau,
    tauEach,
    delta,
    claim: claim?.stated ?? null,
    tested: claim?.tested ?? null,
    claimEpsilon: claim?.epsilon ?? null,
    outcome,
    decidedBy,
    pValue,
    refuted,
    attack,
    power,
    standing,
    ...(claim?.enough === undefined ? {} : { enough: claim.enough }),
    ...(claim?.instead === undefined ? {} : { instead: claim.instead }),
    critical: claim?.critical ?? [],
    tests,
    results,
    proved,
    ...(classical === undefined ? {} : { classical }),
    risk,
    joint,
    fixed,
    checks,
    ties,
    notes,
    inputs: runs.flatMap(({ inputs }) => inputs),
    provenance,
  };
}

/** What `onerun bound --json` says. */
export function boundData(report: BoundResult): object {
  const { observation, relation, tau, deltas, results, proved, verdict, notes } = report;
  return {
    observation,
    relation,
    // Every curve is taken as it stands, so that each epsilon is about what the game compares.
    epsilonAbout: relation,
    tau,
    delta: deltas.length === 1 ? deltas[0] : deltas,
    results,
    proved,
    ...(verdict === undefined
      ? {}
      : {
          claim: verdict.claim,
          claimEpsilon: verdict.claimEpsilon,
          outcome: verdict.outcome,
          refuted: verdict.refuted,
          standing: verdict.standing,
          attack: verdict.attack,
          tests: verdict.tests,
        }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/**
 * Data as JSON: an unbounded epsilon is null, since JSON has no infinity; invisible characters are escaped.
 */
export function jsonText(data: unknown): string {
  return `${printable(JSON.stringify(data, null, 2))}\n`;
}
