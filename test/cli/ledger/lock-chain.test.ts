import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeLock, type LockDisk, tryLock } from '../../../src/cli/ledger/lock-chain.ts';
import type { LockHolder } from '../../../src/cli/ledger/lock-holder.ts';

/** Steps of one process: it waits before each until it is its turn, and ends for good where it is killed. */
class Turns {
  private waiting: (() => void) | null = null;
  killed = false;
  done = false;

  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  get ready(): boolean {
    return this.waiting !== null && !this.killed;
  }

  take(): void {
    const go = this.waiting;
    this.waiting = null;
    go?.();
  }
}

const LOCK = 'x.lock';

/** Plays processes that take and free a lock, in the order that `picks` says; some are killed. Returns the locks taken. */
async function play(processes: number, rounds: number, picks: Iterator<number>, kills: ReadonlySet<number>) {
  const files = new Map<string, LockHolder>();
  const all = Array.from({ length: processes }, () => new Turns());
  const held = new Set<number>();
  let [taken, chains] = [0, 0];

  const run = async (pid: number) => {
    const own = all[pid];
    for (let round = 0; round < rounds; round++) {
      const token = `${pid}/${round}`;
      const mine: LockHolder = { pid, started: null, place: '', host: '', token };
      const step = async <T>(work: () => T) => {
        await own.turn();
        return work();
      };
      const disk: LockDisk = {
        link: (file) => step(() => !files.has(file) && files.set(file, mine) !== undefined),
        holder: (file) => step(() => files.get(file) ?? 'none'),
        remove: (file) => step(() => void files.delete(file)),
        beginning: (name) => step(() => [...files.keys()].filter((file) => file.startsWith(name))),
        hasEnded: (holder) => all[holder.pid].killed,
      };
      for (;;) {
        const found = await tryLock(disk, LOCK, token);
        if (found === null || 'holder' in found) continue;
        taken++;
        if (found.length > 1) chains++;
        held.add(pid);
        await own.turn();
        held.delete(pid);
        await freeLock(disk, found);
        break;
      }
    }
    own.done = true;
  };
  all.forEach((_, pid) => void run(pid));
  for (let time = 0; time < 2000; time++) {
    // A process comes to its next step after some promises.
    for (let i = 0; i < 12; i++) await null;
    const ready = all.filter((turns) => turns.ready);
    if (ready.length === 0) break;
    const one = ready[(picks.next().value as number) % ready.length];
    if (kills.has(time)) one.killed = true;
    else one.take();
    for (let i = 0; i < 12; i++) await null;
    const living = [...held].filter((pid) => !all[pid].killed);
    if (living.length > 1) throw new Error(`${living.length} processes hold the lock`);
  }
  const living = all.filter(({ killed }) => !killed);
  return {
    taken,
    chains,
    left: [...files.keys()],
    finished: living.every(({ done }) => done),
    killed: all.length - living.length,
  };
}

test('in any order of steps, and with kills at any of them, one process holds the lock and all get it', async () => {
  let [chains, clean] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat({ max: 59 })),
      fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 3 }),
      async (picks, kills) => {
        const end = await play(4, 2, picks[Symbol.iterator](), new Set(kills));
        expect(end.finished).toBe(true);
        chains += end.chains;
        if (end.killed === 0) {
          clean++;
          expect(end).toMatchObject({ taken: 8, left: [] });
        }
      },
    ),
    { numRuns: 1000 },
  );
  // The runs did come to locks that were taken over.
  expect(chains).toBeGreaterThan(100);
  expect(clean).toBeGreaterThan(20);
});
