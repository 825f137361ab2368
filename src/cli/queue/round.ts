import type { Task, TaskEnd } from '../tasks/task.ts';
import type { QueueJobs } from './queue-jobs.ts';

/** How many results are read at once. */
const BATCH = 200;

/**
 * Tasks on their way through a queue: first not yet put there, then in the queue, then ended. A bounded
 * number of them is in the queue at any time.
 */
export class QueueRound {
  /** How many times tasks were begun again. */
  retried = 0;
  private readonly jobs: QueueJobs;
  private readonly order: readonly Task[];
  /** All that have not ended. */
  private readonly open: Map<string, Task>;
  /** Those that were put into the queue and have not ended. */
  private readonly sent = new Set<string>();
  /** Those that were put there and have vanished. */
  private readonly lost: Task[] = [];
  /** Those that have ended, and whose jobs could not be taken out of the queue yet. */
  private readonly kept = new Set<string>();
  private next = 0;

  constructor(jobs: QueueJobs, tasks: readonly Task[]) {
    this.jobs = jobs;
    this.order = [...tasks].sort((a, b) => b.seconds - a.seconds);
    this.open = new Map(this.order.map((task) => [task.key, task]));
  }

  get isOver(): boolean {
    return this.open.size === 0;
  }

  /** How many are in the queue. */
  get size(): number {
    return this.sent.size;
  }

  /** Finds those that an earlier producer left in the queue; those that failed then are tried again. */
  async begin(): Promise<void> {
    await this.jobs.remove((await this.jobs.idsOf('failed')).filter((id) => this.open.has(id)));
    for (const id of await this.jobs.allIds()) if (this.open.has(id)) this.sent.add(id);
  }

  /** Puts tasks into the queue until `bound` are there. */
  async fill(bound: number): Promise<void> {
    const some: Task[] = [];
    while (this.sent.size + some.length < bound) {
      const task = this.lost.pop() ?? this.order[this.next++];
      if (task === undefined) break;
      if (this.open.has(task.key) && !this.sent.has(task.key)) some.push(task);
    }
    try {
      await this.jobs.put(some);
    } catch (error) {
      // Whether they are there is not known, and putting them there twice is harmless.
      this.lost.push(...some);
      throw error;
    }
    for (const { key } of some) this.sent.add(key);
  }

  /**
   * Hands what has ended to `keep`, and takes it out of the queue once that has returned. Returns how many
   * ended.
   */
  async gather(keep: (ends: readonly TaskEnd[]) => void): Promise<number> {
    await this.removeKept();
    return (await this.gatherOf('completed', keep)) + (await this.gatherOf('failed', keep));
  }

  /** Takes out of the queue what has ended and is kept. */
  async removeKept(): Promise<void> {
    const keys = [...this.kept];
    await this.jobs.remove(keys);
    for (const key of keys) this.kept.delete(key);
  }

  private async gatherOf(
    state: 'completed' | 'failed',
    keep: (ends: readonly TaskEnd[]) => void,
  ): Promise<number> {
    const tasks = (await this.jobs.idsOf(state)).flatMap((id) => this.open.get(id) ?? []);
    let count = 0;
    for (let first = 0; first < tasks.length; first += BATCH) {
      const some = tasks.slice(first, first + BATCH);
      const found = await Promise.all(some.map((task) => this.jobs.endOf(task, state)));
      const ended = found.flatMap((one) => one ?? []);
      if (ended.length === 0) continue;
      for (const { retried } of ended) this.retried += retried;
      keepAll(
        ended.map(({ end }) => end),
        keep,
      );
      const keys = ended.map(({ end }) => end.task.key);
      for (const key of keys) {
        this.open.delete(key);
        this.sent.delete(key);
        this.kept.add(key);
      }
      count += keys.length;
      await this.removeKept();
    }
    return count;
  }

  /** Finds those that have vanished from the queue, to be put there again. */
  async findLost(): Promise<void> {
    for (const key of await this.jobs.missing([...this.sent])) {
      this.sent.delete(key);
      const task = this.open.get(key);
      if (task !== undefined) this.lost.push(task);
    }
  }

  /** Takes out of the queue what no worker has begun. */
  async withdraw(): Promise<void> {
    const own = new Set(this.order.map(({ key }) => key));
    await this.jobs.remove((await this.jobs.waitingIds()).filter((id) => own.has(id)));
  }
}

/** An error of keeping results, which ends the round; those of the queue do not. */
export class KeepError extends Error {
  override name = 'KeepError';
}

function keepAll(ends: readonly TaskEnd[], keep: (ends: readonly TaskEnd[]) => void): void {
  try {
    keep(ends);
  } catch (error) {
    throw new KeepError('results cannot be kept', { cause: error });
  }
}
