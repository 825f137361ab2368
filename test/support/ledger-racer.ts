import { closeSync, openSync, rmSync } from 'node:fs';
import { withLedgerLock } from '../../src/cli/ledger/ledger-lock.ts';

/**
 * A process that takes the lock of a ledger, PATH, and is killed while it has it. Its exit code is 3 where another is
 * inside at the same time.
 */
const [path] = process.argv.slice(2);
await withLedgerLock(path, path, { tell: () => {}, giveUpAfter: 120_000 }, () => {
  try {
    closeSync(openSync(`${path}.inside`, 'wx'));
  } catch {
    process.exit(3);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  rmSync(`${path}.inside`);
  process.kill(process.pid, 'SIGKILL');
});
