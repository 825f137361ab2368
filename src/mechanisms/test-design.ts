import { plannedGuesses } from '../audit/index.ts';
import { BOUNDS, type Bound, checkTau } from '../bounds/index.ts';
import { parseClaim, type TradeOff, toReplace, tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkObservation } from '../observation.ts';
import { quoted } from '../quote.ts';
import { METHODS, type Observation } from '../types.ts';

export interface TestDesignOptions {
  /** Canaries, or buckets of candidates. */
  readonly m: number;
  /** Options per canary: 2 is in or out. */
  readonly k?: number;
  /** A true claim is refuted with at most this probability. */
  readonly tau?: number;
  /** How many guesses the attack makes; planned from the canaries and the claim alone unless stated. */
  readonly guesses?: number;
  /** The mechanism that the plan is made for; by default the claim's usual one. It never affects what a refutation means. */
  readonly model?: string;
  /** What the plan is made against; by default half the noise, of a guarantee twice the epsilon. */
  readonly violation?: string;
}

/** An audit that is fixed before anything is run. */
export interface TestDesign {
  readonly claim: string;
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  readonly tau: number;
  /** Whether the claim is refuted with so many right guesses. */
  refutedBy(correct: number): boolean;
  /** The smallest p-value of so many right guesses: at most tau where they refute. */
  pValue(correct: number): number;
}

const known = new Map<string, TestDesign>();

/**
 * Fixes an audit of a claim. Refuses one that could not refute the claim: its silence would mean nothing. Designs are
 * remembered, and what they have found out about a count, so that testing again costs little.
 */
export function testDesign(claim: string, options: TestDesignOptions): TestDesign {
  const key = JSON.stringify([claim, options]);
  const found = known.get(key) ?? newTestDesign(claim, options);
  if (known.size > 100) known.clear();
  known.set(key, found);
  return found;
}

function newTestDesign(claim: string, options: TestDesignOptions): TestDesign {
  const { m, k = 2, tau = 0.05 } = options;
  checkTau(tau);
  if (k === 2 && m === 1)
    throw new InvalidInput(
      'invalid canaries; must be at least 2, for one alone is called in whatever its score: 1',
    );
  const f = testedCurve(claim, k);
  const guesses = options.guesses ?? (k > 2 ? m : plannedFor(claim, options));
  checkObservation({ m, k, guesses, correct: 0 });
  // All bounds reject for large counts, so two limits tell most counts apart without asking again.
  let [accepted, rejected] = [-1, guesses + 1];
  const refutedBy = (correct: number) => {
    if (correct > accepted && correct < rejected) {
      if (anyRejects({ m, k, guesses, correct }, f, tau)) rejected = correct;
      else accepted = correct;
    }
    return correct >= rejected;
  };
  if (!refutedBy(guesses))
    throw new InvalidInput(
      `no verdict; ${m} canaries cannot refute ${quoted(claim)} even with all ${guesses} guesses right: use more canaries`,
    );
  const pValues = new Map<number, number>();
  const pValue = (correct: number) => {
    const value = pValues.get(correct) ?? leastPValue({ m, k, guesses, correct }, f);
    pValues.set(correct, value);
    // The two ways to ask may differ in the last digit, and the decision is the test's.
    return refutedBy(correct) ? Math.min(value, tau) : value;
  };
  const name = f.relation === 'replace' ? tradeOff(claim).name : f.name;
  return { claim: name, m, k, guesses, tau, refutedBy, pValue };
}

function anyRejects(observation: Observation, f: TradeOff, tau: number): boolean {
  for (const bound of answering(observation, f)) if (bound.rejects(observation, f, tau)) return true;
  return false;
}

/** Every bound is valid for each count, so is their minimum. */
function leastPValue(observation: Observation, f: TradeOff): number {
  let least = 1;
  for (const bound of answering(observation, f)) least = Math.min(least, bound.pValue(observation, f));
  return least;
}

function answering(observation: Observation, f: TradeOff): Bound[] {
  return METHODS.map((method) => BOUNDS[method]).filter((bound) => bound.whyNot(observation, f) === null);
}

/** The claim as the curve of the neighbours that the game compares. */
export function testedCurve(claim: string, k: number): TradeOff {
  const f = tradeOff(claim);
  if (k > 2) return toReplace(f);
  if (parseClaim(claim).relation === 'replace')
    throw new InvalidInput(
      `${quoted(f.name)} is about exchanging a record, but canaries that are in or out compare adding with removing: claim add-remove`,
    );
  return f;
}

/** The number of guesses that a plan chooses. */
export function plannedFor(claim: string, { m, tau, model, violation }: TestDesignOptions): number {
  return plannedGuesses({
    m,
    claim,
    ...(tau === undefined ? {} : { tau }),
    ...(model === undefined ? {} : { model }),
    ...(violation === undefined ? {} : { violation }),
  });
}
