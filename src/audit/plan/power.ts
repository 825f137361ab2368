import { InvalidInput } from '../../errors.ts';
import type { AuditOptions } from '../options.ts';
import type { AuditedClaim } from '../result.ts';
import { powerAt, powerOfRuns } from './choice.ts';
import { MOST_RUNS } from './request.ts';
import { type EnoughCanaries, enoughCanaries, USUAL_POWER } from './sizes/enough.ts';
import type { SizelessOptions } from './sizes/grid.ts';
import { violationOf } from './violation.ts';

/** A design to be judged: of one run or several, with one number of guesses or several. */
export interface JudgedDesign {
  readonly claim: string;
  readonly m: number;
  readonly k: number;
  readonly budgets: readonly number[];
  readonly runs: number;
  readonly tau: number;
}

/** How likely a design is to catch the violation, with the best attack on canaries that do not interact. */
export function powerOfDesign(
  { claim, m, budgets, runs, tau }: JudgedDesign,
  { violation: stated, model, sides, atLeast }: AuditOptions,
): AuditedClaim['power'] {
  // More runs than are planned are audited all the same; their power is not worked out.
  if (runs > MOST_RUNS) return null;
  try {
    const violation = violationOf(claim, stated, model);
    const design = { m, claim, violation, tau, ...(sides === undefined ? {} : { sides }) };
    const powers = budgets.map((guesses) =>
      runs > 1 && atLeast !== undefined
        ? powerOfRuns({ ...design, runs }, guesses, atLeast)
        : powerAt({ ...design, guesses }),
    );
    return { violation, probability: Math.max(...powers) };
  } catch (error) {
    // A claim without a usual violation, or with one that has no curve: then there is no number to give.
    if (error instanceof InvalidInput && stated === undefined) return null;
    throw error;
  }
}

/** Below this power a pass says little. */
const LITTLE = 0.8;

/**
 * How many canaries would be enough, where the design could not have refuted the claim or was unlikely to;
 * null where it was likely enough, or where nothing is known.
 */
export function enoughInstead(
  { claim, k, runs, tau }: JudgedDesign,
  refutable: boolean,
  power: AuditedClaim['power'],
  { violation, model, sides, requirePower }: AuditOptions,
): EnoughCanaries | null {
  const wanted = Math.max(LITTLE, requirePower ?? 0);
  if (refutable && (power === null || power.probability >= wanted)) return null;
  const design: SizelessOptions = {
    claim,
    tau,
    ...(k === 2 ? {} : { k }),
    ...(runs === 1 ? {} : { runs }),
    ...(violation === undefined ? {} : { violation }),
    ...(model === undefined ? {} : { model }),
    ...(sides === undefined ? {} : { sides }),
  };
  const missed =
    requirePower !== undefined && requirePower < 1 && !((power?.probability ?? 0) >= requirePower);
  return enoughCanaries(missed ? requirePower : USUAL_POWER, design);
}
