import { type PayoffCertificate, provenPayoff } from '../../bounds/index.ts';
import { checkShare } from '../../check.ts';
import type { TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkTau } from '../../levels.ts';
import { ln } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import { curveInGame } from '../epsilon/epsilon-certificate.ts';
import { checkRunOrder, type LedgerEvent, stepsOf } from './steps.ts';
import { type WeightedPayoff, wealthOf } from './wealth.ts';

/** A payoff with its proof, and its share of the evidence before the first run. */
export interface ProvenProduct extends PayoffCertificate, WeightedPayoff {}

/**
 * What a ledger says, with all that is needed to check it without a search: that each payoff is at most 1 on
 * average for every mechanism that keeps the claim, what the runs were paid, and what their order rests on.
 */
export interface LedgerProof {
  readonly claim: string;
  readonly relation: Relation;
  readonly tau: number;
  readonly products: readonly ProvenProduct[];
  readonly events: readonly LedgerEvent[];
  /** What the place of runs that were not started rests on, which no proof shows. */
  readonly order?: string | undefined;
  /** ln of the largest evidence that there ever was. */
  readonly mostLogEvidence: number;
}

/** Two sums of logarithms that differ by less differ by the digits of another machine. */
const SAME = 1e-9;

/**
 * Throws, with the reason, unless the evidence follows from the proofs; returns whether it refutes.
 * In Coq: `accepted_evidence` (proofs/checkers/rounds_checker_sound.v).
 */
export function verifyLedger(proof: LedgerProof, claim = proof.claim): { refuted: boolean } {
  const { relation, tau, products, events, mostLogEvidence } = proof;
  checkTau(tau);
  const f = curveInGame(claim, relation);
  checkGames(proof);
  checkProducts(products, f);
  checkEvents(proof);
  const most = wealthOf(products, stepsOf(events)).mostLogEvidence;
  if (!(mostLogEvidence <= most + SAME * Math.max(1, Math.abs(most))))
    throw new InvalidInput(
      `invalid evidence; the runs were paid ${most} in logarithms at most: ${mostLogEvidence}`,
    );
  return { refuted: Math.min(most, mostLogEvidence) >= -ln(tau) };
}

/** Throws unless weighted payoffs are evidence against the curve. */
export function checkProducts(products: readonly ProvenProduct[], f: TradeOff): void {
  for (const { weight } of products) checkShare('weight', weight);
  const total = products.reduce((sum, { weight }) => sum + weight, 0);
  if (!(products.length > 0 && total <= 1 + SAME))
    throw new InvalidInput(`invalid weights; must sum to at most 1: ${total}`);
  for (const product of products) checkProduct(product, f);
}

/** All products are about the same runs; and only candidates are exchanged for each other. */
function checkGames({ relation, products }: LedgerProof): void {
  for (const { game } of products) {
    const { game: first } = products[0];
    if (game.m !== first.m || game.k !== first.k || game.sides !== first.sides)
      throw new InvalidInput('invalid games; all must be about the same canaries, options and sides');
    if (relation !== relationOf(game.k))
      throw new InvalidInput(
        `invalid relation; a game with ${game.k} options is about ${relationOf(game.k)}: ${relation}`,
      );
  }
}

export const relationOf = (k: number): Relation => (k === 2 ? 'add-remove' : 'replace');

function checkProduct(product: ProvenProduct, f: TradeOff): void {
  const { payoff, game, bound: stated } = product;
  const { base, steps } = payoff;
  if (!(base >= 0) || steps.some(([, height]) => !(height >= 0)))
    throw new InvalidInput('invalid payoff; must not be negative');
  if (steps.some(([reach], i) => !Number.isSafeInteger(reach) || reach <= (steps[i - 1]?.[0] ?? 0)))
    throw new InvalidInput('invalid payoff; its steps must rise');
  const furthest = steps.at(-1)?.[0] ?? 0;
  if (furthest > game.guesses)
    throw new InvalidInput(
      `invalid payoff; nobody reaches ${furthest} right of ${game.guesses} ${game.guesses === 1 ? 'guess' : 'guesses'}`,
    );
  const bound = provenPayoff(product, f);
  if (!(bound <= 1))
    throw new InvalidInput(
      `invalid payoff; with ${game.guesses} guesses a mechanism that keeps the claim may be paid ${bound} on average, more than 1`,
    );
  if (!(Math.abs(bound - stated) <= SAME))
    throw new InvalidInput(`invalid bound; the weights prove ${bound}: ${stated}`);
}

/** Each run shows something at most once, in the order of their numbers, and what the payoffs speak of. */
function checkEvents({ products, events }: LedgerProof): void {
  checkRunOrder(events.map(({ run, reached }) => ({ run, shows: reached !== null })));
  const ordered = betsInOrder(products);
  for (const { run, reached } of events) {
    if (reached === null) continue;
    const fits =
      reached.length === products.length &&
      reached.every((chances, j) => {
        const { steps } = products[j].payoff;
        return (
          chances.length === steps.length &&
          chances.every((chance, i) => chance >= 0 && chance <= (chances[i - 1] ?? 1))
        );
      });
    if (!fits) throw new InvalidInput(`invalid run ${run}; what it reached does not fit the payoff`);
    if (!isOneLaw(ordered, reached))
      throw new InvalidInput(`invalid run ${run}; it reached more with some bets than with others`);
  }
}

/** All bets, those on the same guesses together, and in rising order. */
function betsInOrder(products: readonly ProvenProduct[]) {
  return products
    .flatMap(({ game: { guesses }, payoff }, j) =>
      payoff.steps.map(([reach], i) => ({ guesses, reach, product: j, step: i })),
    )
    .sort((a, b) => a.guesses - b.guesses || a.reach - b.reach);
}

/** Whether bets on the same guesses agree: more right guesses are never more likely. */
function isOneLaw(ordered: ReturnType<typeof betsInOrder>, reached: readonly (readonly number[])[]): boolean {
  return ordered.every(({ guesses, reach, product, step }, n) => {
    const before = ordered[n - 1];
    if (before === undefined || before.guesses !== guesses) return true;
    const [chance, other] = [reached[product][step], reached[before.product][before.step]];
    return before.reach === reach ? chance === other : chance <= other;
  });
}
