import type { SweepTask } from '../../experiments/index.ts';

/** What is done for a figure, as plain data: the same data have the same result on every machine. */
export interface TaskData {
  readonly figure: string;
  readonly task: SweepTask;
}

export interface Task {
  /** Names it for ever: in logs, and in queues. A hash of the data and of the version of the code. */
  readonly key: string;
  readonly data: TaskData;
  /** How it is called in messages. */
  readonly name: string;
  /** Rough seconds of one core: long tasks are begun first, and the time left is told from it. */
  readonly seconds: number;
}

/** What a thread returns. An error is sent as data, since its class is lost on the way. */
export type TaskAnswer = { readonly result: unknown } | { readonly invalid: string };

/** Why a task has no result, after as many tries as are worth it. */
export interface TaskFailure {
  readonly task: Task;
  readonly error: string;
  /** Whether the task was refused for what it asks, which no other try would change. */
  readonly isInvalid: boolean;
}

export type TaskEnd = { readonly task: Task; readonly result: unknown } | TaskFailure;

/** Something that does tasks: threads of this process, or workers behind a queue. */
export interface Engine {
  /**
   * Does all tasks, long ones first. What has ended is handed to `keep` in batches; an engine that holds
   * results elsewhere forgets them once `keep` returns, so they must be on disk by then. Failures end nothing
   * else. `watch` is told now and then how many processes take tasks, where they are not threads of this one.
   */
  run(
    tasks: readonly Task[],
    keep: (ends: readonly TaskEnd[]) => void,
    watch: (workers: number) => void,
  ): Promise<void>;
  close(): Promise<void>;
}
