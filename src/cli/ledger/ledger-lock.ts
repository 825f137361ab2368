import { closeSync, openSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { cannotWrite } from '../output/index.ts';
import { reason } from '../shell/system-error.ts';

/** How long a writer waits for another, in milliseconds, and where it says so. */
export interface LockWaiting {
  readonly tell: (notice: string) => void;
  readonly noticeAfter?: number;
  readonly giveUpAfter?: number;
}

const NOTICE_AFTER = 1000;
const GIVE_UP_AFTER = 30_000;
const PAUSE = 10;

/**
 * Milliseconds after which a lock without its whole text is of a process that was killed while it made it.
 */
const UNFINISHED_FOR = 5000;

/** Who holds a lock; `space` tells containers apart that share the name of their host. */
const SELF = { pid: process.pid, host: hostname(), space: processSpace() };

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Runs `work`, which must be short, while nobody else writes to the ledger. `name`: as the user named it. */
export async function withLedgerLock<T>(
  ledger: string,
  name: string,
  { tell, noticeAfter = NOTICE_AFTER, giveUpAfter = GIVE_UP_AFTER }: LockWaiting,
  work: () => T,
): Promise<T> {
  const lock = `${ledger}.lock`;
  const begin = performance.now();
  let told = false;
  for (let holder = tryLock(lock); holder !== null; holder = tryLock(lock)) {
    const waited = performance.now() - begin;
    if (waited >= giveUpAfter)
      throw new InvalidInput(
        `cannot add to ${quotedPath(name)}: ${holder} has been writing to it for ${Math.round(waited / 1000)} s; where that has ended, remove ${quotedPath(lock)}`,
      );
    if (!told && waited >= noticeAfter) {
      told = true;
      tell(`waiting for ${holder}, which is writing to ${quotedPath(name)}`);
    }
    // Pauses of different lengths, so that those who wait do not try all at once.
    await pause(PAUSE * (0.5 + Math.random()));
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Tries to take a lock; null where that worked, or who has it, in words. That of a process which has ended is
 * removed, under a lock of its own and looked at again: of two that find it, the slower one would otherwise
 * remove the new lock of the faster one.
 */
function tryLock(lock: string): string | null {
  if (made(lock)) return null;
  const { words, ended } = holderOf(lock);
  const guard = `${lock}.ended`;
  if (!ended || tryLock(guard) !== null) return words;
  try {
    if (holderOf(lock).ended) rmSync(lock);
    return made(lock) ? null : words;
  } finally {
    rmSync(guard, { force: true });
  }
}

/** Makes the file of a lock, which only one process can; false where it is there. */
function made(lock: string): boolean {
  let file: number;
  try {
    file = openSync(lock, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cannotWrite(lock, reason(error));
  }
  try {
    writeFileSync(file, JSON.stringify(SELF));
    return true;
  } catch (error) {
    rmSync(lock, { force: true });
    throw cannotWrite(lock, reason(error));
  } finally {
    closeSync(file);
  }
}

/** Who has a lock, and whether that process certainly has ended: of another host that cannot be known. */
function holderOf(lock: string): { words: string; ended: boolean } {
  try {
    const text = readFileSync(lock, 'utf8');
    if (/^(?:\{[^}]*)?$/.test(text))
      return { words: 'another process', ended: Date.now() - statSync(lock).mtimeMs > UNFINISHED_FOR };
    const { pid, host, space } = JSON.parse(text) as typeof SELF;
    const isHere = host === SELF.host && space === SELF.space;
    return { words: `process ${Number(pid)} on ${quoted(String(host))}`, ended: isHere && !lives(pid) };
  } catch {
    // It was given back meanwhile, or is no lock of ours.
    return { words: 'another process', ended: false };
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
