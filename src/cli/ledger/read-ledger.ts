import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_LIMITS, LimitReached } from '../../io/index.ts';
import { type LedgerForm, ledgerOf, type ReadLedger } from '../../ledger/index.ts';
import { quotedPath } from '../../quote.ts';
import { FileChanged } from '../input/read-source.ts';
import { wholeFile } from '../input/whole-file.ts';

/** How often, and after how many milliseconds, a file is read again that was written to meanwhile. */
const ATTEMPTS = 100;
const READ_PAUSE = 10;

/** Reads a ledger and checks all of it. */
export async function readLedger<T>(path: string, form: LedgerForm<T>): Promise<ReadLedger<T>> {
  return ledgerOf(await ledgerBytes(path, form.limits), path, form);
}

/** The bytes of a ledger at one moment: between the writes of others. */
export async function ledgerBytes(path: string, limits = DEFAULT_LIMITS): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const bytes = await wholeFile(path, limits);
      if (bytes.length > limits.bytes) throw new LimitReached(quotedPath(path), 'bytes', limits);
      return bytes;
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === ATTEMPTS) throw error;
    }
    await pause(READ_PAUSE);
  }
}
