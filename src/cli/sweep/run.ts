import {
  cellRows,
  cellTasks,
  type Figure,
  type GridCell,
  type ResultLookup,
  type SweepSettings,
  type SweepTask,
  type TaskResult,
  taskSeconds,
} from '../../experiments/index.ts';
import type { FigureRow } from '../../figure-layout.ts';
import { clearProgress } from '../shell/progress.ts';
import type { Engine, Task, TaskEnd, TaskFailure } from '../tasks/task.ts';
import type { SweepLog } from './log.ts';
import type { SweepProgress } from './progress.ts';
import { engineTask, taskKey } from './sweep-work.ts';

/** A figure, the points of it that are wanted, and where they are logged. */
export interface Sweep {
  readonly figure: Figure;
  readonly cells: readonly GridCell[];
  /** The tasks of one part. What rests on those of several parts is done where the parts are merged. */
  readonly own?: readonly SweepTask[];
  readonly settings: SweepSettings;
  readonly log: SweepLog;
}

/** Looks up the results of tasks in the log of a sweep. */
function loggedResults({ figure, log }: Pick<Sweep, 'figure' | 'log'>): ResultLookup {
  return (task) => log.get(taskKey(figure, task));
}

/** Milliseconds between two updates of the progress while tasks run. */
const BEAT = 1000;

/** What a sweep came to: how many tasks were done now, and those that failed for good. */
export interface SweepEnd {
  readonly computed: number;
  readonly failures: readonly TaskFailure[];
}

/** What can be done now: of a part its own tasks, of a whole sweep also what earlier tasks made possible. */
function tasksNow({ figure, cells, own, settings }: Sweep, done: ResultLookup): readonly SweepTask[] {
  return own ?? cells.flatMap((cell) => cellTasks(figure, cell, settings, done));
}

/** Runs the tasks that are not in the log and logs each result at once. */
export async function runSweep(sweep: Sweep, engine: Engine, progress: SweepProgress): Promise<SweepEnd> {
  const { figure, log } = sweep;
  const done = loggedResults(sweep);
  progress.begin(workAhead(sweep, done));
  const failures = new Map<string, TaskFailure>();
  let computed = 0;
  // What is proved about a point is computed from its games, so a second round has tasks that the first made
  // possible.
  for (;;) {
    const tasks = new Map<string, Task>();
    for (const task of tasksNow(sweep, done)) {
      const key = taskKey(figure, task);
      if (!log.has(key) && !failures.has(key))
        tasks.set(key, engineTask(figure, task, taskSeconds(figure, task)));
    }
    if (tasks.size === 0) break;
    const keep = (ends: readonly TaskEnd[]) => {
      for (const end of ends)
        if ('error' in end) failures.set(end.task.key, end);
        else log.add(end.task.key, end.task.data.task, end.result as TaskResult);
      log.sync();
      computed += ends.length;
      progress.took(ends);
    };
    // Tasks may be long, so progress is updated between their ends too.
    const beat = setInterval(() => progress.tick(), BEAT);
    try {
      await engine.run([...tasks.values()], keep, (workers) => progress.sees(workers));
    } finally {
      clearInterval(beat);
      clearProgress();
    }
  }
  return { computed: computed - failures.size, failures: [...failures.values()] };
}

/** The rows of all points, in the order of the grid. */
export function sweepRows(sweep: Sweep): FigureRow[] {
  const done = loggedResults(sweep);
  return sweep.cells.flatMap((cell) => cellRows(sweep.figure, cell, sweep.settings, done));
}

/** Rough seconds of what is to be done, judging after games included. */
function workAhead(sweep: Sweep, done: ResultLookup): number {
  const { figure, cells, own, settings } = sweep;
  const ahead = new Map(tasksNow(sweep, done).map((task) => [taskKey(figure, task), task]));
  let seconds = 0;
  for (const task of ahead.values()) if (done(task) === undefined) seconds += taskSeconds(figure, task);
  for (const cell of own === undefined ? cells : [])
    if (cellTasks(figure, cell, settings, done)[0]?.kind === 'games')
      for (const method of figure.methods(cell, settings.methods))
        seconds += 3 * figure.seconds(cell, method);
  return seconds;
}
