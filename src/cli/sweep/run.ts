import {
  cellRows,
  cellTasks,
  type Figure,
  type GridCell,
  type ResultLookup,
  type SweepSettings,
  type SweepTask,
  taskSeconds,
} from '../../experiments/index.ts';
import type { FigureRow } from '../../figure-layout.ts';
import { clearProgress } from '../shell/progress.ts';
import { type SweepLog, taskKey } from './log.ts';
import { type Pool, THIS_THREAD } from './pool.ts';
import { SweepProgress } from './progress.ts';

/** A figure, the points of it that are wanted, and where they are logged. */
export interface Sweep {
  readonly figure: Figure;
  readonly cells: readonly GridCell[];
  readonly settings: SweepSettings;
  readonly log: SweepLog;
}

/** Looks up the results of tasks in the log of a sweep. */
export function loggedResults({ figure, log }: Pick<Sweep, 'figure' | 'log'>): ResultLookup {
  return (task) => log.get(taskKey(figure, task));
}

/** Whether everything about a point is there. */
export function isDone({ figure, settings }: Sweep, cell: GridCell, done: ResultLookup): boolean {
  const tasks = cellTasks(figure, cell, settings, done);
  return tasks.every((task) => task.kind === 'judge' && done(task) !== undefined);
}

/** Milliseconds between two updates of the progress while tasks run. */
const BEAT = 1000;

/** Seconds of work from which on threads are worth starting. */
const WORTH_THREADS = 0.5;

/**
 * Runs the tasks that are not in the log, longest first, and logs each result at once. Returns how many there
 * were.
 */
export async function runSweep(sweep: Sweep, pool: () => Promise<Pool>, what: string): Promise<number> {
  const { figure, cells, settings, log } = sweep;
  const done = loggedResults(sweep);
  const ahead = workAhead(sweep, done);
  const progress = new SweepProgress(what, ahead);
  let count = 0;
  // What is proved about a point is computed from its games, so a second round has tasks that the first made
  // possible.
  for (;;) {
    const tasks = new Map<string, SweepTask>();
    for (const cell of cells)
      for (const task of cellTasks(figure, cell, settings, done)) {
        const key = taskKey(figure, task);
        if (log.get(key) === undefined) tasks.set(key, task);
      }
    if (tasks.size === 0) break;
    const queue = [...tasks].sort((a, b) => taskSeconds(figure, b[1]) - taskSeconds(figure, a[1]));
    const { run, size } = ahead < WORTH_THREADS ? THIS_THREAD : await pool();
    const worker = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [key, task] = next;
        log.add(key, task, await run(figure, task));
        count++;
        progress.tick(taskSeconds(figure, task));
      }
    };
    // Tasks may be long, so progress is updated between their ends too.
    const beat = setInterval(() => progress.tick(0), BEAT);
    try {
      await Promise.all(Array.from({ length: size }, worker));
    } finally {
      clearInterval(beat);
      // Where one task failed, the other workers finish theirs and begin no new one.
      queue.length = 0;
      clearProgress();
    }
  }
  return count;
}

/** The rows of all points, in the order of the grid. */
export function sweepRows(sweep: Sweep): FigureRow[] {
  const done = loggedResults(sweep);
  return sweep.cells.flatMap((cell) => cellRows(sweep.figure, cell, sweep.settings, done));
}

/** Rough seconds of what is to be done, judging after games included. */
function workAhead({ figure, cells, settings }: Sweep, done: ResultLookup): number {
  let seconds = 0;
  const seen = new Set<string>();
  for (const cell of cells) {
    const tasks = cellTasks(figure, cell, settings, done);
    for (const task of tasks) {
      const key = taskKey(figure, task);
      if (done(task) !== undefined || seen.has(key)) continue;
      seen.add(key);
      seconds += taskSeconds(figure, task);
    }
    if (tasks[0]?.kind === 'games')
      for (const method of figure.methods(cell, settings.methods))
        seconds += 3 * figure.seconds(cell, method);
  }
  return seconds;
}
