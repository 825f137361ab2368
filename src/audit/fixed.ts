/** Where a choice that was made in advance stands, as the caller knows it. */
import type { FixedInAdvance } from './records.ts';
export type FixedSource = 'plan' | 'manifest' | 'stated';

/** The choices whose sources a caller may know. */
export type FixedSources = Readonly<Partial<Record<'guesses' | 'atLeast' | 'runs', FixedSource>>>;

/**
 * A choice, and where it stands. `planned`: the audit planned it from the number of canaries and the claim
 * alone, which is as good. `counted`: as many as were handed in; that it was fixed rests on their word.
 */
export interface FixedChoice<T> {
  readonly value: T;
  readonly from: FixedSource | 'planned' | 'counted';
}

export function fixedInAdvance(
  runs: number,
  budgets: readonly number[],
  given: {
    readonly guesses?: readonly number[];
    readonly atLeast?: number;
    readonly fixedBy?: FixedSources;
  },
): FixedInAdvance {
  const { guesses, atLeast, fixedBy = {} } = given;
  return {
    guesses: {
      value: budgets,
      from: guesses === undefined ? 'planned' : (fixedBy.guesses ?? 'stated'),
    },
    atLeast:
      runs === 1 || atLeast === undefined ? null : { value: atLeast, from: fixedBy.atLeast ?? 'stated' },
    runs: { value: runs, from: fixedBy.runs ?? 'counted' },
  };
}
