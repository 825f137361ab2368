import { cellTasks, type GridCell, type SweepTask } from '../../../experiments/index.ts';
import { taskKey } from '../log.ts';
import type { Sweep } from '../run.ts';
import { type Shard, shardOf } from './shards.ts';

/** What is dealt over parts: a figure, its points and what is asked of them. */
export type DealtSweep = Pick<Sweep, 'figure' | 'cells' | 'settings'>;

/** The tasks of a point that rest on no others, and the place of the first among those of all points. */
interface PlacedTasks {
  readonly cell: GridCell;
  readonly tasks: readonly SweepTask[];
  readonly place: number;
  /** Whether a point before has the same tasks: points that differ in delta alone share their games. */
  readonly isShared: boolean;
}

/**
 * The tasks that can be done at once, point by point: games, or what a method proves where nothing is played.
 */
function placedTasks({ figure, cells, settings }: DealtSweep): PlacedTasks[] {
  // Points whose first tasks are equal have all tasks in common, so that one task stands for all of a point.
  const places = new Map<string, number>();
  let next = 0;
  return cells.map((cell) => {
    const tasks = cellTasks(figure, cell, settings, () => undefined);
    const name = JSON.stringify(tasks[0] ?? null);
    const place = places.get(name);
    if (place !== undefined) return { cell, tasks, place, isShared: true };
    places.set(name, next);
    next += tasks.length;
    return { cell, tasks, place: next - tasks.length, isShared: false };
  });
}

/** The tasks that can be done at once, each once, in the order in which they are dealt. */
export function tasksToDeal(asked: DealtSweep): SweepTask[] {
  return placedTasks(asked).flatMap(({ tasks, isShared }) => (isShared ? [] : tasks));
}

/**
 * What one part has to do: points whose tasks are all its own, which it follows to their end, and its own
 * tasks of points that are shared out.
 */
export function dealtTo({ i, n }: Shard, asked: DealtSweep): Required<Pick<Sweep, 'cells' | 'loose'>> {
  const cells: GridCell[] = [];
  const loose: SweepTask[] = [];
  for (const { cell, tasks, place, isShared } of placedTasks(asked)) {
    const own = tasks.filter((_, j) => shardOf(n, place + j) === i);
    if (tasks.length > 0 && own.length === tasks.length) cells.push(cell);
    else if (!isShared) loose.push(...own);
  }
  return { cells, loose };
}

/** What is missing of a sweep that was dealt over n parts. */
export interface DealtGaps {
  /** The tasks that each part lacks; parts that lack nothing are left out. */
  readonly parts: ReadonlyMap<number, number>;
  /** The points that lack a task. */
  readonly cells: readonly GridCell[];
  readonly tasks: number;
}

/** Looks for every dealt task by its key. */
export function dealtGaps(asked: DealtSweep, n: number, has: (key: string) => boolean): DealtGaps {
  const parts = new Map<number, number>();
  const cells: GridCell[] = [];
  const gapsAt = new Set<number>();
  let count = 0;
  for (const { cell, tasks, place, isShared } of placedTasks(asked)) {
    if (!isShared) {
      count += tasks.length;
      tasks.forEach((task, j) => {
        if (has(taskKey(asked.figure, task))) return;
        const part = shardOf(n, place + j);
        parts.set(part, (parts.get(part) ?? 0) + 1);
        gapsAt.add(place);
      });
    }
    if (tasks.length > 0 && gapsAt.has(place)) cells.push(cell);
  }
  return { parts: new Map([...parts].sort(([a], [b]) => a - b)), cells, tasks: count };
}
