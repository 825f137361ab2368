import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Task, TaskEnd } from '../tasks/task.ts';
import { WORK } from '../tasks/work.ts';
import { EVENTS_KEPT, jobOf, reasonOf } from './job.ts';

type EndState = 'completed' | 'failed';

/** A task that has ended, and how many times it was begun again. */
export interface EndedJob {
  readonly end: TaskEnd;
  readonly retried: number;
}

/** What a producer asks of a queue in Redis. Everything may be asked again after an error. */
export class QueueJobs {
  private readonly queue: Queue;
  private readonly redis: Redis;

  constructor(queue: Queue, redis: Redis) {
    this.queue = queue;
    this.redis = redis;
  }

  /** Puts tasks at the end of the queue. Those that are in it already stay as they are. */
  async put(tasks: readonly Task[]): Promise<void> {
    if (tasks.length === 0) return;
    // Set each time, since a server that lost its data has lost this too.
    await this.redis.hset(this.queue.toKey('meta'), 'opts.maxLenEvents', EVENTS_KEPT);
    await this.queue.addBulk(tasks.map(jobOf));
  }

  /** The ids of jobs in a state, of all producers. */
  idsOf(state: EndState): Promise<string[]> {
    return this.redis.zrange(this.queue.toKey(state), '0', '-1');
  }

  /** The ids of jobs that no worker has begun, or that wait for another try. */
  waitingIds(): Promise<string[]> {
    return this.queue.getRanges(['wait', 'prioritized', 'delayed'], 0, -1);
  }

  allIds(): Promise<string[]> {
    return this.queue.getRanges(['wait', 'prioritized', 'delayed', 'active', 'completed', 'failed'], 0, -1);
  }

  /** What came of a task; null where its job is gone or was put there anew meanwhile. */
  async endOf(task: Task, state: EndState): Promise<EndedJob | null> {
    let job: Job | undefined;
    try {
      job = await this.queue.getJob(task.key);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { end: { task, error: 'its job in the queue was altered', isInvalid: false }, retried: 0 };
    }
    if (job?.finishedOn === undefined) return null;
    const retried = Math.max(0, job.attemptsMade - 1) + job.stalledCounter;
    if (state === 'failed') return { end: { task, ...reasonOf(job.failedReason) }, retried };
    const answer: unknown = job.returnvalue;
    const result = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'result') : undefined;
    const work = await WORK[task.kind]();
    if (work.isResult(task.data, result)) return { end: { task, result }, retried };
    return {
      end: { task, error: 'a worker returned what is no result of this task', isInvalid: false },
      retried,
    };
  }

  /** Takes jobs out of the queue; those that a worker is at stay. */
  async remove(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.queue.remove(id)));
  }

  /** Takes out what has ended and is kept already, left by producers that were stopped too early. */
  async forget(isKept: (key: string) => boolean): Promise<void> {
    for (const state of ['completed', 'failed'] as const)
      await this.remove((await this.idsOf(state)).filter(isKept));
  }

  /** Those of some ids whose jobs are not in the queue any more. */
  async missing(ids: readonly string[]): Promise<string[]> {
    const there = await Promise.all(ids.map((id) => this.redis.exists(this.queue.toKey(id))));
    return ids.filter((_, i) => there[i] === 0);
  }
}
