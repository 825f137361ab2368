import type { LockHolder } from './lock-holder.ts';

type Soon<T> = T | Promise<T>;

/** Where the files of locks lie. Each of these happens at once, however many processes do it. */
export interface LockDisk {
  /** Makes a file that names this process as a holder; false where something has that name. */
  link(file: string): Soon<boolean>;
  /** The holder that a file names; `unknown` where it cannot be read. */
  holder(file: string): Soon<LockHolder | 'none' | 'unknown'>;
  remove(file: string): Soon<void>;
  /** All files whose names begin so. */
  beginning(name: string): Soon<readonly string[]>;
  /** Whether a process certainly has ended. */
  hasEnded(holder: LockHolder): boolean;
}

/** The files by which a lock is held, the first of which is the lock itself. */
export type LockChain = readonly string[];

/** A lock that somebody else has; null where the file does not say who. */
export interface HeldElsewhere {
  readonly holder: LockHolder | null;
}

/**
 * Tries to take a lock: the files by which it is held now, or who else holds it, or null where it is just
 * changing hands.
 *
 * The lock is a file that only one process can make. Where its holder has ended without removing it, the lock
 * passes on to whoever first makes the file named after that holder's token, and so on: the last of this
 * chain is the holder. A holder removes the first file before the others, and no token is used twice. So
 * where the first file is still the same after the last one was made, the chain was there all the time, and
 * nobody else has made its last file before.
 */
export async function tryLock(
  disk: LockDisk,
  lock: string,
  token: string,
): Promise<LockChain | HeldElsewhere | null> {
  if (await disk.link(lock)) return [lock];
  const chain: string[] = [];
  const holders: LockHolder[] = [];
  let next = lock;
  for (;;) {
    const found = await disk.holder(next);
    if (found === 'none') break;
    if (found === 'unknown') return { holder: null };
    chain.push(next);
    holders.push(found);
    next = `${lock}-${found.token}`;
  }
  const last = holders.at(-1);
  if (last === undefined) return null;
  // Over a network a file may be made and yet be reported as there before.
  if (last.token === token) return chain;
  if (!disk.hasEnded(last)) return { holder: last };
  if (!(await disk.link(next))) return null;
  const first = await disk.holder(lock);
  if (typeof first === 'object' && first.token === holders[0].token) return [...chain, next];
  await disk.remove(next);
  return null;
}

/**
 * Gives a lock back: it is free once its first file is gone. Before that, files go that processes left which
 * ended while they took over an earlier chain; only a holder may remove them, since in a chain that is not
 * its own a missing file could be made a second time.
 */
export async function freeLock(disk: LockDisk, chain: LockChain): Promise<void> {
  for (const file of await disk.beginning(`${chain[0]}-`)) {
    if (chain.includes(file)) continue;
    const holder = await disk.holder(file);
    if (typeof holder === 'object' && disk.hasEnded(holder)) await disk.remove(file);
  }
  for (const file of chain) await disk.remove(file);
}
