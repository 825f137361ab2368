import { InvalidInput } from '../../errors.ts';
import type { MembershipScores } from '../../types.ts';
import type { AuditOptions } from '../options.ts';
import { type AuditRun, namedRuns } from '../runs/plain.ts';
import { asOneGame, type SingleRun } from '../runs/single-canaries.ts';
import { checkOtherRuns } from '../runs/single-evidence.ts';
import { bestThreshold } from './choose-threshold.ts';
import type { ThresholdSource } from './classical-result.ts';

/** A threshold, and the runs that are tested with it. */
export interface ThresholdDesign {
  readonly threshold: number;
  readonly chosenBy: ThresholdSource;
  /** How many runs chose it. */
  readonly choosingRuns: number;
  readonly tested: readonly SingleRun[];
}

/** How a threshold may be stated. */
type ThresholdOptions = Pick<AuditOptions, 'threshold' | 'thresholdRuns' | 'thresholdFrom' | 'lowerIsIn'>;

const WAYS = ['threshold', 'thresholdRuns', 'thresholdFrom'] as const;

/** Whether a threshold is stated, or runs that choose one. */
export function statesThreshold(options: ThresholdOptions): boolean {
  return WAYS.some((way) => options[way] !== undefined);
}

/** The threshold of the classical test, never chosen by runs that are tested with it. */
export function thresholdDesign(
  runs: readonly SingleRun[],
  options: ThresholdOptions,
  tau: number,
): ThresholdDesign {
  const { threshold, thresholdRuns, thresholdFrom, lowerIsIn = false } = options;
  const stated = WAYS.filter((way) => options[way] !== undefined);
  if (stated.length > 1)
    throw new InvalidInput('invalid threshold; it is stated, or chosen by some runs: say one', stated);
  if (threshold !== undefined) {
    if (!Number.isFinite(threshold))
      throw new InvalidInput(`invalid threshold; must be a finite number: ${threshold}`);
    return { threshold, chosenBy: 'stated', choosingRuns: 0, tested: runs };
  }
  const choose = (from: MembershipScores) => bestThreshold(from, lowerIsIn, tau);
  if (thresholdRuns !== undefined) {
    if (!(Number.isSafeInteger(thresholdRuns) && thresholdRuns >= 1 && thresholdRuns < runs.length))
      throw new InvalidInput(
        `invalid threshold-runs; must be a whole number from 1 to one less than the runs (${runs.length}): ${thresholdRuns}`,
      );
    const chosen = membershipOf(asOneGame(runs.slice(0, thresholdRuns)));
    const tested = runs.slice(thresholdRuns);
    return { threshold: choose(chosen), chosenBy: 'first-runs', choosingRuns: thresholdRuns, tested };
  }
  const others = namedRuns(thresholdFrom ?? []);
  checkOtherRuns(others, runs);
  return {
    threshold: choose(joined(others)),
    chosenBy: 'other-runs',
    choosingRuns: others.length,
    tested: runs,
  };
}

/** The scores of all runs one after the other. */
function joined(runs: readonly AuditRun[]): MembershipScores {
  const all = runs.map(membershipOf);
  return {
    kind: 'membership',
    scores: Float64Array.from(all.flatMap(({ scores }) => [...scores])),
    included: Uint8Array.from(all.flatMap(({ included }) => [...included])),
  };
}

function membershipOf({ input, scores }: AuditRun): MembershipScores {
  if (scores.kind === 'membership') return scores;
  throw new InvalidInput(`invalid runs to choose a threshold; ${input.name} holds no scores of canaries`);
}
