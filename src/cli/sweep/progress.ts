import { quoted } from '../../quote.ts';

/** How long work goes on before it is worth a word, and how often a log file is told. */
const PATIENCE = 1000;
const TERMINAL_EVERY = 100;
const FILE_EVERY = 10_000;

/** Tells on standard error how far a sweep is and how long it will take: a bar on a terminal, now and then a line elsewhere. */
export class SweepProgress {
  private readonly what: string;
  private readonly total: number;
  private readonly begin = performance.now();
  private last = 0;
  private done = 0;

  /** `total`: the work ahead, in rough seconds of one core. */
  constructor(what: string, total: number) {
    this.what = what;
    this.total = total;
  }

  tick(seconds: number): void {
    this.done += seconds;
    const now = performance.now();
    const { stderr } = process;
    if (now - this.begin < PATIENCE) return;
    if (now - this.last < (stderr.isTTY ? TERMINAL_EVERY : FILE_EVERY)) return;
    this.last = now;
    const share = Math.min(1, this.done / this.total);
    const passed = (now - this.begin) / 1000;
    const left =
      share === 0 ? `first task for ${duration(passed)}` : `about ${duration(passed * (1 / share - 1))} left`;
    const percent = `${Math.floor(100 * share)}%, ${left}`;
    const bar = '#'.repeat(Math.round(24 * share)).padEnd(24, '.');
    stderr.write(
      stderr.isTTY ? `\r\u001b[K${this.what} [${bar}] ${percent}` : `${this.what} [${bar}] ${percent}\n`,
    );
  }
}

/** 40 s, 3 min, 1.5 h */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** A word about what was put right. */
export function warn(text: string): void {
  process.stderr.write(`warning: ${quoted(text, 1000)}\n`);
}
