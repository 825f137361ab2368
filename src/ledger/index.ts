/** The lines of a ledger, chained by their hashes: written, read, checked, and what they come to. */
export { LEDGER_FORM, type LedgerParts, partsOf, reportOf } from './entries.ts';
export { checkWithoutNewCode, ledgerForms, type RunEntry } from './entry-schema.ts';
export { CHAIN_BEGIN, LONGEST_LINE, ledgerLine, readLedgerLine } from './ledger-line.ts';
export {
  cutNotice,
  droppedNotice,
  type LedgerForm,
  ledgerOf,
  type ReadLedger,
  type UnfinishedLine,
  unfinishedLine,
  wholeLines,
} from './ledger-lines.ts';
