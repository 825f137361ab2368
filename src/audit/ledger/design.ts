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
import { checkShare, checkWhole } from '../../check.ts';
import { parseClaim, parseFamily, printClaim, printFamily, type TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta, checkTau } from '../../levels.ts';
import { binomialTail, exp, ln } from '../../numerics/index.ts';
import { checkSides, MOST_CANARIES, oneSide } from '../../observation.ts';
import type { Payoff, Scores, Sides } from '../../types.ts';
import { familyInGame, usualFamilies } from '../epsilon/over-families.ts';
import { type Design, membership, reconstruction } from '../plan/design.ts';
import { modelOf } from '../plan/model.ts';
import { violationOf } from '../plan/violation.ts';
import { resolveClaim } from '../resolve-claim.ts';

/** The tests whose p-values are taken for prices. */
export type LedgerMethod = 'optimal' | 'paper';

export interface LedgerOptions {
  /** The guarantee that every run is said to keep. */
  readonly claim: string;
  /** Canaries in every run. */
  readonly m: number;
  /** Options per canary: 2 unless stated. */
  readonly k?: number;
  /**
   * What may be true instead; the bets are made for it. By default half the noise, of a guarantee twice the
   * epsilon.
   */
  readonly violation?: string;
  /** The mechanism that is taken to keep the claim, where a part of the violation is meant; as in a plan. */
  readonly model?: string;
  /** Numbers of guesses; by default the one with which evidence grows fastest under the violation. */
  readonly guesses?: readonly number[];
  readonly sides?: Sides;
  readonly lowerIsIn?: boolean;
  readonly tau?: number;
  readonly delta?: number;
  /** `optimal` unless stated. */
  readonly method?: LedgerMethod;
  /** Where to search for an epsilon: as in an audit unless stated. */
  readonly families?: readonly string[];
}

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

/** All that is fixed before the first run. */
export interface LedgerDesign {
  readonly claim: string;
  readonly game: Scores['kind'];
  readonly m: number;
  readonly k: number;
  /** Of in or out: which end of the scores is guessed. */
  readonly sides?: Sides;
  /** Whether lower scores mean that a canary, or a candidate, is more likely in. */
  readonly lowerIsIn?: boolean;
  readonly tau: number;
  readonly delta: number;
  readonly method: LedgerMethod;
  readonly families: readonly string[];
  readonly violation: string;
  readonly products: readonly LedgerProduct[];
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
const FEW_PLACES = [-2.5, -1.75, -1, -0.5, 0, 0.5, 1, 1.75];

/**
 * Fixes a ledger: guesses, and the bets with which evidence against the claim grows fastest if the violation
 * is what runs. Nothing here affects validity: that rests on the prices, which are p-values of the claim.
 *
 * @example
 * const ledger = newLedger({ claim: 'gaussian(sigma=1)', m: 1000 });
 */
export function newLedger(options: LedgerOptions): LedgerDesign {
  const { m, k = 2, sides, lowerIsIn, tau = 0.05, delta = 1e-5, method = 'optimal' } = options;
  checkWhole('canaries', m, 1, MOST_CANARIES);
  checkWhole('options', k, 2);
  checkTau(tau);
  checkDelta(delta);
  checkSides(sides);
  if (method !== 'optimal' && method !== 'paper')
    throw new InvalidInput(`invalid method; must be optimal or paper: ${method}`);
  if (k > 2 && (sides ?? 'both') !== 'both')
    throw new InvalidInput(`invalid sides; a choice among candidates has no in and out: ${sides}`);
  const game = k === 2 ? 'membership' : 'reconstruction';
  const claim = printClaim(parseClaim(options.claim));
  const { tested } = resolveClaim(claim, game);
  const families = (options.families ?? usualFamilies(claim, [delta])).map((text) => {
    familyInGame(text, game);
    return printFamily(parseFamily(text));
  });
  const violation = violationOf(claim, options.violation, options.model);
  const texts = { claim, model: modelOf(claim, options.model, delta), violation };
  const design = k === 2 ? membership(m, texts, sides) : reconstruction(m, k, texts);
  const gameOf = (guesses: number): GameForm => ({ m, k, guesses, ...oneSide(sides) });
  const numbers = options.guesses ?? [
    bestNumber(m, k, sides, (n) => quickGrowth(gameOf(n), tested, design, method)),
  ];
  checkNumbers(numbers, m, sides);
  return {
    claim,
    game,
    m,
    k,
    ...(k === 2 ? { sides: sides ?? 'both' } : {}),
    lowerIsIn: lowerIsIn ?? false,
    tau,
    delta,
    method,
    families,
    violation,
    products: numbers.flatMap((n) =>
      productsOf(gameOf(n), tested, design, method, violation, numbers.length),
    ),
  };
}

/** Throws unless a design that was read holds together; what its prices rest on is not looked at. */
export function checkLedgerDesign(design: LedgerDesign): void {
  const { claim, game, m, k, sides, tau, delta, families, violation, products } = design;
  checkWhole('canaries', m, 1, MOST_CANARIES);
  checkWhole('options', k, 2);
  checkTau(tau);
  checkDelta(delta);
  if ((game === 'membership') !== (k === 2)) throw new InvalidInput(`invalid options of ${game}: ${k}`);
  resolveClaim(claim, game);
  parseClaim(violation);
  for (const family of families) familyInGame(family, game);
  checkNumbers([...new Set(products.map(({ guesses }) => guesses))], m, sides);
  if (!(products.reduce((sum, { weight }) => sum + weight, 0) <= 1 + 1e-9))
    throw new InvalidInput('invalid weights; must sum to at most 1');
  for (const { guesses, heldBack, bets } of products) {
    bets.forEach(({ reach, price }, i) => {
      checkWhole('bet', reach, (bets[i - 1]?.reach ?? 0) + 1, guesses);
      checkShare('price', price);
    });
    if (!(bets.reduce((sum, { share }) => sum + share, heldBack) <= 1 + 1e-9))
      throw new InvalidInput('invalid bets; must sum to at most 1 with what is held back');
  }
}

/** The game of one number of guesses. */
export function gameOfProduct({ m, k, sides }: LedgerDesign, { guesses }: LedgerProduct): GameForm {
  return { m, k, guesses, ...oneSide(sides) };
}

/** What a run pays, against the claim. */
export function payoffOfProduct({ heldBack, bets }: LedgerProduct): Payoff {
  return { base: heldBack, steps: bets.map(({ reach, share, price }) => [reach, share / price]) };
}

function checkNumbers(numbers: readonly number[], m: number, sides: Sides = 'both'): void {
  if (numbers.length === 0) throw new InvalidInput('invalid guesses; must be at least one number');
  for (const n of numbers) checkWhole('guesses', n, 1, m);
  if (new Set(numbers).size < numbers.length) throw new InvalidInput('invalid guesses; each number once');
  if (m === 1 || (sides !== 'both' && numbers.includes(m)))
    throw new InvalidInput(
      `invalid guesses; all ${m} canaries would be called ${sides === 'out' ? 'out' : 'in'}, whatever their scores`,
    );
}

function productsOf(
  game: GameForm,
  f: TradeOff,
  design: Design,
  method: LedgerMethod,
  violation: string,
  numbers: number,
): LedgerProduct[] {
  const made = STRENGTHS.flatMap(([strength, parts]) => {
    const offers = offersOf(game, f, design, strength, PLACES, method);
    const bets = fastestBets(offers, LEAST_HELD_BACK);
    const own = growthOf(offers, bets);
    return bets.on.length > 0 && own > 0 ? [{ strength, parts, bets, own }] : [];
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
      chance: design.violationChance(game.guesses, reach),
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
  f: TradeOff,
  design: Design,
  strength: number,
  places: readonly number[],
  method: LedgerMethod,
): Offer[] {
  const { guesses } = game;
  const honest = design.fraction(guesses);
  const fraction = honest + strength * (design.violationFraction(guesses) - honest);
  const spread = Math.sqrt(guesses * fraction * (1 - fraction));
  const reaches = new Set(
    places.map((z) => Math.min(guesses, Math.max(1, Math.round(guesses * fraction + z * spread)))),
  );
  return [...reaches]
    .sort((a, b) => a - b)
    .map((reach) => ({
      reach,
      price: priceOf(BOUNDS[method].pValue({ ...game, correct: reach }, f)),
      chance:
        strength === 1 ? design.violationChance(guesses, reach) : binomialTail(guesses, fraction, reach),
    }))
    .filter(({ price }) => price <= DEAR);
}

/** About how much evidence grows in a run, from few bets. */
function quickGrowth(game: GameForm, f: TradeOff, design: Design, method: LedgerMethod): number {
  const offers = offersOf(game, f, design, 1, FEW_PLACES, method);
  return growthOf(offers, fastestBets(offers, LEAST_HELD_BACK));
}

/**
 * Of even numbers that are evenly spread over the logarithm, the one at which the growth is largest: first
 * among every third, then among its neighbours.
 */
function bestNumber(
  m: number,
  k: number,
  sides: Sides = 'both',
  growth: (guesses: number) => number,
): number {
  if (k > 2) return m;
  const most = sides === 'both' ? m : Math.ceil(m / 2);
  const spread = new Set<number>();
  for (let t = ln(8); t < ln(most); t += 0.25) spread.add(2 * Math.round(exp(t) / 2));
  const numbers = [...spread].filter((n) => n < most).concat(most);
  const known = new Map<number, number>();
  const at = (i: number) => {
    const found = known.get(i) ?? growth(numbers[i]);
    known.set(i, found);
    return found;
  };
  const best = (indices: readonly number[]) => indices.reduce((a, b) => (at(b) > at(a) ? b : a));
  const every = numbers.map((_, i) => i);
  const near = best(every.filter((i) => i % 3 === 0 || i === numbers.length - 1));
  return numbers[best(every.filter((i) => Math.abs(i - near) <= 2))];
}
