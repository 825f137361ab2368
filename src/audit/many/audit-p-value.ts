import { BOUNDS } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { binomialTail } from '../../numerics/index.ts';
import { METHODS } from '../../types.ts';
import { errorsPValue } from '../classical/curve-test.ts';
import { withoutErrors } from '../classical/error-limits.ts';
import { allRight } from '../epsilon/empirical.ts';
import { resolveClaim } from '../resolve-claim.ts';
import type { AuditFindings, AuditResult, AuditTest } from '../result.ts';
import { timesUp } from './adjust-p-values.ts';

/**
 * The p-value that decides a whole audit: at most its tau where the claim is refuted, and above it where not;
 * null where no claim was tested.
 *
 * All methods bound the same tail probability of the same count, so that the smallest of their p-values is as
 * valid as each. Numbers of guesses, and the classical test beside them, share the significance evenly: the
 * p-value of each counts as often as there are shares (Bonferroni). It is valid at every level, since tau
 * decides nothing here but a number of guesses that was planned without a look at the scores.
 */
export function auditPValue(result: AuditResult): number | null {
  const { tests, tau, refuted } = result;
  if (tests.length === 0 || refuted === null) return null;
  const smallest = Math.min(1, ...tests.map((test) => timesUp(test.pValue, sharesOf(result, test))));
  // The tests themselves decide; a product may differ from their decision by its rounding.
  if (refuted) return Math.min(smallest, tau);
  return smallest > tau ? smallest : tau * (1 + 1e-12);
}

/** The smallest p-value that the same design could have had, with every guess right; null without a test. */
export function leastPValue(result: AuditResult): number | null {
  const { tests, claim, game } = result;
  if (tests.length === 0 || claim === null) return null;
  const curve = resolveClaim(claim.stated, game).tested;
  const least = tests.map((test) => timesUp(leastOf(result, test, curve), sharesOf(result, test)));
  return Math.min(1, ...least);
}

function leastOf({ runs, classical }: AuditFindings, test: AuditTest, curve: TradeOff): number {
  if (test.perRun !== undefined) return binomialTail(runs.length, test.perRun, runs.length);
  if (classical !== undefined && test.method === 'classical')
    return errorsPValue(withoutErrors(classical), curve);
  const method = METHODS.find((name) => name === test.method);
  const seen = runs[0].observations.find(({ guesses }) => guesses === test.guesses);
  if (method === undefined || seen === undefined) return 1;
  // With every guess right the optimal test is the paper's, which needs no search for a proof.
  return BOUNDS[method === 'optimal' ? 'paper' : method].pValue(allRight(seen), curve);
}

/** In how many even parts the significance was shared, where a test has one of them. */
function sharesOf({ tau, tauEach, classical }: AuditFindings, { method }: AuditTest): number {
  const own = method === 'classical' && classical !== undefined ? classical.tau : tauEach;
  return Math.round(tau / own);
}
