import {
  gaussianCurve,
  gaussianMu,
  kindOf,
  oneOrder,
  orthogonalExchangeMu,
  parseClaim,
  type TradeOff,
  tradeOff,
} from '../../claims/index.ts';
import {
  type Calls,
  expectedRight,
  type GuessedCurve,
  type GuessedCurves,
  independent,
  lawOfCalls,
  lawOfRight,
  lawOfSurest,
  type RightLaw,
  rightAmong,
  surestShare,
} from '../../games/index.ts';
import { LastUsed } from '../../last-used.ts';
import { findSignChange } from '../../numerics/index.ts';
import type { Claim, Scores, Sides } from '../../types.ts';
import { exchangeCurve } from '../resolve-claim.ts';

/** How finely a law is worked out: to a thousandth, to compare designs by, or to a ten-thousandth. */
export type Fineness = 'rough' | 'fine';

/** What the best attack on a mechanism gets right, its canaries independent, in a game before its guesses. */
export interface MechanismLaw {
  /** The expected number of right guesses. */
  mean(guesses: number): number;
  /** The law of their number in one run. */
  law(guesses: number, fineness?: Fineness): RightLaw;
}

/** The game: canaries, options per canary, and which end of the scores is guessed. */
export interface GuessingGame {
  readonly kind: Scores['kind'];
  readonly m: number;
  readonly k: number;
  readonly sides?: Sides | undefined;
  /** Where the canaries are runs of one and the same, called in or out by a threshold. */
  readonly calls?: Calls | undefined;
}

const PIECES = { rough: 1, fine: 3 } as const;
/** With more canaries than this the ends of a cut's law matter less, and fewer nodes do. */
const MANY = 20_000;

/** The law of a mechanism that is stated as a claim. */
export function mechanismLaw(game: GuessingGame, text: string): MechanismLaw {
  return mechanisms.get(JSON.stringify([game, text]), () => {
    if (game.kind === 'reconstruction') return reconstructionLaw(game, parseClaim(text));
    const f = tradeOff(text);
    if (game.calls !== undefined) return callsLaw(game.calls, oneOrder(f, 'in').fBar);
    return rankedLaw(game, { in: oneOrder(f, 'in'), out: oneOrder(f, 'out') });
  });
}

/** The law of the Gaussian mechanism with a shift between in and out. */
export function shiftedLaw(game: GuessingGame, mu: number): MechanismLaw {
  if (game.calls !== undefined) return callsLaw(game.calls, mu === 0 ? (x) => x : gaussianOf(mu).fBar);
  if (mu === 0) return candidatesLaw(1 / game.k);
  const f = gaussianOf(mu);
  return game.kind === 'reconstruction' ? surestLaw(game, f) : rankedLaw(game, { in: f, out: f });
}

/** Sizes and numbers of guesses of one plan ask for the same mechanisms again. */
const mechanisms = new LastUsed<string, MechanismLaw>(50);

const gaussianOf = (mu: number) => gaussianCurve(mu, 'add-remove', 'gaussian');

function rankedLaw({ m, sides = 'both' }: GuessingGame, curves: GuessedCurves): MechanismLaw {
  const means = new Map<number, number>();
  const laws = new Map<string, RightLaw>();
  return {
    mean(guesses) {
      const mean = means.get(guesses) ?? expectedRight(m, guesses, sides, curves, 2);
      means.set(guesses, mean);
      return mean;
    },
    law(guesses, fineness = 'fine') {
      const key = `${guesses} ${fineness}`;
      const pieces = fineness === 'fine' && m > MANY ? 2 : PIECES[fineness];
      const law = laws.get(key) ?? lawOfRight(m, guesses, sides, curves, pieces);
      laws.set(key, law);
      return law;
    },
  };
}

/** Every run is called in or out, so there is one number of guesses. */
function callsLaw(calls: Calls, fBar: (x: number) => number): MechanismLaw {
  const law = lawOfCalls(calls, fBar);
  return { mean: () => law.mean, law: () => law };
}

/** Choices among candidates, none of which is surer than another: right independently of each other. */
function candidatesLaw(right: number): MechanismLaw {
  return { mean: (guesses) => guesses * right, law: (guesses) => independent(guesses, right) };
}

/** Choices among candidates with scores of their own: the surest are made, and are right more often. */
function surestLaw({ m, k }: GuessingGame, curve: GuessedCurve): MechanismLaw {
  const all = candidatesLaw(rightAmong(k, curve, PIECES.fine));
  const laws = new Map<string, RightLaw>();
  const law = (guesses: number, fineness: Fineness = 'fine') => {
    if (guesses === m) return all.law(guesses);
    const key = `${guesses} ${fineness}`;
    const known = laws.get(key) ?? lawOfSurest(m, guesses, surestShare(k, curve, fineness), PIECES[fineness]);
    laws.set(key, known);
    return known;
  };
  return { mean: (guesses) => (guesses === m ? all.mean(guesses) : law(guesses, 'rough').mean), law };
}

/**
 * How often one candidate is told from k - 1 others. Where each has a score of its own, as orthogonal ones
 * have in a noisy sum, by the curve of adding one. Of a mechanism that is stated for exchanges and has no
 * such form, by the best one that keeps its curve: y = fBar((1 - y) / (k - 1)), attained by randomised
 * response.
 */
function reconstructionLaw(game: GuessingGame, claim: Claim): MechanismLaw {
  const added = curveOfAdding(claim);
  if (added !== null) return surestLaw(game, oneOrder(added, 'in'));
  const f = exchangeCurve(tradeOff(claim));
  return candidatesLaw(findSignChange((y) => f.fBar((1 - y) / (game.k - 1)) - y, 1 / game.k, 1, 1e-12).lo);
}

/**
 * A candidate's clipped gradient is orthogonal to another's: an exchange moves the sum by sqrt(2) clip norms.
 */
function curveOfAdding(claim: Claim): TradeOff | null {
  if (claim.relation === 'add-remove') return tradeOff(claim);
  if (claim.parts === undefined && kindOf(claim).clipped)
    return tradeOff({ ...claim, relation: 'add-remove' });
  const mu = orthogonalShift(claim);
  return mu === null ? null : gaussianOf(mu);
}

/** How far a candidate of a Gaussian claim moves its own score. */
function orthogonalShift(claim: Claim): number | null {
  const mu = orthogonalExchangeMu(claim);
  return mu === null ? null : mu * Math.SQRT1_2;
}

/** Shifts beyond this leave nothing to guess wrong. */
const LARGEST = 40;

/** The shift of a mechanism: its own where it is Gaussian, or that of the Gaussian with the same mean. */
export function shiftOf(game: GuessingGame, text: string, guesses: number): number {
  const claim = parseClaim(text);
  const own = game.kind === 'membership' ? gaussianMu(claim) : orthogonalShift(claim);
  return own ?? shiftOfMean(game, guesses, mechanismLaw(game, text).mean(guesses));
}

/**
 * The shift of the Gaussian whose best attack is expected to be right so often; 0 where blind guessing is.
 */
export function shiftOfMean(game: GuessingGame, guesses: number, mean: number): number {
  const missing = (mu: number) => mean - shiftedLaw(game, mu).mean(guesses);
  if (!(missing(0) > 0)) return 0;
  if (missing(LARGEST) >= 0) return LARGEST;
  return findSignChange(missing, 0, LARGEST, 1e-6).lo;
}
