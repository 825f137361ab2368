import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { cannotWrite, partialName, removePartial, removeStale } from '../output/index.ts';
import { reason } from '../shell/system-error.ts';
import { freeLock, type HeldElsewhere, type LockChain, type LockDisk, tryLock } from './lock-chain.ts';
import { hasEnded, type LockHolder, newHolder, parseHolder } from './lock-holder.ts';

/** How long a writer waits for another, in milliseconds, and where it says so. */
export interface LockWaiting {
  readonly tell: (notice: string) => void;
  readonly noticeAfter?: number;
  readonly giveUpAfter?: number;
}

const NOTICE_AFTER = 1000;
const GIVE_UP_AFTER = 30_000;
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [2, 30];

/** Runs `work`, which must be short, while nobody else writes to the ledger. `name`: as the user named it. */
export async function withLedgerLock<T>(
  ledger: string,
  name: string,
  waiting: LockWaiting,
  work: () => T,
): Promise<T> {
  const lock = `${ledger}.lock`;
  const free = await takeLock(lock, (tryOnce) => lockOrWait(tryOnce, name, lock, waiting));
  try {
    return work();
  } finally {
    await free();
  }
}

/** Takes a lock, as `take` tries it; returns how it is given back. */
async function takeLock(
  lock: string,
  take: (tryOnce: () => Promise<LockChain | HeldElsewhere | null>) => Promise<LockChain>,
): Promise<() => Promise<void>> {
  removeStale(dirname(lock));
  const mine = newHolder();
  const partial = partialName(dirname(lock));
  const disk = lockDisk(partial);
  try {
    writeFileSync(partial, JSON.stringify(mine), { flag: 'wx' });
    const chain = await take(() => tryLock(disk, lock, mine.token));
    // What was written stays. A file that cannot be removed is of a process that has ended, soon.
    return () => freeLock(disk, chain).catch(() => {});
  } catch (error) {
    throw error instanceof InvalidInput ? error : cannotWrite(lock, reason(error));
  } finally {
    removePartial(partial);
  }
}

async function lockOrWait(
  tryOnce: () => Promise<LockChain | HeldElsewhere | null>,
  name: string,
  lock: string,
  { tell, noticeAfter = NOTICE_AFTER, giveUpAfter = GIVE_UP_AFTER }: LockWaiting,
): Promise<LockChain> {
  const begin = performance.now();
  let told = false;
  for (let turn = 0; ; turn++) {
    const found = await tryOnce();
    if (found !== null && !('holder' in found)) return found;
    const waited = performance.now() - begin;
    if (found !== null && waited >= giveUpAfter)
      throw new InvalidInput(
        `cannot add to ${quotedPath(name)}: ${holderWords(found.holder)} has been writing to it for ${Math.round(waited / 1000)} s; where that has ended, remove ${quotedPath(lock)}`,
      );
    if (found !== null && !told && waited >= noticeAfter) {
      told = true;
      tell(`waiting for ${holderWords(found.holder)}, which is writing to ${quotedPath(name)}`);
    }
    // Pauses of different lengths, so that those who wait do not try all at once.
    await pause(Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 1.3 ** turn) * (0.5 + Math.random()));
  }
}

function holderWords(holder: LockHolder | null): string {
  return holder === null ? 'another process' : `process ${holder.pid} on ${quoted(holder.host)}`;
}

/** The files of locks; those that are made are links to `partial`, so that none is ever seen half-written. */
function lockDisk(partial: string): LockDisk {
  return {
    link: (file) => linked(partial, file),
    holder(file) {
      try {
        return parseHolder(readFileSync(file, 'utf8')) ?? 'unknown';
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'unknown';
      }
    },
    remove: (file) => rmSync(file, { force: true }),
    beginning(name) {
      const files = readdirSync(dirname(name)).filter((file) => file.startsWith(basename(name)));
      return files.map((file) => join(dirname(name), file));
    },
    hasEnded,
  };
}

function linked(partial: string, file: string): boolean {
  try {
    linkSync(partial, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC') throw error;
  }
  // The disk has no links.
  try {
    writeFileSync(file, readFileSync(partial), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
