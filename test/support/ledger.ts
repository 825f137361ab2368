import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { appendToLedger, createLedger, type LockWaiting, readLedger } from '../../src/cli/ledger/index.ts';
import { InvalidInput } from '../../src/errors.ts';
import type { LedgerForm, ReadLedger } from '../../src/ledger/index.ts';
import { temporaryFolder } from './temporary.ts';

/** An entry as the tests write them. */
export interface Note {
  readonly note: string;
}

export const NOTES: LedgerForm<Note> = {
  parse(value) {
    const { note } = value as Partial<Note>;
    if (typeof note !== 'string') throw new InvalidInput('at note: must be a text');
    return { note };
  },
};

export const QUIET: LockWaiting = { tell: () => {} };

export const append = (path: string, note: string, waiting = QUIET) =>
  appendToLedger(path, NOTES, () => ({ note }), waiting);

export const notesOf = async (path: string): Promise<string[]> =>
  (await readLedger(path, NOTES)).entries.map(({ note }) => note);

/** A ledger with these notes in a folder of its own. */
export async function newLedger(...notes: readonly string[]): Promise<string> {
  const path = join(temporaryFolder(), 'ledger.jsonl');
  await createLedger(path, NOTES, { note: notes[0] });
  for (const note of notes.slice(1)) await append(path, note);
  return path;
}

/** The line of an entry, written independently: hash of the compact JSON without the key `hash`. */
export function naiveLine(entry: string, previous: string): string {
  const chained = `${entry.slice(0, -1)},"previous":"${previous}"}`;
  const hash = createHash('sha256').update(chained).digest('hex');
  return `${chained.slice(0, -1)},"hash":"${hash}"}`;
}

/** Texts of JSON objects as a chain of lines. */
export function naiveLedger(...entries: readonly string[]): string {
  let previous = '0'.repeat(64);
  return entries
    .map((entry) => {
      const line = naiveLine(entry, previous);
      previous = line.slice(-66, -2);
      return `${line}\n`;
    })
    .join('');
}

/** The ledger, or the sentence with which it is refused. */
export async function readOrWhy(path: string, form = NOTES): Promise<ReadLedger<Note> | string> {
  return readLedger(path, form).catch((error: unknown) => {
    if (error instanceof InvalidInput) return error.message;
    throw error;
  });
}
