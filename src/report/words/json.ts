import type { AuditResult } from '../../audit/index.ts';
import { printable } from '../../quote.ts';
import type { BoundReport } from './bound-text.ts';

/** What `onerun audit --json` says: everything but what plots are drawn from. */
export function auditData({ plots: _, ...data }: AuditResult): Omit<AuditResult, 'plots'> {
  return data;
}

/** What `onerun bound --json` says. */
export function boundData(
  { observation, tau, results, verdict, notes }: BoundReport,
  deltas: readonly number[],
): object {
  return {
    observation,
    tau,
    delta: deltas.length === 1 ? deltas[0] : deltas,
    results,
    ...(verdict === undefined
      ? {}
      : {
          claim: verdict.claim,
          claimEpsilon: verdict.claimEpsilon,
          refutable: verdict.refutable,
          tests: verdict.tests,
        }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Data as a file for machines. JSON has no infinity: an unbounded epsilon is null. What cannot be seen is escaped, as JSON may. */
export function jsonText(data: unknown): string {
  return `${printable(JSON.stringify(data, null, 2))}\n`;
}
