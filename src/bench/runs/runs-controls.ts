import type { RunsDrawing } from './runs-drawing.ts';
import type { RunsSource } from './runs-source.ts';
import type { LookedRun } from './runs-words.ts';

/** What gestures know of the figure, and do with it. */
export interface RunsControls {
  readonly source: RunsSource;
  readonly drawing: RunsDrawing;
  look(looked: LookedRun | null, isSaid: boolean): void;
  canOpen(row: number): boolean;
  open(row: number): void;
}

/** What listens to the figure, and the elements that it keeps in place. */
export interface RunsGestures {
  place(): void;
}
