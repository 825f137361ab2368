import { type Bound, boundNamed } from '../bounds/index.ts';
import { parseClaim, printClaim, type TradeOff, tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkDelta, checkTau, USUAL_DELTA, USUAL_TAU } from '../levels.ts';
import { observationOf } from '../observation.ts';
import { type BoundName, type Claim, type Counts, METHODS, type Observation, type Scores } from '../types.ts';
import { pointsTheOtherWay } from './checks/direction.ts';
import { stands } from './conclusion.ts';
import { modelOf } from './plan/model.ts';
import { attackOn, type JudgedDesign, standingOf } from './plan/standing.ts';
import { violationOrNull } from './plan/violation.ts';
import type { Standing } from './records.ts';
import { remembered } from './remember.ts';
import { exchangeCurve } from './resolve-claim.ts';
import type { AuditOutcome } from './result.ts';

export interface VerdictOptions {
  readonly tau?: number;
  /** The delta at which the claim's own epsilon is wanted. */
  readonly delta?: number;
  readonly methods?: readonly BoundName[];
}

export interface ClaimTest {
  readonly method: BoundName;
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
  /** `could-not-have-noticed` also where nothing is known of the curve but its values. */
  readonly outcome: AuditOutcome;
  /** What "not refuted" is worth in this design; null where that is not known. */
  readonly standing: Standing | null;
  /** How the attack did beside the best one on the claim, and its power: estimates. */
  readonly attack: { readonly strength: number | null; readonly power: number | null };
  readonly tests: readonly ClaimTest[];
  /** Why a method was left out, or how the claim was understood. */
  readonly notes: readonly string[];
}

/** The tests of a claim, before their outcome is known. */
export type ClaimTests = Omit<ClaimVerdict, 'outcome' | 'standing' | 'attack'>;

/**
 * Tests one claim against the counts of one game.
 *
 * @example
 * const { outcome, tests } = verdict({ m: 1000, correct: 691 }, 'gaussian(sigma=4)');
 */
export function verdict(
  counts: Counts,
  claim: Claim | TradeOff | string,
  options: VerdictOptions = {},
): ClaimVerdict {
  const tested = claimTests(counts, claim, options);
  const observation = observationOf(counts);
  const { tau, refuted, tests } = tested;
  const { methods = METHODS } = options;
  const isFree = tests.some(({ method, refuted: decides }) => decides && method !== 'independent');
  const judges = isFree ? methods.filter((name) => name !== 'independent') : methods;
  const design = designOfCounts(observation, tested.claim, tau, judges);
  const standing = design === null ? null : standingOf(design);
  const attack =
    design === null || standing === null ? null : attackOn(design, standing, observation.correct);
  return {
    ...tested,
    outcome: refuted
      ? 'refuted'
      : standing !== null && stands(standing, observation.correct)
        ? 'not-refuted'
        : 'could-not-have-noticed',
    standing,
    attack: { strength: attack?.strength ?? null, power: attack?.power ?? null },
  };
}

/**
 * The design behind counts; null where its mechanism is not known. The claim is taken as one about the game's
 * own neighbours, or for an audit of candidates as what it implies for them.
 */
export function designOfCounts(
  { m, k, guesses, sides }: Omit<Observation, 'correct'>,
  name: string,
  tau: number,
  judges: readonly BoundName[],
  kind: Scores['kind'] = 'membership',
): JudgedDesign | null {
  try {
    const isMapped = kind === 'reconstruction';
    const claim = k === 2 || isMapped ? name : printClaim({ ...parseClaim(name), relation: 'replace' });
    return {
      game: k === 2 && !isMapped ? { kind: 'membership', m, k, sides } : { kind: 'reconstruction', m, k },
      guesses,
      tested: isMapped ? exchangeCurve(tradeOff(claim)) : tradeOff(claim),
      model: modelOf(claim),
      violation: violationOrNull(claim),
      runs: 1,
      tau,
      judges,
    };
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
}

/** Tests one claim against the counts of one game. */
export function claimTests(
  counts: Counts,
  claim: Claim | TradeOff | string,
  { tau = USUAL_TAU, delta = USUAL_DELTA, methods = METHODS }: VerdictOptions = {},
): ClaimTests {
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
  for (const method of methods) {
    const bound = boundNamed(method);
    const whyNot = bound.whyNot(observation, f);
    if (whyNot !== null) {
      notes.push(`${whyNot}: left out`);
      continue;
    }
    const key = JSON.stringify([method, observation, tau]);
    tests.push(remembered(f, `test ${key}`, () => testClaim(bound, observation, f, tau)));
    const remark = bound.remark?.(observation, f) ?? null;
    if (remark !== null) notes.push(`${method}: ${remark}`);
  }
  return {
    claim: f.name,
    claimEpsilon: f.epsilon(delta),
    delta,
    tau,
    refuted: tests.some((test) => test.refuted),
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
