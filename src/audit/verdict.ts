import { BOUNDS, type Bound } from '../bounds/index.ts';
import type { TradeOff } from '../claims/index.ts';
import { tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkDelta, checkTau } from '../levels.ts';
import { observationOf } from '../observation.ts';
import { type Claim, type Counts, METHODS, type Method, type Observation } from '../types.ts';
import { pointsTheOtherWay } from './checks/direction.ts';
import { allRight } from './epsilon/empirical.ts';
import { remembered } from './remember.ts';

export interface VerdictOptions {
  readonly tau?: number;
  /** The delta at which the claim's own epsilon is wanted. */
  readonly delta?: number;
  readonly methods?: readonly Method[];
}

export interface ClaimTest {
  readonly method: Method;
  /** Valid at every level at once; the smallest positive number where it underflows. */
  readonly pValue: number;
  /** pValue <= tau. */
  readonly refuted: boolean;
}

export interface ClaimVerdict {
  readonly claim: string;
  /** The claim's own epsilon at delta; Infinity where it has none. */
  readonly claimEpsilon: number;
  readonly delta: number;
  readonly tau: number;
  /**
   * Whether any method refutes the claim. All of them bound the same tail probability of the same count, so
   * the smallest of their p-values is as valid as each.
   */
  readonly refuted: boolean;
  /** Whether this design could have refuted the claim at all, had every guess been right. */
  readonly refutable: boolean;
  readonly tests: readonly ClaimTest[];
  /** Why a method was left out, or how the claim was understood. */
  readonly notes: readonly string[];
}

/**
 * Tests one claim against the counts of one game.
 *
 * @example
 * const { refuted, tests } = verdict({ m: 1000, correct: 691 }, 'gaussian(sigma=4)');
 */
export function verdict(
  counts: Counts,
  claim: Claim | TradeOff | string,
  { tau = 0.05, delta = 1e-5, methods = METHODS }: VerdictOptions = {},
): ClaimVerdict {
  const observation = observationOf(counts);
  checkTau(tau);
  checkDelta(delta);
  if (methods.length === 0) throw new InvalidInput('invalid methods; name at least one');
  const f = typeof claim === 'string' || !('fBar' in claim) ? tradeOff(claim) : claim;
  const tests: ClaimTest[] = [];
  const notes: string[] = f.note === undefined ? [] : [f.note];
  if (pointsTheOtherWay(observation) !== null)
    notes.push(
      'far fewer guesses are right than blind guessing gets: if all were made, they seem to point the other way, and counting them the other way round is a second test, to be made at half of tau',
    );
  let refutable = false;
  for (const method of methods) {
    const bound = BOUNDS[method];
    const whyNot = bound.whyNot(observation, f);
    if (whyNot !== null) {
      notes.push(`${whyNot}: left out`);
      continue;
    }
    const key = JSON.stringify([method, observation, tau]);
    tests.push(remembered(f, `test ${key}`, () => testClaim(bound, observation, f, tau)));
    const remark = bound.remark?.(observation, f) ?? null;
    if (remark !== null) notes.push(`${method}: ${remark}`);
    const best = allRight(observation);
    refutable ||= remembered(f, JSON.stringify(['rejects', method, best, tau]), () =>
      bound.rejects(best, f, tau),
    );
  }
  return {
    claim: f.name,
    claimEpsilon: f.epsilon(delta),
    delta,
    tau,
    refuted: tests.some((test) => test.refuted),
    refutable,
    tests,
    notes,
  };
}

function testClaim(bound: Bound, observation: Observation, f: TradeOff, tau: number): ClaimTest {
  const pValue = bound.pValue(observation, f);
  // Well away from tau the p-value decides; near it, the test itself.
  const near = Math.abs(pValue - tau) < 1e-6 * tau;
  const refuted = near ? bound.rejects(observation, f, tau) : pValue <= tau;
  // Both are found by search; within its tolerance around tau they are made to agree, the decision leading.
  const agreed = refuted ? Math.min(pValue, tau) : pValue <= tau ? tau * (1 + 1e-12) : pValue;
  return { method: bound.method, pValue: agreed, refuted };
}
