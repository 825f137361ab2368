import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLedgerLock } from '../../src/cli/ledger/ledger-lock.ts';
import { temporaryFolder } from './temporary.ts';

/** A process number that no system gives. */
export const ENDED = { pid: 2 ** 30 };

/** Writes a lock as this process does, with a change, and returns its text. */
export async function writeLock(file: string, change: object): Promise<string> {
  const path = join(temporaryFolder(), 'own');
  const read = () => readFileSync(`${path}.lock`, 'utf8');
  const own = await withLedgerLock(path, path, { tell: () => {} }, read);
  const text = JSON.stringify({ ...JSON.parse(own), ...change });
  writeFileSync(file, text);
  return text;
}
