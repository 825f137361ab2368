import { criticalCount } from '../../../src/audit/plan/critical.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { type Observation, type TradeOff, tradeOff } from '../../../src/index.ts';
import { binomialPmf, binomialTail } from '../../../src/numerics/index.ts';

type Game = Omit<Observation, 'correct'>;

/** The fewest right guesses that refute the claim. */
export function critical(game: Game, claim: string, tau = 0.05): number {
  const found = criticalCount(game, tradeOff(claim), tau, 'all');
  if (found === null) throw new Error(`${claim} cannot be refuted with ${game.guesses} guesses`);
  return found;
}

/** How many guesses call a canary in, and how many out. */
export interface Split {
  readonly ins: number;
  readonly outs: number;
}

/**
 * P[at least `least` right] where `law` is that of the right ones among `answered` answers and the audit guesses only some
 * of them: the first so many that say in and the first so many that say out. Fair coins make every answer in or out
 * with probability 1/2, whichever of them are right, so the answers that are taken are a random choice of all; where one
 * kind runs short, canaries without an answer take the places, each right by a coin.
 */
export function rankedTail(law: Float64Array, { ins, outs }: Split, least: number): number {
  const answered = law.length - 1;
  let tail = 0;
  for (let saidIn = 0; saidIn <= answered; saidIn++) {
    const missing = Math.max(0, ins - saidIn) + Math.max(0, outs - (answered - saidIn));
    tail += binomialPmf(answered, 0.5, saidIn) * chosenTail(law, ins + outs - missing, missing, least);
  }
  return tail;
}

/** P[at least `least` right] of `taken` answers, chosen at random, and `coins` blind guesses between two options. */
export function chosenTail(law: Float64Array, taken: number, coins: number, least: number): number {
  const answered = law.length - 1;
  let tail = 0;
  for (let right = 0; right <= answered; right++)
    for (let x = Math.max(0, taken - (answered - right)); x <= Math.min(right, taken); x++)
      tail += law[right] * hypergeometric(answered, right, taken, x) * blindTail(coins, least - x);
  return tail;
}

function blindTail(coins: number, least: number): number {
  return least <= 0 ? 1 : least > coins ? 0 : binomialTail(coins, 0.5, least);
}

/** P[x of `taken` from `all` are among the `marked`], as a quotient of binomial probabilities. */
export function hypergeometric(all: number, marked: number, taken: number, x: number): number {
  const p = taken / all;
  if (p === 0 || p === 1) return 1;
  return (binomialPmf(marked, p, x) * binomialPmf(all - marked, p, taken - x)) / binomialPmf(all, p, taken);
}

/** P[some budget is refuted] where every guess is right with probability p and larger budgets add to smaller ones. */
export function listRate(p: number, budgets: readonly number[], criticals: readonly number[]): number {
  let law = [1];
  let made = 0;
  let refuted = 0;
  for (const [j, budget] of budgets.entries()) {
    for (; made < budget; made++)
      law = Array.from({ length: made + 2 }, (_, n) => (law[n] ?? 0) * (1 - p) + (law[n - 1] ?? 0) * p);
    law.forEach((probability, n) => {
      if (n < criticals[j]) return;
      refuted += probability;
      law[n] = 0;
    });
  }
  return refuted;
}

/** P[refuted] of several runs, each of which has enough right with probability `success`. */
export function runsRate(
  observation: Observation,
  f: TradeOff,
  runs: number,
  success: number,
  tau = 0.05,
): number {
  const fit = Object.values(BOUNDS).filter((bound) => bound.whyNot(observation, f) === null);
  const allowed = Math.min(1, ...fit.map((bound) => bound.pValue(observation, f)));
  let enough = 0;
  while (enough <= runs && binomialTail(runs, allowed, enough) > tau) enough++;
  return enough > runs ? 0 : binomialTail(runs, success, enough);
}
