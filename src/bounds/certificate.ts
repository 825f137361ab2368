import { InvalidInput } from '../errors.ts';
import { exp, firstAtLeast } from '../numerics/index.ts';
import { canariesInTheorem } from '../observation.ts';
import type { Certificate, Observation, Payoff, WeightedTangent } from '../types.ts';

/** Covers the rounding of one product or sum, twice over. */
const UNIT = 2 ** -51;

/** A game without what it showed. */
export type GameForm = Omit<Observation, 'correct'>;

/**
 * What the weights of a certificate prove about every mechanism whose curve lies below its tangents: how
 * likely c or more right guesses are.
 */
export function provenBound({
  observation,
  tangents,
}: Pick<Certificate, 'observation' | 'tangents'>): number {
  return Math.min(1, provenMean(observation, { base: 0, steps: [[observation.correct, 1]] }, tangents));
}

/**
 * The same for any payoff e that grows with the number N of right guesses: E[e(N)] <= nu + sum_g W_g delta_g,
 * with W_g = max_i phi_g(i), Phi_i = sum_g phi_g(i), Psi_i = sum_g e^epsilon_g phi_g(i),
 *
 *     nu = max(0, max_i [ e(i) - (i / m) Phi_i + (c' - i) / ((k - 1) m) Psi_{i+1} ]).
 *
 * Weigh the bracket by P[N = i] and regroup: what is left is sum_g sum_i phi_g(i) (y_i - lambda_g x_i), and
 * Theorem 1 with T = { i : y_i > lambda_g x_i } bounds the inner sum by W_g delta_g. With all guesses on one
 * side the theorem holds with m / 2 in the place of m. Every operation is
 * rounded so that the result can only grow; nothing is taken on trust but the tangents themselves.
 * In Coq: `certificate` and `checked_is_the_formula` (proofs/certificate.v, checkers/checker_formula.v).
 */
export function provenMean(game: GameForm, payoff: Payoff, tangents: readonly WeightedTangent[]): number {
  checkForm(game, tangents);
  const { k, guesses: cPrime } = game;
  const m = canariesInTheorem(game);
  const starts = segmentStarts(game, payoff, tangents);
  const phi = new Spread(starts.length);
  const psi = new Spread(starts.length);
  let runs = 0;
  let bound = 0;
  for (const { epsilon, delta, weights } of tangents) {
    const slope = exp(epsilon) * (1 + 4 * UNIT);
    let most = 0;
    for (const [first, last, weight] of weights) {
      const [from, to] = [firstAtLeast(starts, first), firstAtLeast(starts, last + 1)];
      phi.add(from, to, weight);
      psi.add(from, to, weight * slope);
      most = Math.max(most, weight);
      runs++;
    }
    bound += most * delta;
  }
  // Every Phi and Psi is a sum of so many terms, none negative, each rounded a few times on its way.
  const error = (runs + 64) * UNIT;
  const paid = paidFrom(payoff, starts);
  const Phi = phi.values();
  const Psi = psi.values();
  let nu = 0;
  const look = (i: number, own: number, next: number) => {
    const gain = ((cPrime - i) / ((k - 1) * m)) * (Psi[next] ?? 0) * (1 + error);
    const loss = (i / m) * Phi[own] * (1 - error);
    nu = Math.max(nu, ((paid[own] + gain) * (1 + UNIT) - loss) * (1 + UNIT));
  };
  // Within a segment Phi, Psi and the payoff are constant and the bracket falls with i: its ends decide.
  for (let s = 0; s < starts.length; s++) {
    const end = (starts[s + 1] ?? cPrime + 1) - 1;
    if (end > starts[s]) look(starts[s], s, s);
    look(end, s, s + 1);
  }
  return (nu + bound * (1 + error)) * (1 + UNIT);
}

/** What is paid in each segment, rounded up. */
function paidFrom({ base, steps }: Payoff, starts: readonly number[]): Float64Array {
  const paid = new Float64Array(starts.length);
  for (const [reach, height] of steps) {
    const from = firstAtLeast(starts, reach);
    if (from < paid.length) paid[from] += height;
  }
  // A single payment of 1 needs no room for its rounding.
  const room = steps.length === 1 && base === 0 ? 1 : 1 + (steps.length + 1) * UNIT;
  let sum = base;
  for (let s = 0; s < paid.length; s++) {
    sum += paid[s];
    paid[s] = sum * room;
  }
  return paid;
}

function checkForm({ guesses }: GameForm, tangents: readonly WeightedTangent[]): void {
  tangents.forEach(({ epsilon, delta, weights }, g) => {
    const which = `tangent ${g + 1}`;
    if (!(epsilon >= 0 && epsilon <= 700))
      throw new InvalidInput(`invalid epsilon of ${which}; must be in [0, 700]: ${epsilon}`);
    if (!(delta >= 0 && delta <= 1))
      throw new InvalidInput(`invalid delta of ${which}; must be in [0, 1]: ${delta}`);
    let free = 1;
    for (const [first, last, weight] of weights) {
      if (!(Number.isInteger(first) && Number.isInteger(last) && first <= last))
        throw new InvalidInput(`invalid counts of ${which}; must be whole and rising: ${first} to ${last}`);
      if (!(first >= free && last <= guesses))
        throw new InvalidInput(
          `invalid counts of ${which}; must lie within 1 to ${guesses} without overlap: ${first} to ${last}`,
        );
      if (!(weight >= 0 && weight < Infinity))
        throw new InvalidInput(`invalid weight of ${which}; must not be negative: ${weight}`);
      free = last + 1;
    }
  });
}

/** Where the counts 0..c' are to be cut so that all weights and the payoff are constant in between. */
function segmentStarts(
  { guesses }: GameForm,
  { steps }: Payoff,
  tangents: readonly WeightedTangent[],
): number[] {
  const starts = new Set([0]);
  for (const [reach] of steps) starts.add(Math.max(0, reach));
  for (const { weights } of tangents) for (const [first, last] of weights) starts.add(first).add(last + 1);
  return [...starts].filter((i) => i <= guesses).sort((a, b) => a - b);
}

/**
 * Numbers 0..n-1 to each of which weights are added by ranges; a binary tree, so that nothing is ever
 * subtracted.
 */
class Spread {
  private readonly size: number;
  private readonly tree: Float64Array;

  constructor(private readonly n: number) {
    this.size = 1;
    while (this.size < n) this.size *= 2;
    this.tree = new Float64Array(2 * this.size);
  }

  add(from: number, to: number, weight: number): void {
    let [low, high] = [from + this.size, to + this.size];
    for (; low < high; low >>= 1, high >>= 1) {
      if (low & 1) this.tree[low++] += weight;
      if (high & 1) this.tree[--high] += weight;
    }
  }

  values(): Float64Array {
    for (let node = 2; node < 2 * this.size; node++) this.tree[node] += this.tree[node >> 1];
    return this.tree.subarray(this.size, this.size + this.n);
  }
}
