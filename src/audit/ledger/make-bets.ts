import {
  type Bets,
  BOUNDS,
  certifiedPayoff,
  fastestBets,
  type GameForm,
  growthOf,
  type Offer,
  priceOf,
} from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { binomialTail } from '../../numerics/index.ts';
import type { Sides } from '../../types.ts';
import type { Design } from '../plan/design.ts';
import { evenNumbers } from '../plan/request.ts';

/** The tests whose p-values are taken for prices. */
export type LedgerMethod = 'optimal' | 'paper';

/** A bet on `reach` right guesses: `share` of the evidence is put on it, and pays 1/`price` times that. */
export interface LedgerBet {
  readonly reach: number;
  readonly share: number;
  readonly price: number;
}

/** One number of guesses and one set of bets, and the evidence that is made of them. */
export interface LedgerProduct {
  readonly guesses: number;
  /** What the bets are made for: the share of the violation's effect that the attack shows. */
  readonly strength: number;
  /** Its share of the evidence before the first run. */
  readonly weight: number;
  /** What is not bet: all that a run is worth that shows nothing. */
  readonly heldBack: number;
  readonly bets: readonly LedgerBet[];
  /** How much ln of its evidence is expected to grow in a run under the violation, all of it shown. */
  readonly growth: number;
}

/**
 * Real attacks show a part of what the best one would. So bets are made for the whole effect of the violation
 * and for parts of it, and each set of bets has its share of the evidence: being ready for less costs no more
 * than that share, once.
 */
const STRENGTHS: readonly (readonly [strength: number, parts: number])[] = [
  [1, 2],
  [0.7, 1],
  [0.4, 1],
];
/** A part of the violation that lets evidence grow by less than this share of the whole is left out. */
const SLOW = 0.05;

/** So much is held back at least: a run that shows nothing costs no more than a factor of 50. */
const LEAST_HELD_BACK = 0.02;
/** Bets that are won more often than this if the claim holds are not worth making. */
const DEAR = 0.98;
/** Where bets are offered, in standard deviations around the expected number of right guesses. */
const PLACES = [-4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3];
/** Below so many canaries less than 8 guesses may be best. */
const FEW_CANARIES = 64;
const FEW_PLACES = [-2.5, -1.75, -1, -0.5, 0, 0.5, 1, 1.75];

/** What bets are made from: the claim's curve, what to expect of guesses, and whose p-values are prices. */
export interface BetSetting {
  readonly f: TradeOff;
  readonly design: Design;
  readonly method: LedgerMethod;
}

/** The sets of bets on one of so many numbers of guesses. */
export function productsOf(
  game: GameForm,
  setting: BetSetting,
  violation: string,
  numbers: number,
): LedgerProduct[] {
  const { f, design, method } = setting;
  const broken = design.broken.law(game.guesses).atLeast;
  const made = STRENGTHS.flatMap(([strength, parts]) => {
    const offers = offersOf(game, setting, strength, PLACES);
    const bets = fastestBets(offers, LEAST_HELD_BACK);
    const own = growthOf(offers, bets);
    const whole = growthOf(
      offers.map((offer) => ({ ...offer, chance: broken(offer.reach) })),
      bets,
    );
    // Where there are few canaries, bets for a part can lose under the whole.
    return bets.on.length > 0 && own > 0 && whole > 0 ? [{ strength, parts, bets, own }] : [];
  });
  const [whole] = made;
  if (whole?.strength !== 1)
    throw new InvalidInput(
      `no bet is worth making; among ${game.m} canaries ${violation} looks like the claim, with ${game.guesses} ${game.guesses === 1 ? 'guess' : 'guesses'}: state a worse violation, or plant more canaries`,
      ['violation', 'canaries'],
    );
  const kept = made.filter(({ own }) => own >= SLOW * whole.own);
  const total = numbers * kept.reduce((sum, { parts }) => sum + parts, 0);
  return kept.map(({ strength, parts, bets }) => {
    const prices = pricesOf(game, bets, f, method);
    const bought = bets.on.map(([reach], i) => ({
      reach,
      price: prices[i],
      chance: broken(reach),
    }));
    return {
      guesses: game.guesses,
      strength,
      weight: parts / total,
      heldBack: bets.heldBack,
      bets: bets.on.map(([reach, share], i) => ({ reach, share, price: prices[i] })),
      growth: growthOf(bought, bets),
    };
  });
}

/** Prices that a certificate proves all at once, or those of Algorithm 3. */
function pricesOf(game: GameForm, bets: Bets, f: TradeOff, method: LedgerMethod): number[] {
  if (method === 'paper')
    return bets.on.map(([reach]) => priceOf(BOUNDS.paper.pValue({ ...game, correct: reach }, f)));
  const { steps } = certifiedPayoff(game, bets, f).payoff;
  return bets.on.map(([, share], i) => share / steps[i][1]);
}

/** Bets around the right guesses that an attack is expected to get which shows a part of the violation. */
function offersOf(
  game: GameForm,
  { f, design, method }: BetSetting,
  strength: number,
  places: readonly number[],
): Offer[] {
  const { guesses } = game;
  const honest = design.honest.mean(guesses);
  const fraction = (honest + strength * (design.broken.mean(guesses) - honest)) / guesses;
  const broken = design.broken.law(guesses, 'rough').atLeast;
  const spread = Math.sqrt(guesses * fraction * (1 - fraction));
  const reaches = new Set(
    places.map((z) => Math.min(guesses, Math.max(1, Math.round(guesses * fraction + z * spread)))),
  );
  return [...reaches]
    .sort((a, b) => a - b)
    .map((reach) => ({
      reach,
      price: priceOf(BOUNDS[method].pValue({ ...game, correct: reach }, f)),
      chance: strength === 1 ? broken(reach) : binomialTail(guesses, fraction, reach),
    }))
    .filter(({ price }) => price <= DEAR);
}

/** About how much evidence grows in a run, from few bets. */
function quickGrowth(game: GameForm, setting: BetSetting): number {
  const offers = offersOf(game, setting, 1, FEW_PLACES);
  return growthOf(offers, fastestBets(offers, LEAST_HELD_BACK));
}

/**
 * The number of guesses with which evidence grows fastest: of even numbers that are evenly spread over the
 * logarithm, first among every third, then among its neighbours.
 */
export function fastestNumber(
  gameOf: (guesses: number) => GameForm,
  setting: BetSetting,
  sides: Sides,
): number {
  const { m, k } = gameOf(1);
  if (k > 2) return m;
  const most = sides === 'both' ? m : Math.ceil(m / 2);
  const few = most < FEW_CANARIES ? [2, 4, 6] : [];
  const numbers = [...few, ...evenNumbers(most, 0.25)].filter((n) => n < most).concat(most);
  const known = new Map<number, number>();
  const at = (i: number) => {
    const found = known.get(i) ?? quickGrowth(gameOf(numbers[i]), setting);
    known.set(i, found);
    return found;
  };
  const best = (indices: readonly number[]) => indices.reduce((a, b) => (at(b) > at(a) ? b : a));
  const every = numbers.map((_, i) => i);
  const near = best(every.filter((i) => i % 3 === 0 || i === numbers.length - 1));
  return numbers[best(every.filter((i) => Math.abs(i - near) <= 2))];
}
