/** The file of a ledger: lines of JSON that are only ever added, each chained to the one before by its hash. */
export { expectHead } from './expect-head.ts';
export { type AppendedLedger, appendToLedger, checkNewLedger, createLedger } from './ledger-file.ts';
export type { LockWaiting } from './ledger-lock.ts';
export {
  cutNotice,
  droppedNotice,
  type LedgerForm,
  type ReadLedger,
  readLedger,
  type UnfinishedLine,
} from './read-ledger.ts';
