import { duration, ProgressLine, progressBar } from '../shell/progress.ts';
import type { TaskEnd } from '../tasks/task.ts';

/**
 * Tells on a terminal how far a sweep is, how long it will take and who works at it.
 */
export class SweepProgress {
  private readonly what: string;
  private line = new ProgressLine();
  private total = 0;
  private done = 0;
  private failed = 0;
  /** Processes that take tasks; null where there are only threads of this one. */
  private workers: number | null = null;

  constructor(what: string) {
    this.what = what;
  }

  /** `total`: the work ahead, in rough seconds of one core. */
  begin(total: number): void {
    this.total = total;
    this.line = new ProgressLine();
  }

  /** Counts tasks that have ended. */
  took(ends: readonly TaskEnd[]): void {
    for (const end of ends) {
      this.done += end.task.seconds;
      if ('error' in end) this.failed++;
    }
    this.tick();
  }

  /** Takes note of how many processes take tasks. */
  sees(workers: number): void {
    this.workers = workers;
    this.tick();
  }

  tick(): void {
    if (this.line.isDue()) this.line.write(this.words());
  }

  private words(): string {
    const { failed, workers } = this;
    const { seconds } = this.line;
    const share = this.total === 0 ? 1 : Math.min(1, this.done / this.total);
    const left =
      share === 0
        ? `first task for ${duration(seconds)}`
        : `about ${duration(seconds * (1 / share - 1))} left`;
    const more = [
      ...(workers === null ? [] : [workers === 1 ? '1 worker' : `${workers} workers`]),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ];
    return [`${this.what} ${progressBar(share)} ${Math.floor(100 * share)}%`, left, ...more].join(', ');
  }
}
