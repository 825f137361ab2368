import { certifyPayoff, type PayoffCertificate, provenPayoff } from '../../bounds/index.ts';
import { checkShare } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { checkTau } from '../../levels.ts';
import { ln } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import { curveInGame } from '../epsilon/epsilon-certificate.ts';
import { gameOfProduct, type LedgerDesign, payoffOfProduct } from './design.ts';
import {
  checkRunOrder,
  type LedgerEvent,
  largestLog,
  logEvidence,
  orderStated,
  stepsOf,
} from './evidence.ts';

/** A payoff with its proof, and its share of the evidence before the first run. */
export interface ProvenProduct extends PayoffCertificate {
  readonly weight: number;
}

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

/** The proof behind the evidence of a ledger. */
export function proveLedger(design: LedgerDesign, events: readonly LedgerEvent[]): LedgerProof {
  if (design.method !== 'optimal')
    throw new InvalidInput('no certificate to write; only the prices of the optimal test have one');
  const { claim, tau, k } = design;
  const relation = relationOf(k);
  const f = curveInGame(claim, relation);
  const products = design.products.map((product) => {
    const proof = certifyPayoff(gameOfProduct(design, product), payoffOfProduct(product), f);
    if (proof === null)
      throw new InvalidInput(
        `no certificate to write; the prices with ${product.guesses} guesses are lower than this version can prove`,
      );
    return { weight: product.weight, ...proof };
  });
  const order = orderStated(events);
  return {
    ...{ claim, relation, tau, products, events },
    ...(order === null ? {} : { order }),
    mostLogEvidence: mostOf(products, events),
  };
}

/**
 * Throws, with the reason, unless the evidence follows from the proofs; returns whether it refutes.
 * In Coq: `accepted_evidence` (proofs/checkers/rounds_checker_sound.v).
 */
export function verifyLedger(proof: LedgerProof, claim = proof.claim): { refuted: boolean } {
  const { relation, tau, products, events, mostLogEvidence } = proof;
  checkTau(tau);
  const f = curveInGame(claim, relation);
  for (const { weight } of products) checkShare('weight', weight);
  const total = products.reduce((sum, { weight }) => sum + weight, 0);
  if (!(products.length > 0 && total <= 1 + SAME))
    throw new InvalidInput(`invalid weights; must sum to at most 1: ${total}`);
  checkGames(proof);
  for (const product of products) checkProduct(product, () => provenPayoff(product, f));
  checkEvents(proof);
  const most = mostOf(products, events);
  if (!(mostLogEvidence <= most + SAME * Math.max(1, Math.abs(most))))
    throw new InvalidInput(
      `invalid evidence; the runs were paid ${most} in logarithms at most: ${mostLogEvidence}`,
    );
  return { refuted: Math.min(most, mostLogEvidence) >= -ln(tau) };
}

function mostOf(products: readonly ProvenProduct[], events: readonly LedgerEvent[]): number {
  return largestLog(logEvidence(products, stepsOf(events)));
}

/** All products are about the same runs; and only candidates are exchanged for each other. */
function checkGames({ relation, products }: LedgerProof): void {
  const [{ game: first }] = products;
  for (const { game } of products) {
    if (game.m !== first.m || game.k !== first.k || game.sides !== first.sides)
      throw new InvalidInput('invalid games; all must be about the same canaries, options and sides');
    if (relation !== relationOf(game.k))
      throw new InvalidInput(
        `invalid relation; a game with ${game.k} options is about ${relationOf(game.k)}: ${relation}`,
      );
  }
}

const relationOf = (k: number): Relation => (k === 2 ? 'add-remove' : 'replace');

function checkProduct({ payoff, game, bound: stated }: ProvenProduct, proven: () => number): void {
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
  const bound = proven();
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
