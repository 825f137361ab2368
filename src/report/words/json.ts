import type { AuditData, AuditResult, BoundResult } from '../../audit/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { printable } from '../../quote.ts';
import { observationsOf } from './observations.ts';

/** What `onerun audit --json` says: everything but what plots are drawn from. */
export function auditData({ plots: _, runs, claim, schema, game, ...found }: AuditResult): AuditData {
  const observations = observationsOf({ runs });
  return {
    schema,
    game,
    observation: observations[0],
    observations,
    claim: claim?.stated ?? null,
    tested: claim?.tested ?? null,
    claimEpsilon: claim?.epsilon ?? null,
    critical: claim?.critical ?? [],
    ...definedOnly({ enough: claim?.enough, instead: claim?.instead }),
    ...found,
    inputs: runs.flatMap(({ inputs }) => inputs),
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
