import { buckets } from './buckets.ts';
import { cifar10 } from './cifar10.ts';
import { deltas } from './deltas.ts';
import { dpsgd } from './dpsgd.ts';
import { gaussian } from './gaussian.ts';
import { guesses } from './guesses.ts';
import { runs } from './runs.ts';
import type { Figure } from './sweep.ts';

export { checkAxes } from './axes.ts';
export type { RecordedRun } from './cifar10.ts';
export { type Cell, cellsOf, type Figure, type Grid } from './sweep.ts';
export {
  bytesOf,
  type Done,
  type Result,
  rowsOf,
  runTask,
  type Settings,
  secondsOf,
  type Task,
  tasksOf,
} from './tasks.ts';

/** The paper's figures, and ours. */
export const FIGURES: readonly Figure[] = [gaussian, guesses, buckets, deltas, cifar10, runs, dpsgd];
