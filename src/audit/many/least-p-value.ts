import { BOUNDS } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { binomialTail } from '../../numerics/index.ts';
import { METHODS } from '../../types.ts';
import { errorsPValue } from '../classical/curve-test.ts';
import { withoutErrors } from '../classical/error-limits.ts';
import { timesUp } from '../conclusion.ts';
import { allRight } from '../epsilon/empirical.ts';
import { resolveClaim } from '../resolve-claim.ts';
import type { AuditResult, AuditTest } from '../result.ts';

/** The smallest p-value that the same design could have had, with every guess right; null without a test. */
export function leastPValue(result: AuditResult): number | null {
  const { tests, claim, game, tau } = result;
  if (tests.length === 0 || claim === null) return null;
  const curve = resolveClaim(claim.stated, game).tested;
  const least = tests.map((test) => timesUp(leastOf(result, test, curve), Math.round(tau / test.level)));
  return Math.min(1, ...least);
}

function leastOf({ runs, classical }: AuditResult, test: AuditTest, curve: TradeOff): number {
  if (test.perRun !== undefined) return binomialTail(runs.length, test.perRun, runs.length);
  if (classical !== undefined && test.method === 'classical')
    return errorsPValue(withoutErrors(classical), curve);
  const method = METHODS.find((name) => name === test.method);
  const seen = runs[0].observations.find(({ guesses }) => guesses === test.guesses);
  if (method === undefined || seen === undefined) return 1;
  // With every guess right the optimal test is the paper's, which needs no search for a proof.
  return BOUNDS[method === 'optimal' ? 'paper' : method].pValue(allRight(seen), curve);
}
