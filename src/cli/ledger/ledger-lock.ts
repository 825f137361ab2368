import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { cannotWrite, partialName, removePartial, removeStale } from '../output/index.ts';
import { reason } from '../shell/system-error.ts';
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

/** A lock that somebody else has, and its file. */
interface HeldElsewhere {
  readonly file: string;
  /** Null where the file does not say. */
  readonly holder: LockHolder | null;
}

/** Runs `work`, which must be short, while nobody else writes to the ledger. `name`: as the user named it. */
export async function withLedgerLock<T>(
  ledger: string,
  name: string,
  waiting: LockWaiting,
  work: () => T,
): Promise<T> {
  const root = `${ledger}.lock`;
  removeStale(dirname(root));
  const mine = newHolder();
  const partial = partialName(dirname(root));
  let chain: readonly string[];
  try {
    writeFileSync(partial, JSON.stringify(mine), { flag: 'wx' });
    chain = await lockOrWait(() => tryLock(root, mine.token, partial), name, waiting);
  } catch (error) {
    throw error instanceof InvalidInput ? error : cannotWrite(root, reason(error));
  } finally {
    removePartial(partial);
  }
  try {
    return work();
  } finally {
    release(root, chain);
  }
}

async function lockOrWait(
  tryOnce: () => readonly string[] | HeldElsewhere | null,
  name: string,
  { tell, noticeAfter = NOTICE_AFTER, giveUpAfter = GIVE_UP_AFTER }: LockWaiting,
): Promise<readonly string[]> {
  const begin = performance.now();
  let told = false;
  for (let turn = 0; ; turn++) {
    const found = tryOnce();
    if (Array.isArray(found)) return found;
    const waited = performance.now() - begin;
    const taken = found as HeldElsewhere | null;
    if (taken !== null && waited >= giveUpAfter)
      throw new InvalidInput(
        `cannot add to ${quotedPath(name)}: ${holderWords(taken.holder)} has been writing to it for ${Math.round(waited / 1000)} s; where that has ended, remove ${quotedPath(taken.file)}`,
      );
    if (taken !== null && !told && waited >= noticeAfter) {
      told = true;
      tell(`waiting for ${holderWords(taken.holder)}, which is writing to ${quotedPath(name)}`);
    }
    // Pauses of different lengths, so that those who wait do not try all at once.
    await pause(Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 1.3 ** turn) * (0.5 + Math.random()));
  }
}

function holderWords(holder: LockHolder | null): string {
  return holder === null ? 'another process' : `process ${holder.pid} on ${quoted(holder.host)}`;
}

/**
 * Takes the lock: the files by which it is held, who holds it, or null where it just changed hands.
 *
 * The lock is a file that comes into being whole, by a link, which only one process can make. Where its
 * holder has ended without removing it, the lock passes on to whoever first links the file named after the
 * holder's token, and so on: the last of that chain is the holder. A file of the chain is removed only after
 * its first one, and no token is ever used twice; so who finds the first one unchanged after linking knows
 * that the chain was there all the time and that nobody else has ever held its end.
 */
function tryLock(root: string, token: string, partial: string): readonly string[] | HeldElsewhere | null {
  if (linked(partial, root)) return [root];
  const chain: string[] = [];
  const holders: LockHolder[] = [];
  let file = root;
  for (;;) {
    const found = holderOf(file);
    if (found === 'none') break;
    if (found === 'unknown') return { file: root, holder: null };
    chain.push(file);
    holders.push(found);
    file = `${root}-${found.token}`;
  }
  const last = holders.at(-1);
  if (last === undefined) return null;
  // Over a network a link may be made and yet be reported as failed.
  if (last.token === token) return chain;
  if (!hasEnded(last)) return { file: root, holder: last };
  if (!linked(partial, file)) return null;
  const first = holderOf(root);
  if (typeof first === 'object' && first.token === holders[0].token) return [...chain, file];
  rmSync(file, { force: true });
  return null;
}

function holderOf(file: string): LockHolder | 'none' | 'unknown' {
  try {
    return parseHolder(readFileSync(file, 'utf8')) ?? 'unknown';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'unknown';
  }
}

/** Gives a lock's text a second name, unless something has that name. */
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

/** Removes the first file of the chain, by which the lock is free, then the others. */
function release(root: string, chain: readonly string[]): void {
  try {
    removeStrays(root, chain);
  } catch {
    // They do no harm.
  }
  try {
    for (const file of chain) rmSync(file, { force: true });
  } catch {
    // What was written stays; the next writer finds that this process has ended.
  }
}

/**
 * Removes what processes left that ended while they tried to take over an earlier chain. Only the holder may:
 * of a chain that is not its own, a file that is missing could be linked twice.
 */
function removeStrays(root: string, chain: readonly string[]): void {
  const folder = dirname(root);
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!name.startsWith(`${basename(root)}-`) || chain.includes(file)) continue;
    const holder = holderOf(file);
    if (typeof holder === 'object' && hasEnded(holder)) rmSync(file, { force: true });
  }
}
