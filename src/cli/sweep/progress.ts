import { duration, ProgressLine, progressBar } from '../shell/progress.ts';
import type { EngineView, TaskEnd } from '../tasks/task.ts';

/** Milliseconds between two lines in a log file, and between two events for a program. */
const FILE_PAUSE = 10_000;
const EVENT_PAUSE = 1000;

/**
 * Tells on standard error how far a sweep is, how long it will take and who works at it: a bar on a terminal,
 * now and then a line elsewhere, for programs an event a second, each a line of JSON.
 */
export class SweepProgress {
  private readonly what: string;
  private readonly asEvents: boolean;
  private line: ProgressLine;
  private total = 0;
  private seconds = 0;
  private done = 0;
  private failed = 0;
  private isTold = false;
  /** Seconds that all threads together have worked, up to a time in seconds since the beginning. */
  private threadSeconds = 0;
  private countedTo = 0;
  private view: EngineView = { workers: null, threads: 1, retried: 0 };

  constructor(what: string, asEvents: boolean) {
    this.what = what;
    this.asEvents = asEvents;
    this.line = this.newLine();
  }

  private newLine(): ProgressLine {
    return new ProgressLine({ filePause: this.asEvents ? EVENT_PAUSE : FILE_PAUSE });
  }

  /** `total`: the work ahead, in rough seconds of one core. */
  begin(total: number): void {
    this.total = total;
    this.line = this.newLine();
    [this.threadSeconds, this.countedTo] = [0, 0];
  }

  /** Counts tasks that have ended. */
  took(ends: readonly TaskEnd[]): void {
    for (const end of ends) {
      this.seconds += end.task.seconds;
      this.done++;
      if (!('error' in end)) continue;
      this.failed++;
      this.event('failed', { task: end.task.name, key: end.task.key, error: end.error });
    }
    this.tick();
  }

  /** Takes note of who works. */
  sees(view: EngineView): void {
    this.countThreads();
    this.view = view;
    this.tick();
  }

  private countThreads(): void {
    const { seconds } = this.line;
    this.threadSeconds += this.view.threads * (seconds - this.countedTo);
    this.countedTo = seconds;
  }

  tick(): void {
    if (!this.line.isDue()) return;
    if (this.asEvents) {
      this.line.wait();
      this.event('progress');
    } else this.line.write(this.words());
  }

  /** Work that was told of is told to have ended. */
  end(): void {
    if (this.isTold) this.event('end');
  }

  private words(): string {
    const { share, secondsLeft, tasksPerSecond } = this.state();
    const left =
      secondsLeft === null
        ? `${this.view.workers === 0 ? 'waiting for a worker' : 'first task'}${this.done === 0 ? ` for ${duration(this.line.seconds)}` : ''}`
        : `about ${duration(secondsLeft)} left`;
    const { workers, threads, retried } = this.view;
    const more = [
      ...(workers === null ? [] : [`${counted(workers, 'worker')} with ${counted(threads, 'thread')}`]),
      ...(this.done === 0 || workers === null ? [] : [`${tasksPerSecond.toPrecision(2)} tasks/s`]),
      ...(this.failed > 0 ? [`${this.failed} failed`] : []),
      ...(retried > 0 ? [`${retried} retried`] : []),
    ];
    return [`${this.what} ${progressBar(share)} ${Math.floor(100 * share)}%`, left, ...more].join(', ');
  }

  /** Where the work is. Rates are those of one thread so far times the threads that are there now. */
  private state() {
    this.countThreads();
    const { seconds } = this.line;
    const share = this.total === 0 ? 1 : Math.min(1, this.seconds / this.total);
    const { threads } = this.view;
    /** Seconds that these threads would have taken for what is done. */
    const worked = threads === 0 ? Infinity : Math.max(this.threadSeconds, 1e-3) / threads;
    return {
      done: this.done,
      share,
      failed: this.failed,
      ...this.view,
      tasksPerSecond: this.done / worked,
      seconds,
      secondsLeft: share === 1 ? 0 : share === 0 || threads === 0 ? null : worked * (1 / share - 1),
    };
  }

  private event(event: string, more: object = {}): void {
    if (!this.asEvents) return;
    this.isTold = true;
    process.stderr.write(`${JSON.stringify({ event, what: this.what, ...this.state(), ...more })}\n`);
  }
}

const counted = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
