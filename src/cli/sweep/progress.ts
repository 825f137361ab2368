import { quoted } from '../../quote.ts';
import { duration, ProgressLine, progressBar } from '../shell/progress.ts';

/** Milliseconds between two lines in a log file. */
const FILE_PAUSE = 10_000;

/**
 * Tells on standard error how far a sweep is and how long it will take: a bar on a terminal, now and then a
 * line elsewhere.
 */
export class SweepProgress {
  private readonly what: string;
  private readonly total: number;
  private readonly line = new ProgressLine({ filePause: FILE_PAUSE });
  private done = 0;

  /** `total`: the work ahead, in rough seconds of one core. */
  constructor(what: string, total: number) {
    this.what = what;
    this.total = total;
  }

  tick(seconds: number): void {
    this.done += seconds;
    const { line } = this;
    if (!line.isDue()) return;
    const share = Math.min(1, this.done / this.total);
    const left =
      share === 0
        ? `first task for ${duration(line.seconds)}`
        : `about ${duration(line.seconds * (1 / share - 1))} left`;
    line.write(`${this.what} ${progressBar(share)} ${Math.floor(100 * share)}%, ${left}`);
  }
}

/** Says on standard error what was put right in a log. */
export function warn(text: string): void {
  process.stderr.write(`warning: ${quoted(text, 1000)}\n`);
}
