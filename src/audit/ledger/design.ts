import type { DesignChoices } from '../../audit-choices.ts';
import type { GameForm } from '../../bounds/index.ts';
import { checkShare, checkWhole } from '../../check.ts';
import { parseClaim, parseFamily, printClaim, printFamily } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta, checkTau, USUAL_DELTA, USUAL_TAU } from '../../levels.ts';
import { checkSides, MOST_CANARIES, oneSide } from '../../observation.ts';
import type { Payoff, Scores, Sides } from '../../types.ts';
import { familyInGame, usualFamilies } from '../epsilon/over-families.ts';
import type { WeightedPayoff } from '../evidence/wealth.ts';
import { designOf } from '../plan/design.ts';
import { modelOf } from '../plan/model.ts';
import { violationOf } from '../plan/violation.ts';
import { resolveClaim } from '../resolve-claim.ts';
import { fastestNumber, type LedgerMethod, type LedgerProduct, productsOf } from './make-bets.ts';

export interface LedgerOptions
  extends Pick<DesignChoices, 'sides' | 'lowerIsIn' | 'tau' | 'delta' | 'families'> {
  /** The guarantee that every run is said to keep. */
  readonly claim: string;
  /** Canaries in every run. */
  readonly m: number;
  /** Options per canary: 2 unless stated. */
  readonly k?: number;
  /** What may be true instead; the bets are made for it. By default half the noise. */
  readonly violation?: string;
  /** The mechanism that is taken to keep the claim, where a part of the violation is meant; as in a plan. */
  readonly model?: string;
  /** Numbers of guesses; by default the one with which evidence grows fastest under the violation. */
  readonly guesses?: readonly number[];
  /** `optimal` unless stated. */
  readonly method?: LedgerMethod;
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
  /** The mechanism that is taken to keep the claim; absent in ledgers of earlier versions: the usual one. */
  readonly model?: string;
  readonly violation: string;
  readonly products: readonly LedgerProduct[];
}

/**
 * Fixes a ledger: guesses, and the bets with which evidence against the claim grows fastest if the violation
 * is what runs. Nothing here affects validity: that rests on the prices, which are p-values of the claim.
 *
 * @example
 * const ledger = newLedger({ claim: 'gaussian(sigma=1)', m: 1000 });
 */
export function newLedger(options: LedgerOptions): LedgerDesign {
  const { m, k = 2, sides, lowerIsIn, tau = USUAL_TAU, delta = USUAL_DELTA, method = 'optimal' } = options;
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
  const design = designOf({ kind: game, m, k, sides }, texts);
  const gameOf = (guesses: number): GameForm => ({ m, k, guesses, ...oneSide(sides) });
  const setting = { f: tested, design, method };
  const numbers = options.guesses ?? [fastestNumber(gameOf, setting, sides ?? 'both')];
  checkNumbers(numbers, m, k, sides);
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
    model: texts.model,
    violation,
    products: numbers.flatMap((n) => productsOf(gameOf(n), setting, violation, numbers.length)),
  };
}

/** Throws unless a design that was read holds together; what its prices rest on is not looked at. */
export function checkLedgerDesign(design: LedgerDesign): void {
  const { claim, game, m, k, sides, tau, delta, families, model, violation, products } = design;
  checkWhole('canaries', m, 1, MOST_CANARIES);
  checkWhole('options', k, 2);
  checkTau(tau);
  checkDelta(delta);
  if ((game === 'membership') !== (k === 2)) throw new InvalidInput(`invalid options of ${game}: ${k}`);
  resolveClaim(claim, game);
  for (const text of [violation, ...(model === undefined ? [] : [model])]) parseClaim(text);
  for (const family of families) familyInGame(family, game);
  checkNumbers([...new Set(products.map(({ guesses }) => guesses))], m, k, sides);
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

/** The payoffs of a design against its claim. */
export function payoffsOf({ products }: LedgerDesign): WeightedPayoff[] {
  return products.map((product) => ({ weight: product.weight, payoff: payoffOfProduct(product) }));
}

function checkNumbers(numbers: readonly number[], m: number, k: number, sides: Sides = 'both'): void {
  if (numbers.length === 0) throw new InvalidInput('invalid guesses; must be at least one number');
  for (const n of numbers) checkWhole('guesses', n, 1, m);
  if (new Set(numbers).size < numbers.length) throw new InvalidInput('invalid guesses; each number once');
  if (k === 2 && (m === 1 || (sides !== 'both' && numbers.includes(m))))
    throw new InvalidInput(
      `invalid guesses; all ${m} canaries would be called ${sides === 'out' ? 'out' : 'in'}, whatever their scores`,
    );
}
