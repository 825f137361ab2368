import type { TradeOff } from '../../claims/index.ts';
import type { Observation } from '../../types.ts';
import { solveLawProgram } from './interior-point.ts';
import { type CountWindow, type Lines, LineWeights } from './line-weights.ts';
import { linesAt, straightLines } from './lines.ts';
import type { NestedProof } from './nested-search.ts';

/** Curves of at most so many straight pieces are solved with all their lines. */
const MOST_PIECES = 48;
/** Of other curves the tangents of nested sets are taken, so many at most. */
const MOST_LINES = 96;
/** How many rows the program may have: of a curve's own lines, and of tangents that only come close to it. */
const MOST_ROWS = 300_000;
const MOST_TANGENT_ROWS = 20_000;
/** An interior point needs every delta to be positive, in units of c' / m. */
const LEAST_DELTA = 1e-12;
/** Laws of a smooth curve with a tail below this are too small for the interior point. */
const LEAST_TAIL = 1e-10;
/** A line whose part of the bound is smaller is left out, if that proves no less. */
const IDLE = 1e-5;

/** A proof by finitely many lines, and what the best law within them attains. */
export interface LineProof {
  readonly bound: number;
  readonly attained: number;
  readonly proof: LineWeights;
}

/**
 * Solves the program of the lines themselves. Nested sets with one tangent each do not reach the optimum of a
 * curve with corners: at a corner, and along a straight piece, counts share a line's weight.
 */
export function searchLines(
  observation: Observation,
  f: TradeOff,
  nested: NestedProof | null,
): LineProof | null {
  const straight = straightLines(f, observation, MOST_PIECES);
  if (straight === null && nested !== null && nested.law.tail < LEAST_TAIL) return null;
  const epsilons = straight ?? sampled(nested?.epsilons);
  if (epsilons.length === 0) return null;
  const mostRows = straight === null ? MOST_TANGENT_ROWS : MOST_ROWS;
  const lines = linesAt(f, epsilons);
  let best: LineProof | null = null;
  for (let window = startingWindow(observation, nested?.window); ; ) {
    const size = window.last - window.first + 1;
    if (size * lines.slopes.length > mostRows) return best;
    best = bestOf(best, within(observation, lines, window));
    if (best === null || window.first === 1) return best;
    const wider = { ...window, first: Math.max(1, window.first - size) };
    const again = new LineWeights(observation, lines, wider, best.proof.weights(), best.bound);
    if (again.bound() > best.bound * (1 - 1e-5)) return best;
    window = wider;
  }
}

function sampled(epsilons: Float64Array | undefined): readonly number[] {
  if (epsilons === undefined) return [];
  const stride = Math.ceil(epsilons.length / MOST_LINES);
  return Array.from(epsilons).filter((_, t) => t % stride === 0);
}

/** Where the law that is looked for has its counts: some deviations around c, and what the sets needed. */
function startingWindow({ guesses, correct }: Observation, nested: CountWindow | undefined): CountWindow {
  const deviation = 1 + Math.sqrt(correct * (1 - correct / guesses));
  return {
    first: Math.max(1, Math.min(nested?.first ?? correct, Math.floor(correct - 8 * deviation))),
    last: Math.min(guesses, Math.max(nested?.last ?? correct, Math.ceil(correct + 7 * deviation))),
  };
}

function within(observation: Observation, lines: Lines, window: CountWindow): LineProof | null {
  const { m, k, guesses: cPrime, correct: c } = observation;
  const { first, last } = window;
  const size = last - first + 2;
  // x, y and the deltas in units of c' / m.
  const exact = lines.deltas.map((delta) => (delta * m) / cPrime);
  const deltas = exact.map((delta) => Math.max(LEAST_DELTA, delta));
  const solved = solveLawProgram({
    up: Float64Array.from({ length: size }, (_, j) => (first - 1 + j) / cPrime),
    down: Float64Array.from({ length: size }, (_, j) => (cPrime - first - j + 2) / ((k - 1) * cPrime)),
    slopes: lines.slopes,
    deltas,
    tail: c - first + 1,
  });
  if (solved === null) return null;
  const weights = solved.weights.map((weight) => (weight * m) / cPrime);
  const tail = solved.law.subarray(c - first + 1).reduce((sum, p) => sum + p, 0);
  // What larger deltas than the lines' own have added to it, and more.
  const added = deltas.reduce((sum, delta, g) => sum + 2 * solved.weights[g] * (delta - exact[g]), 0);
  const attained = Math.max(0, tail - solved.excess - added);
  const proved = (given: Float64Array): LineProof => {
    const proof = new LineWeights(observation, lines, window, given, solved.nu);
    return { bound: proof.bound(), attained, proof };
  };
  const all = proved(weights);
  const busy = weights.map((weight, g) => (weight * lines.deltas[g] < IDLE * all.bound ? 0 : weight));
  return bestOf(all, proved(busy));
}

function bestOf(a: LineProof | null, b: LineProof | null): LineProof | null {
  return a === null || (b !== null && b.bound < a.bound) ? b : a;
}
