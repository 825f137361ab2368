/** The file of a ledger: lines of JSON that are only ever added, each with the hash of the one before. */
export { expectHead } from './expect-head.ts';
export { appendToLedger, checkNewLedger, createLedger } from './ledger-file.ts';
export type { LockWaiting } from './ledger-lock.ts';
export { readLedger } from './read-ledger.ts';
