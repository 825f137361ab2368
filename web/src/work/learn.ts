import { type BestCuts, type BestCutsAsked, bestCuts } from '../../../src/bench/index.ts';
import { type Plan, plan } from '../../../src/index.ts';

/** What choosing cuts after looking does to false alarms. */
export function chosenAfterLooking(asked: BestCutsAsked): BestCuts {
  return bestCuts(asked);
}

export interface RunsAsked {
  readonly m: number;
  readonly runs: number;
  readonly claim: string;
  /** The mechanism that is to be caught. */
  readonly violation: string;
  readonly tau: number;
  readonly delta: number;
}

/** What so many runs, audited together, are likely to catch. */
export function runsTogether(asked: RunsAsked): Plan {
  return plan(asked);
}
