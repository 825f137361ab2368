import {
  cellRows,
  cellTasks,
  FIGURES,
  type Grid,
  gridCells,
  runTask,
  type SweepTask,
  type TaskResult,
} from '../../src/experiments/index.ts';
import type { FigureRow } from '../../src/figure-layout.ts';
import { METHODS } from '../../src/types.ts';

/** All rows of a figure that is played, without workers or a log. */
export function playedFigure(
  name: string,
  { changes, games, seed = '0' }: { changes: Grid; games: number; seed?: string },
): FigureRow[] {
  const figure = FIGURES.find((one) => one.name === name);
  if (figure === undefined) throw new Error(name);
  const settings = { methods: METHODS, optimalUpTo: 1e5, simulate: { games, seed }, changes };
  const results = new Map<string, TaskResult>();
  const done = (task: SweepTask) => results.get(JSON.stringify(task));
  const cells = gridCells(figure, changes);
  for (let round = 0; round < 2; round++)
    for (const cell of cells)
      for (const task of cellTasks(figure, cell, settings, done))
        if (done(task) === undefined) results.set(JSON.stringify(task), runTask(figure, task));
  return cells.flatMap((cell) => cellRows(figure, cell, settings, done));
}
