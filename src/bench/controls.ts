import type { CutName } from './cuts.ts';
import type { BenchState, Looked } from './state.ts';

/** What gestures and buttons do with the figure. */
export interface BenchControls {
  readonly state: BenchState;
  moveCut(which: CutName, to: number): void;
  stepCut(which: CutName, steps: number): void;
  /** Goes back to what was fixed in advance. */
  goBack(): void;
  look(looked: Looked | null): void;
  setLog(isLog: boolean): void;
  /** Plays games with one of the source's truths. */
  play(truth: number, games: number): void;
  playAgain(truth: number): void;
}
