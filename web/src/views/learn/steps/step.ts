import type { BenchFigure } from '../../../../../src/bench/index.ts';
import type { ShownFigure } from '../shown.ts';
import type { StoryNumbers, StorySettings } from '../story.ts';

/** What a step of the story knows, and what it can do. */
export interface StoryTold {
  readonly numbers: StoryNumbers;
  readonly change: (change: Partial<StorySettings>) => void;
  /** What the figure shows, or would show at this step; null before that is known. */
  readonly shown: ShownFigure | null;
  readonly figure: BenchFigure | null;
  /** Tosses new coins. */
  readonly onCoins: () => void;
  /** Plays the games of the step anew. */
  readonly onPlay: () => void;
}
