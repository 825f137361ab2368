import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import {
  CHAIN_BEGIN,
  type LedgerForm,
  LONGEST_LINE,
  ledgerLine,
  ledgerOf,
  type ReadLedger,
  readLedgerLine,
  type UnfinishedLine,
  unfinishedLine,
  wholeLines,
} from '../../ledger/index.ts';
import { quotedPath } from '../../quote.ts';
import { cannotWrite, checkFolder, findTarget, placeFiles } from '../output/index.ts';
import { reason } from '../shell/system-error.ts';
import { appendIfSame } from './append-line.ts';
import { type LockWaiting, withLedgerLock } from './ledger-lock.ts';
import { ledgerBytes } from './read-ledger.ts';

/** The most bytes of a ledger. */
const LARGEST_LEDGER = 2 ** 28;

/** A ledger and what was removed from its end. */
interface AppendedLedger<T> {
  /** With the new entry. */
  readonly ledger: ReadLedger<T>;
  /** An unfinished line of an earlier process. */
  readonly cut: UnfinishedLine | null;
}

/** Refuses a name for a new ledger that is taken or cannot be written; to be called before any long work. */
export async function checkNewLedger(path: string): Promise<void> {
  checkFolder(dirname(newLedgerTarget(path).path), path);
}

function newLedgerTarget(path: string) {
  const target = findTarget(path);
  if (target.there === null) return target;
  throw new InvalidInput(
    `${quotedPath(path)} exists and is never replaced: name another file for a new ledger`,
  );
}

/** Begins a ledger with its first entry, on the disk when this returns. Never replaces a file. */
export async function createLedger<T>(
  path: string,
  form: LedgerForm<T>,
  first: object,
  { secret = false } = {},
): Promise<ReadLedger<T>> {
  const target = newLedgerTarget(path);
  const none = { path, entries: [], hashes: [], head: CHAIN_BEGIN, lines: 0, dropped: null };
  const { ledger, line } = withEntry(none, first, form);
  placeFiles([{ target, data: `${line}\n`, secret }]);
  return ledger;
}

/**
 * Adds an entry, on the disk when this returns. `make` gets the ledger as it is and returns the entry. Where
 * another process adds one at the same time, `make` is called again with that in the ledger, and what it
 * returned before is written nowhere; so the lock is held only for the moment of writing.
 */
export async function appendToLedger<T>(
  path: string,
  form: LedgerForm<T>,
  make: (ledger: ReadLedger<T>) => object | Promise<object>,
  waiting: LockWaiting,
): Promise<AppendedLedger<T>> {
  for (;;) {
    const file = writableLedger(path);
    const bytes = await ledgerBytes(file, form.limits);
    const found = ledgerOf(bytes, path, form);
    const { ledger, line } = withEntry(found, await make(found), form);
    const before = bytes.subarray(0, wholeLines(bytes));
    if (before.length + Buffer.byteLength(line) + 1 > LARGEST_LEDGER)
      throw cannotWrite(path, `a ledger must have at most ${LARGEST_LEDGER} bytes, and this one is full`);
    const cut = await withLedgerLock(file, path, waiting, () => appendIfSame(file, path, before, line));
    if (cut !== null) return { ledger, cut: unfinishedLine(cut, ledger.lines) };
  }
}

/** A ledger with one more entry, and its line: read back, so that nothing is written that cannot be read. */
function withEntry<T>(
  found: ReadLedger<T>,
  entry: object,
  { parse }: LedgerForm<T>,
): { ledger: ReadLedger<T>; line: string } {
  const at = { line: found.lines + 1, previous: found.head };
  const { line, hash: head } = ledgerLine(entry, found.head);
  const bytes = Buffer.from(line);
  if (bytes.length > LONGEST_LINE)
    throw cannotWrite(
      found.path,
      `an entry must have at most ${LONGEST_LINE} bytes, and this one has ${bytes.length}`,
    );
  const unreadable = (why: string) => new Error(`internal: an entry of a ledger that cannot be read: ${why}`);
  const added = parse(readLedgerLine(bytes, at, unreadable).entry, at.line);
  const entries = [...found.entries, added];
  const hashes = [...found.hashes, head];
  return { ledger: { ...found, entries, hashes, head, lines: at.line, dropped: null }, line };
}

/** Where a ledger is, links followed, so that all its writers find one lock. */
function writableLedger(path: string): string {
  try {
    const file = realpathSync(path);
    const info = statSync(file);
    if (info.isDirectory()) throw cannotWrite(path, 'it is a directory');
    if (!info.isFile()) throw cannotWrite(path, 'it is not a regular file');
    if ((info.mode & 0o222) === 0) throw cannotWrite(path, 'it is write-protected');
    return file;
  } catch (error) {
    throw error instanceof InvalidInput ? error : cannotWrite(path, reason(error));
  }
}
