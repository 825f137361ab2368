import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';

/** How much a file may hold and take before it is refused. */
export interface Limits {
  /** Bytes of one file, as it is and after decompression. */
  readonly bytes: number;
  /** Bytes after decompression, or in memory, for each byte read; the first (`UNMEASURED`) are free. */
  readonly ratio: number;
  /** How many times a file may be gzipped. */
  readonly gzip: number;
  readonly rows: number;
  /** Bytes of memory for what all files of an audit hold. */
  readonly memory: number;
  /** Seconds without progress while a file is taken apart. */
  readonly seconds: number;
  /** Seconds without a byte from a pipe, whose writer may have work to do first. */
  readonly wait: number;
}

export const DEFAULT_LIMITS: Limits = {
  bytes: 50e9,
  ratio: 40,
  gzip: 2,
  rows: 200e6,
  memory: 2.2e9,
  seconds: 8,
  wait: 600,
};

/**
 * Below these sizes the ratio is not looked at, since honest files reach any ratio: ten million equal scores
 * shrink a thousandfold under gzip. Ten million rows of JSON Lines stay below the first number and are read
 * in seconds; the second leaves room for ten million rows with ids, and for what else an audit needs within 1
 * GB.
 */
const UNMEASURED = { bytes: 450e6, memory: 700e6 };

/** Limits by the names under which a user sets them; waiting for a pipe goes with the seconds. */
const NAMES = (Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]).filter((name) => name !== 'wait');

/** One limit as typed, rows=5e8, beside those before. */
export function parseLimit(text: string, before: Partial<Limits> = {}): Partial<Limits> {
  const [typed, value = ''] = text.split(/=(.*)/s);
  const name = NAMES.find((known) => known === typed);
  if (name === undefined)
    throw new InvalidInput(
      `unknown limit: ${quoted(text)} (one of ${NAMES.map((known) => `${known}=N`).join(', ')})`,
    );
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!(number > 0))
    throw new InvalidInput(
      `invalid limit ${name}; must be a positive number: ${value === '' ? '(empty)' : quoted(value)}`,
    );
  return { ...before, [name]: number, ...(name === 'seconds' ? { wait: number } : {}) };
}

/** The rule that each limit stands for, in words. */
const RULES: { readonly [name in keyof Limits]: (value: number) => string } = {
  bytes: (value) => `must come to at most ${value} bytes, unpacked where it is compressed`,
  ratio: (value) => `must come to at most ${value} bytes, unpacked or in memory, for each byte read`,
  gzip: (value) => `must be gzipped at most ${value} times`,
  rows: (value) => `must have at most ${value} rows`,
  memory: (value) => `must fit into ${value} bytes of memory, with all files of the audit`,
  seconds: (value) => `must be taken apart without a pause of ${value} seconds`,
  wait: (value) => `must bring a byte at least every ${value} seconds`,
};

/** A file that is beyond a limit; a user who trusts the file may raise it. */
export class LimitReached extends InvalidInput {
  override name = 'LimitReached';
  readonly limit: keyof Limits;

  constructor(file: string, limit: keyof Limits, limits: Limits) {
    super(
      `limit reached in ${file}; ${RULES[limit](limits[limit])} (limit ${limit === 'wait' ? 'seconds' : limit}: ${limits[limit]})`,
    );
    this.limit = limit;
  }
}

/** The smallest of the limits on `size` bytes made of `read` bytes that is exceeded, if any. */
function exceeded(
  limits: Limits,
  absolute: 'bytes' | 'memory',
  size: number,
  read: number,
): keyof Limits | null {
  if (size > limits[absolute]) return absolute;
  return size > Math.max(UNMEASURED[absolute], limits.ratio * read) ? 'ratio' : null;
}

/** Refuses `size` bytes that come out of `read` bytes, before they are made where the size is announced. */
export function checkExpansion(
  file: string,
  limits: Limits,
  absolute: 'bytes' | 'memory',
  size: number,
  read: number,
): void {
  const limit = exceeded(limits, absolute, size, read);
  if (limit !== null) throw new LimitReached(file, limit, limits);
}

/** How much memory a file of which `read` bytes were read may take. */
export function memoryFor(limits: Limits, read: number): number {
  return Math.min(limits.memory, Math.max(UNMEASURED.memory, limits.ratio * read));
}
