import type { TradeOff } from '../../claims/index.ts';
import { checkObservation } from '../../observation.ts';
import type { Payoff, WeightedTangent } from '../../types.ts';
import { testedCurve } from '../bound.ts';
import { type GameForm, provenMean } from '../certificate.ts';
import { certify } from '../optimal/optimal.ts';
import { checkTangents } from '../verify.ts';
import type { Bets } from './bets.ts';

/** A proof that a payoff is evidence against a curve: no mechanism with the curve is paid more on average. */
export interface PayoffCertificate {
  readonly game: GameForm;
  readonly payoff: Payoff;
  readonly tangents: readonly WeightedTangent[];
  /** The most that is paid on average: at most 1. */
  readonly bound: number;
}

/**
 * No bet costs less: a price may always be higher than the p-value, and what pays more than this cannot be
 * added up to a proof in doubles.
 */
const LEAST_PRICE = 1e-8;

/** The price of a bet whose chance to be won is at most `pValue` if the curve holds. */
export function priceOf(pValue: number): number {
  return Math.max(LEAST_PRICE, pValue);
}

/** What is paid: e(n) = heldBack + sum over reach <= n of share / price. Rounded down. */
export function payoffOf({ heldBack, on }: Bets, prices: readonly number[]): Payoff {
  return { base: heldBack, steps: on.map(([reach, share], i) => [reach, share / prices[i]]) };
}

/**
 * E[e(N)], where P[N >= reach] of each step is `reached`: 0 or 1 unless equal scores left a choice.
 * In Coq: `e_values_are_fair` (proofs/rounds/evalues.v).
 */
export function paidFor({ base, steps }: Payoff, reached: readonly number[]): number {
  return steps.reduce((sum, [, height], i) => sum + reached[i] * height, base) * (1 - 1e-12);
}

/** What so many right guesses are paid. Rounded down. */
export function payoffAt({ base, steps }: Payoff, right: number): number {
  let sum = base;
  for (const [reach, height] of steps) {
    if (reach > right) break;
    sum += height;
  }
  return sum * (1 - 1e-12);
}

/**
 * Prices of bets against a curve with one proof for all of them: the certificates of the single bets, each
 * weighed by what it pays, added up. The prices are what the proofs allow, raised where rounding asks for it.
 * In Coq: `certified_e_value` (proofs/rounds/evalues.v).
 */
export function certifiedPayoff(game: GameForm, bets: Bets, f: TradeOff): PayoffCertificate {
  const proofs = bets.on.map(([reach]) => certify({ ...game, correct: reach }, f));
  let prices = proofs.map(({ bound }) => priceOf(bound));
  for (let room = 1e-12; ; room *= 10) {
    const payoff = payoffOf(bets, prices);
    const tangents = payoff.steps.flatMap(([, height], i) => scaled(proofs[i].tangents, height));
    const bound = provenMean(game, payoff, tangents);
    if (bound <= 1) return { game, payoff, tangents, bound };
    prices = prices.map((price) => price * bound * (1 + room));
  }
}

/**
 * Proves a payoff that was fixed before; null where the proofs that can be found do not suffice, as those of
 * another version of this program may not.
 */
export function certifyPayoff(game: GameForm, payoff: Payoff, f: TradeOff): PayoffCertificate | null {
  const tangents = payoff.steps.flatMap(([reach, height]) =>
    scaled(certify({ ...game, correct: reach }, f).tangents, height),
  );
  const bound = provenMean(game, payoff, tangents);
  return bound <= 1 ? { game, payoff, tangents, bound } : null;
}

/** What the certificate of a payoff proves; throws where it is not about the curve. */
export function provenPayoff({ game, payoff, tangents }: PayoffCertificate, f: TradeOff): number {
  checkObservation({ ...game, correct: 0 });
  checkTangents(tangents, testedCurve({ ...game, correct: 0 }, f));
  return provenMean(game, payoff, tangents);
}

function scaled(tangents: readonly WeightedTangent[], by: number): WeightedTangent[] {
  return tangents.map(({ epsilon, delta, weights }) => ({
    epsilon,
    delta,
    weights: weights.map(([first, last, weight]) => [first, last, weight * by] as const),
  }));
}
