import { InvalidInput } from '../errors.ts';
import { DEFAULT_LIMITS, LimitReached, type Limits } from '../io/index.ts';
import { quoted, quotedPath } from '../quote.ts';
import { CHAIN_BEGIN, readLedgerLine } from './ledger-line.ts';

/** How the entries of a ledger are read. */
export interface LedgerForm<T> {
  /** Checks one entry, lines counted from 1; throws an InvalidInput that says what is wrong with it. */
  readonly parse: (value: unknown, line: number) => T;
  readonly limits?: Limits;
}

/** A last line without a line end: an append that was interrupted, or that is under way. */
export interface UnfinishedLine {
  readonly line: number;
  readonly bytes: number;
  /** How it begins, fit for a message. */
  readonly text: string;
}

/** The whole lines of a ledger, each checked against the one before. */
export interface ReadLedger<T> {
  /** As the file was named. */
  readonly path: string;
  readonly entries: readonly T[];
  /** The hash of each entry; the last is the head. */
  readonly hashes: readonly string[];
  readonly head: string;
  readonly lines: number;
  /** The unfinished last line, which is no entry. */
  readonly dropped: UnfinishedLine | null;
}

const LINE_FEED = 0x0a;
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/** How many of the bytes are whole lines. */
export function wholeLines(bytes: Uint8Array): number {
  return bytes.lastIndexOf(LINE_FEED) + 1;
}

/** The ledger that these bytes are. */
export function ledgerOf<T>(bytes: Uint8Array, path: string, form: LedgerForm<T>): ReadLedger<T> {
  const { parse, limits = DEFAULT_LIMITS } = form;
  if (bytes.length === 0) throw new InvalidInput(`invalid ledger ${quotedPath(path)}; it is empty`);
  const entries: T[] = [];
  const hashes: string[] = [];
  const whole = wholeLines(bytes);
  for (let start = 0; start < whole; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    const line = entries.length + 1;
    if (line > limits.rows) throw new LimitReached(quotedPath(path), 'rows', limits);
    const refused = (why: string) => invalidLine(path, line, why);
    const at = { line, previous: hashes.at(-1) ?? CHAIN_BEGIN };
    const { entry, hash } = readLedgerLine(bytes.subarray(start, end), at, refused);
    entries.push(parsed(() => parse(entry, line), refused));
    hashes.push(hash);
    start = end + 1;
  }
  const [head, lines] = [hashes.at(-1), hashes.length];
  if (head === undefined)
    throw invalidLine(path, 1, 'it has no line end: the ledger was not written to its end, or is none');
  return { path, entries, hashes, head, lines, dropped: unfinishedLine(bytes.subarray(whole), lines + 1) };
}

/** What follows the last line end, if anything. */
export function unfinishedLine(rest: Uint8Array, line: number): UnfinishedLine | null {
  if (rest.length === 0) return null;
  return { line, bytes: rest.length, text: quoted(TEXT.decode(rest.subarray(0, 500))) };
}

function invalidLine(path: string, line: number, why: string): InvalidInput {
  return new InvalidInput(`invalid ledger ${quotedPath(path)}, line ${line}; ${why}`);
}

function parsed<T>(parse: () => T, refused: (why: string) => Error): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof InvalidInput ? refused(error.message) : error;
  }
}

/** Says that an unfinished last line is passed over, or null where there is none. */
export function droppedNotice({ path, dropped }: ReadLedger<unknown>): string | null {
  if (dropped === null) return null;
  return `${unfinishedWords(path, dropped)} and is passed over: ${dropped.text}`;
}

/** Says that an unfinished last line was removed, and what it was. */
export function cutNotice(path: string, cut: UnfinishedLine): string {
  return `${unfinishedWords(path, cut)} and was cut off: ${cut.text}`;
}

function unfinishedWords(path: string, { line, bytes }: UnfinishedLine): string {
  const size = `${bytes} ${bytes === 1 ? 'byte' : 'bytes'} without a line end`;
  return `line ${line} of ${quotedPath(path)} is unfinished (${size})`;
}
