import type { BenchQuestion, GamesAsked, GamesPlayed } from '../question.ts';
import type { BenchFinding, BenchPlan } from './pieces.ts';

/** What a page asks of a worker. A newer question, or newer games, end the work on those before. */
export type BenchRequest =
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly question: BenchQuestion;
      /** Which pieces are wanted. */
      readonly pace: 'quick' | 'slow';
    }
  | { readonly kind: 'play'; readonly id: number; readonly games: GamesAsked }
  /** Nothing is asked any more. */
  | { readonly kind: 'drop'; readonly what: 'ask' | 'play' };

/** What a worker says; `id` is that of the request. */
export type BenchReply =
  | { readonly kind: 'plan'; readonly id: number; readonly plan: BenchPlan }
  | {
      readonly kind: 'found';
      readonly id: number;
      readonly key: string;
      readonly finding: BenchFinding;
    }
  | { readonly kind: 'played'; readonly id: number; readonly played: GamesPlayed }
  /** Everything that was asked is done. */
  | { readonly kind: 'idle'; readonly id: number }
  | { readonly kind: 'problem'; readonly id: number; readonly sentence: string };
