import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';

/** How much a file may hold and take before it is refused. */
export interface Limits {
  /** Bytes of one file, as it is and after decompression. */
  readonly bytes: number;
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
  gzip: 2,
  rows: 200e6,
  memory: 2.2e9,
  seconds: 8,
  wait: 600,
};

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

/** Refuses so many bytes, before they are made where the size is announced. */
export function checkLimit(file: string, limits: Limits, limit: 'bytes' | 'memory', size: number): void {
  if (size > limits[limit]) throw new LimitReached(file, limit, limits);
}
