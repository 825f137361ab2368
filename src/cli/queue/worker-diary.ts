import type { Job } from 'bullmq';
import { quoted } from '../../quote.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { reasonOf } from './job.ts';
import { queueMessage } from './server.ts';

/** Milliseconds without a task before it is said that this worker waits. */
const IDLE = 2000;

/** How many different problems with the queue are told. */
const PROBLEMS_TOLD = 20;

/** Problems that mend themselves: the server is gone for a while, or a task was given to another worker. */
const PASSING =
  /connection|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|socket|lock|Missing key|not in the active state/i;

/** What a worker tells on standard error: a few quiet lines, or an event for everything. */
export class WorkerDiary {
  private readonly asEvents: boolean;
  private readonly problems = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private running = 0;
  private done = 0;
  private failed = 0;

  constructor(asEvents: boolean) {
    this.asEvents = asEvents;
  }

  notice(sentence: string): void {
    this.tell('notice', { text: sentence }, sentence);
  }

  joined(shown: string, threads: number): void {
    this.tell(
      'joined',
      { queue: shown, threads },
      `joined ${shown} with ${threads === 1 ? '1 thread' : `${threads} threads`}; Ctrl-C to leave after what runs`,
    );
    this.idle();
  }

  /** Counts a task while it runs. */
  async during<T>(work: Promise<T>): Promise<T> {
    clearTimeout(this.timer);
    this.running++;
    try {
      return await work;
    } finally {
      this.running--;
    }
  }

  ended(job: Job | undefined, failure: Error | null): void {
    if (failure === null) {
      this.done++;
      if (this.asEvents) this.tell('done', { key: job?.id }, '');
      return;
    }
    const { error, isInvalid } = reasonOf(failure.message);
    const isFinal = isInvalid || (job?.attemptsMade ?? 0) >= (job?.opts.attempts ?? 1);
    if (isFinal) this.failed++;
    this.tell(
      'failed',
      { key: job?.id, error: quoted(error, 500), final: isFinal },
      `task ${quoted(String(job?.id))} failed${isFinal ? '' : ' and is tried again'}: ${quoted(error, 500)}`,
    );
  }

  /** Says after a while without tasks that this worker waits. */
  idle(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.running === 0) this.tell('waiting', {}, `waiting for tasks (${this.count()})`);
    }, IDLE);
    this.timer.unref();
  }

  /** An error of the queue; what passes by itself is not told. */
  problem(error: unknown): void {
    const message = queueMessage(error);
    if (PASSING.test(message) || this.problems.has(message) || this.problems.size >= PROBLEMS_TOLD) return;
    this.problems.add(message);
    this.notice(`the queue: ${message}`);
  }

  leaving(): void {
    clearTimeout(this.timer);
    this.tell('leaving', {}, 'leaving after what runs; once more to leave at once');
  }

  /** The last words, for standard output. */
  left(): Pick<CommandOutcome, 'text' | 'json'> {
    clearTimeout(this.timer);
    const { done, failed } = this;
    return this.asEvents ? { json: { done, failed } } : { text: `left; ${this.count()}\n` };
  }

  private count(): string {
    const { done, failed } = this;
    return `${done === 1 ? '1 task' : `${done} tasks`} done${failed > 0 ? `, ${failed} failed` : ''}`;
  }

  private tell(event: string, data: object, sentence: string): void {
    const { done, failed, running } = this;
    const line = this.asEvents ? JSON.stringify({ event, ...data, running, done, failed }) : sentence;
    process.stderr.write(`${line}\n`);
  }
}
