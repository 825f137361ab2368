/** The kinds of work that engines can do; `work.ts` says how. */
export type TaskKind = 'sweep';

/** A piece of work as plain data. The same task has the same result on every machine. */
export interface Task {
  /** Names it for ever: in logs, and in queues. A hash of the data and of the version of the code. */
  readonly key: string;
  readonly kind: TaskKind;
  readonly data: unknown;
  /** How it is called in messages. */
  readonly name: string;
  /** Rough seconds of one core: long tasks are begun first, and the time left is told from it. */
  readonly seconds: number;
}

/** How work of one kind is checked and done. */
export interface KindOfWork {
  /** The key that a task with these data has; throws InvalidInput unless they are what this kind takes. */
  keyOf(data: unknown): string;
  /** Does a task whose data were checked. Throws InvalidInput where it is refused. */
  run(data: unknown): unknown;
  /** Whether something that came from elsewhere can be the result of a task with these data. */
  isResult(data: unknown, result: unknown): boolean;
}

/** What a thread or a worker returns. An error is sent as data, since its class is lost on the way. */
export type TaskAnswer = { readonly result: unknown } | { readonly invalid: string };

/** Why a task has no result, after as many tries as are worth it. */
export interface TaskFailure {
  readonly task: Task;
  readonly error: string;
  /** Whether the task was refused for what it asks, which no other try would change. */
  readonly isInvalid: boolean;
}

export type TaskEnd = { readonly task: Task; readonly result: unknown } | TaskFailure;

/** Who works, as far as an engine knows. */
export interface EngineView {
  /** Processes that take tasks; null where there are only threads of this one. */
  readonly workers: number | null;
  readonly threads: number;
  /** Tasks that were begun again after an error, or after their worker was lost. */
  readonly retried: number;
}

/** Something that does tasks: threads of this process, or workers behind a queue. */
export interface Engine {
  /**
   * Does all tasks, long ones first. What has ended is handed to `keep` in batches; an engine that holds
   * results elsewhere forgets them once `keep` returns, so they must be on disk by then. Failures end nothing
   * else. `watch` is told now and then who works.
   */
  run(
    tasks: readonly Task[],
    keep: (ends: readonly TaskEnd[]) => void,
    watch: (view: EngineView) => void,
  ): Promise<void>;
  /** Drops the results that an engine still holds of tasks whose results are kept already. */
  forget?(isKept: (key: string) => boolean): Promise<void>;
  close(): Promise<void>;
}
