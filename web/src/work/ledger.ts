import { DEFAULT_LIMITS, LimitReached } from '../../../src/io/index.ts';
import type { LedgerReport } from '../../../src/report/index.ts';

/** Where a ledger stands, as `onerun ledger show` says it: every line, hash and entry is checked. */
export async function ledgerReport(file: File): Promise<LedgerReport> {
  if (file.size > DEFAULT_LIMITS.bytes) throw new LimitReached(file.name, 'bytes', DEFAULT_LIMITS);
  const { checkWithoutNewCode, ledgerOf, LEDGER_FORM, reportOf, droppedNotice } = await import(
    '../../../src/ledger/index.ts'
  );
  checkWithoutNewCode();
  const ledger = ledgerOf(new Uint8Array(await file.arrayBuffer()), file.name, LEDGER_FORM);
  return reportOf(ledger, [droppedNotice(ledger)]);
}
