import { InvalidInput } from '../../errors.ts';

/**
 * What is known of a run, or of a round: it was started (null), or it showed something. For each number of
 * guesses, the chance that each bet's number of right guesses was reached: 0 or 1 unless equal scores left a
 * choice.
 */
export interface LedgerEvent {
  /** Counted in the order in which runs began. */
  readonly run: number;
  readonly reached: readonly (readonly number[])[] | null;
  /** It was begun with coins that were committed to; the place of all others rests on the user's word. */
  readonly started?: true;
  /** Added in one call with the run before: the evidence is looked at after both. */
  readonly together?: true;
}

/** Runs after which the evidence is looked at. */
export type LedgerStep = readonly LedgerEvent[];

/** The runs in the order in which they began, with the last that is known of each. */
export function stepsOf(events: readonly LedgerEvent[]): LedgerStep[] {
  return inSteps([...new Map(events.map((each) => [each.run, each])).values()]);
}

/** Those of one call together. */
export function inSteps<T extends { readonly together?: true }>(list: readonly T[]): T[][] {
  const steps: T[][] = [];
  for (const each of list) {
    const open = each.together === undefined ? undefined : steps.at(-1);
    if (open === undefined) steps.push([each]);
    else open.push(each);
  }
  return steps;
}

/** What the place of runs that were not started rests on: the file cannot show it. Null where all were. */
export function orderStated(runs: readonly { readonly started?: boolean }[]): string | null {
  if (runs.every(({ started }) => started)) return null;
  return 'added in the order in which they were made, none chosen after a look';
}

/** Throws unless runs are numbered in the order in which they are started, and each shows something last. */
export function checkRunOrder(records: readonly { readonly run: number; readonly shows: boolean }[]): void {
  const known = new Map<number, boolean>();
  for (const { run, shows } of records) {
    const shown = known.get(run);
    const inOrder = shown === undefined ? run === known.size + 1 : !shown;
    if (!inOrder)
      throw new InvalidInput(`invalid run ${run}; runs are numbered as they start, and added once`);
    known.set(run, shows);
  }
}
