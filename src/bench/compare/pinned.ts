import type { BenchAnswer } from '../question.ts';
import { type BenchState, isCurrent } from '../state.ts';

/** A state of the figure that was kept, with a name. */
export interface PinnedState {
  readonly name: string;
  readonly state: BenchState;
}

/** What is known about the cuts as they stand; an answer about other cuts is none. */
export function currentAnswer(state: BenchState): BenchAnswer | null {
  return isCurrent(state) ? state.answer : null;
}

/** The letter by which drawings name a state: A, B, C and so on. */
export function stateLetter(i: number): string {
  return i < 26 ? String.fromCharCode(65 + i) : String(i + 1);
}
