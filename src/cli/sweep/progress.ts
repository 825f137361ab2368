import { duration, ProgressLine, progressBar } from '../shell/progress.ts';
import type { TaskEnd } from '../tasks/task.ts';

/** Milliseconds between two events for a program. */
const EVENT_PAUSE = 1000;

/**
 * Tells on standard error how far a sweep is, how long it will take and who works at it: a bar on a terminal,
 * for programs an event a second, each a line of JSON.
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
  /** Processes that take tasks; null where there are only threads of this one. */
  private workers: number | null = null;

  constructor(what: string, asEvents: boolean) {
    this.what = what;
    this.asEvents = asEvents;
    this.line = this.newLine();
  }

  private newLine(): ProgressLine {
    return new ProgressLine(this.asEvents ? { filePause: EVENT_PAUSE } : {});
  }

  /** `total`: the work ahead, in rough seconds of one core. */
  begin(total: number): void {
    this.total = total;
    this.line = this.newLine();
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

  /** Takes note of how many processes take tasks. */
  sees(workers: number): void {
    this.workers = workers;
    this.tick();
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
    const { share, seconds, secondsLeft, workers, failed } = this.state();
    const left =
      secondsLeft === null ? `first task for ${duration(seconds)}` : `about ${duration(secondsLeft)} left`;
    const more = [
      ...(workers === null ? [] : [workers === 1 ? '1 worker' : `${workers} workers`]),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ];
    return [`${this.what} ${progressBar(share)} ${Math.floor(100 * share)}%`, left, ...more].join(', ');
  }

  private state() {
    const { done, failed, workers } = this;
    const { seconds } = this.line;
    const share = this.total === 0 ? 1 : Math.min(1, this.seconds / this.total);
    const secondsLeft = share === 0 ? null : seconds * (1 / share - 1);
    return { done, share, failed, workers, seconds, secondsLeft };
  }

  private event(event: string, more: object = {}): void {
    if (!this.asEvents) return;
    this.isTold = true;
    process.stderr.write(`${JSON.stringify({ event, what: this.what, ...this.state(), ...more })}\n`);
  }
}
