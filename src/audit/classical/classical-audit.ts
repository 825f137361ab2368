import type { Family, TradeOff } from '../../claims/index.ts';
import { asOneGame } from '../runs/single-canaries.ts';
import { errorsAt } from './choose-threshold.ts';
import type { ClassicalAudit } from './classical-result.ts';
import { classicalEpsilons, errorsPValue, errorsRefute } from './curve-test.ts';
import { type Errors, errorLimits, withoutErrors } from './error-limits.ts';
import type { ThresholdDesign } from './threshold-design.ts';

/** What the classical audit is asked. */
interface ClassicalQuestion {
  readonly lowerIsIn: boolean;
  readonly tau: number;
  readonly claim: TradeOff | null;
  readonly families: readonly Family[];
  readonly delta: number;
}

/** The classical audit, at significance tau. */
export function classicalAudit(
  { threshold, chosenBy, choosingRuns, tested }: ThresholdDesign,
  { lowerIsIn, tau, claim, families, delta }: ClassicalQuestion,
): ClassicalAudit {
  const { scores } = asOneGame(tested);
  const errors = errorsAt(scores, { threshold, lowerIsIn });
  const { alpha, beta } = errorLimits(errors, tau);
  return {
    threshold,
    chosenBy,
    choosingRuns,
    tau,
    falsePositives: { ...errors.falsePositives, limit: alpha },
    falseNegatives: { ...errors.falseNegatives, limit: beta },
    results: families.flatMap((family) => classicalEpsilons(errors, family, tau, [delta])),
    ...(claim === null ? { pValue: null, refuted: null } : testOf(errors, claim, tau)),
    refutable: claim === null ? null : errorsRefute(withoutErrors(errors), claim, tau),
  };
}

function testOf(errors: Errors, claim: TradeOff, tau: number): { pValue: number; refuted: boolean } {
  const refuted = errorsRefute(errors, claim, tau);
  const found = errorsPValue(errors, claim);
  // The p-value is found by search; the test itself decides.
  return { refuted, pValue: refuted ? Math.min(found, tau) : found <= tau ? tau * (1 + 1e-12) : found };
}
