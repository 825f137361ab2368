import type { Family } from '../../claims/index.ts';
import { quoted } from '../../quote.ts';

/** Milliseconds of work before anything is said about it. */
const PATIENCE = 1000;
/** Milliseconds between two versions of the line on a terminal. */
const TERMINAL_PAUSE = 100;
const CLEAR_LINE = '\r\u001b[K';

interface ProgressTiming {
  /** Milliseconds of work before the first line. */
  readonly patience?: number;
}

/** A line about work under way, on standard error: a terminal's, written over. */
export class ProgressLine {
  private readonly begin = performance.now();
  private last = this.begin;
  private readonly patience: number;

  constructor({ patience = PATIENCE }: ProgressTiming = {}) {
    this.patience = patience;
  }

  /** Seconds since the work began. */
  get seconds(): number {
    return (performance.now() - this.begin) / 1000;
  }

  /** Whether enough time has passed for another line. */
  isDue(): boolean {
    const now = performance.now();
    return process.stderr.isTTY && now - this.begin >= this.patience && now - this.last >= TERMINAL_PAUSE;
  }

  write(text: string): void {
    this.last = performance.now();
    process.stderr.write(`${CLEAR_LINE}${text}`);
  }
}

/** Clears the line that progress was written to. */
export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
}

/** A share of work as a bar: [######..................]. */
export function progressBar(share: number): string {
  return `[${'#'.repeat(Math.round(24 * share)).padEnd(24, '.')}]`;
}

/** 40 s, 3 min, 1.5 h */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** Shows on a terminal how much of a total is done. */
export function shareProgress(what: string): (done: number, total: number) => void {
  const line = new ProgressLine();
  return (done, total) => {
    if (!line.isDue()) return;
    const share = Math.min(1, done / Math.max(1, total));
    line.write(`${what} ${progressBar(share)} ${(100 * share).toFixed(0)}%`);
  };
}

/** The same family; on a terminal a slow search over it shows how many of its curves were computed. */
export function withSearchProgress(family: Family): Family {
  if (family.search === undefined || !process.stderr.isTTY) return family;
  const line = new ProgressLine();
  // Members are remembered: only those that were not asked for before are computed.
  const asked = new Set<number>();
  return {
    ...family,
    at(parameter) {
      asked.add(parameter);
      if (line.isDue())
        line.write(`searching ${quoted(family.name)}: ${asked.size} curves in ${line.seconds.toFixed(0)} s`);
      return family.at(parameter);
    },
  };
}
