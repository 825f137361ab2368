import { enoughCanaries, plannedGuesses, resolveClaim, USUAL_POWER } from '../audit/index.ts';
import type { DesignChoices } from '../audit-choices.ts';
import { BOUNDS, type Bound } from '../bounds/index.ts';
import type { TradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { LastUsed } from '../last-used.ts';
import { checkTau, USUAL_TAU } from '../levels.ts';
import { checkObservation, checkSides, oneSide } from '../observation.ts';
import { quoted } from '../quote.ts';
import { METHODS, type Observation, type Sides } from '../types.ts';
import { CouldNotHaveNoticed } from './keeps-facts.ts';

export interface TestDesignOptions extends Pick<DesignChoices, 'tau' | 'sides' | 'model' | 'violation'> {
  /** Canaries, or buckets of candidates. */
  readonly m: number;
  /** Options per canary: 2 is in or out. */
  readonly k?: number;
  /** How many guesses the attack makes; planned from the canaries and the claim alone unless stated. */
  readonly guesses?: number;
}

/** A test of a claim that is fixed before the mechanism runs. */
export interface TestDesign {
  readonly claim: string;
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  readonly sides: Sides;
  readonly tau: number;
  /** Whether the claim is refuted with so many right guesses. */
  refutedBy(correct: number): boolean;
  /** The smallest p-value of so many right guesses: at most tau where they refute. */
  pValue(correct: number): number;
}

/** Designs by claim and options. */
const known = new LastUsed<string, TestDesign>(100);

/**
 * Fixes a test of a claim. Throws where even all guesses right could not refute the claim: such a test would
 * pass every mechanism. Designs are remembered with the counts that they judged, so that testing again costs
 * little.
 */
export function testDesign(claim: string, options: TestDesignOptions): TestDesign {
  return known.get(JSON.stringify([claim, options]), () => newTestDesign(claim, options));
}

function newTestDesign(claim: string, options: TestDesignOptions): TestDesign {
  const { m, k = 2, tau = USUAL_TAU, sides = 'both' } = options;
  checkTau(tau);
  checkSides(sides);
  if (k === 2 && m === 1)
    throw new InvalidInput(
      'invalid canaries; must be at least 2, for one alone is called in whatever its score: 1',
    );
  const { name, tested: f } = claimAmongOptions(claim, k);
  const guesses = options.guesses ?? (k > 2 ? m : plannedFor(claim, options));
  const game = { m, k, guesses, ...oneSide(sides) };
  checkObservation({ ...game, correct: 0 });
  if (game.sides !== undefined && guesses === m)
    throw new InvalidInput(
      `invalid guesses; with sides ${sides} all ${m} canaries would be called ${sides}, whatever their scores: ${m}`,
    );
  // A bound that rejects a count rejects every larger one, so the limits found so far decide most counts at
  // once.
  let [accepted, rejected] = [-1, guesses + 1];
  const refutedBy = (correct: number) => {
    if (correct > accepted && correct < rejected) {
      if (anyRejects({ ...game, correct }, f, tau)) rejected = correct;
      else accepted = correct;
    }
    return correct >= rejected;
  };
  if (!refutedBy(guesses))
    throw new CouldNotHaveNoticed(
      `no verdict; ${m} canaries cannot refute ${quoted(claim)} even with all ${guesses} guesses right: ${moreCanaries(claim, options)}`,
    );
  const pValues = new Map<number, number>();
  const pValue = (correct: number) => {
    const value = pValues.get(correct) ?? leastPValue({ ...game, correct }, f);
    pValues.set(correct, value);
    // `pValue` and `rejects` may differ in the last digit; the decision is that of `rejects`.
    return refutedBy(correct) ? Math.min(value, tau) : value;
  };
  return { claim: name, m, k, guesses, sides, tau, refutedBy, pValue };
}

/** How many canaries a test needs that is likely to catch the violation, where that is known. */
function moreCanaries(claim: string, { m: _, guesses: __, ...design }: TestDesignOptions): string {
  const enough = enoughCanaries(USUAL_POWER, { claim, ...design });
  if (enough === null) return 'use more canaries';
  const { canaries, violation, power } = enough;
  return canaries === null
    ? `no number up to 1e6 catches ${violation} with probability ${power}`
    : `use more, about ${canaries} to catch ${violation} with probability ${power}`;
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

/** The claim with the curve about the neighbours that a game with k options compares. */
export function claimAmongOptions(claim: string, k: number) {
  return resolveClaim(claim, k > 2 ? 'reconstruction' : 'membership');
}

/** The number of guesses that a plan chooses. */
export function plannedFor(claim: string, { m, tau, model, violation, sides }: TestDesignOptions): number {
  return plannedGuesses({
    m,
    claim,
    ...(tau === undefined ? {} : { tau }),
    ...(model === undefined ? {} : { model }),
    ...(violation === undefined ? {} : { violation }),
    ...(sides === undefined ? {} : { sides }),
  });
}
