import { bucketsFigure } from './buckets.ts';
import { cifar10Figure } from './cifar10.ts';
import { deltasFigure } from './deltas.ts';
import { dpsgdFigure } from './dpsgd.ts';
import { evidenceFigure } from './evidence/evidence.ts';
import { gaussianFigure } from './gaussian.ts';
import { guessesFigure } from './guesses.ts';
import { powerFigure } from './power/power.ts';
import { runsFigure } from './runs.ts';
import type { Figure } from './sweep.ts';

export { checkAxes } from './axes.ts';
export type { RecordedRun } from './cifar10.ts';
export { type Figure, type Grid, type GridCell, gridCells } from './sweep.ts';
export {
  cellRows,
  cellTasks,
  type ResultLookup,
  runTask,
  type SweepSettings,
  type SweepTask,
  type TaskResult,
  taskBytes,
  taskSeconds,
} from './tasks.ts';

/**
 * The paper's figures and ours, in the order in which they are drawn. A new figure is one file and one line
 * here.
 */
export const FIGURES: readonly Figure[] = [
  gaussianFigure,
  guessesFigure,
  bucketsFigure,
  deltasFigure,
  cifar10Figure,
  runsFigure,
  dpsgdFigure,
  evidenceFigure,
  powerFigure,
];
