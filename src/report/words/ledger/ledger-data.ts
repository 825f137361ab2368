import type { LedgerReport } from './ledger-words.ts';

/** What `onerun ledger --json` says, under names that scripts rely on. */
export function ledgerData({ state, file, head, entries, notices }: LedgerReport): object {
  const { design, runs, steps, results, refuted } = state;
  const { products, ...fixed } = design;
  return {
    schema: 'onerun-ledger-report/1',
    ledger: file,
    head,
    design: { ...fixed, products },
    outcome: state.outcome,
    refuted,
    refutedAt: state.refutedAt,
    threshold: 1 / design.tau,
    evidence: Math.exp(state.logEvidence),
    logEvidence: state.logEvidence,
    mostEvidence: Math.exp(state.mostLogEvidence),
    mostLogEvidence: state.mostLogEvidence,
    pValue: state.pValue,
    standing: state.standing,
    right: state.right,
    runsExpected: state.runsExpected,
    order: state.order,
    runs: runs.map((run, i) => ({ ...run, ...entries[i] })),
    steps,
    results,
    notices,
  };
}
