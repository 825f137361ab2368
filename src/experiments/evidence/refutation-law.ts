import type { LedgerProduct } from '../../audit/index.ts';
import { binomialTail, ln } from '../../numerics/index.ts';

/** A factor by which evidence changes in a run, by its logarithm, and how likely it is. */
export interface EvidenceStep {
  readonly log: number;
  readonly chance: number;
}

/** The factors of one run in which each of the guesses is right with the same probability. */
export function stepsOfRun({ guesses, heldBack, bets }: LedgerProduct, fraction: number): EvidenceStep[] {
  const reached = [...bets.map(({ reach }) => binomialTail(guesses, fraction, reach)), 0];
  let paid = heldBack;
  return [
    { log: ln(paid), chance: 1 - reached[0] },
    ...bets.map(({ share, price }, i) => {
      paid += share / price;
      return { log: ln(paid), chance: reached[i] - reached[i + 1] };
    }),
  ];
}

/** When a ledger refutes the claim. */
export interface RefutationLaw {
  /** The probability that it has after so many runs. */
  readonly refutedAfter: (runs: number) => number;
  /** The fewest runs after which it has with probability 1/2 or more. */
  readonly median: number;
  readonly mean: number;
}

/** Into how many cells the way from evidence 1 to evidence 1/tau is divided, on the logarithm. */
const CELLS = 3000;
/** How far the evidence is followed downwards, in such ways; what falls lower is taken to stay there. */
const DEPTH = 4;
/** The law ends when it is as unlikely as this that the claim is not refuted yet. */
const REST = 1e-5;
const MOST_RUNS = 50_000;

/**
 * How the evidence moves from run to run, computed on a grid of its logarithm without drawing anything. A
 * factor that falls between two cells goes to both, in the shares that keep its mean.
 */
export function refutationLaw(steps: readonly EvidenceStep[], tau: number): RefutationLaw {
  const cell = -ln(tau) / CELLS;
  // Index 0 is evidence 1/tau, which is not left again; the larger the index, the smaller the evidence.
  const moves = steps.flatMap(({ log, chance }) => {
    const by = -log / cell;
    const low = Math.floor(by);
    return [
      { by: low, chance: chance * (low + 1 - by) },
      { by: low + 1, chance: chance * (by - low) },
    ];
  });
  const last = (1 + DEPTH) * CELLS;
  let now = new Float64Array(last + 1);
  now[CELLS] = 1;
  let [first, end] = [CELLS, CELLS];
  const refuted = [0];
  while (refuted.length <= MOST_RUNS) {
    const done = refuted[refuted.length - 1];
    if (1 - done < REST) break;
    const next = new Float64Array(last + 1);
    let [least, most] = [last, 1];
    for (const { by, chance } of moves) {
      if (chance === 0) continue;
      for (let i = first; i <= end; i++) next[Math.min(last, Math.max(0, i + by))] += chance * now[i];
      least = Math.min(least, first + by);
      most = Math.max(most, end + by);
    }
    refuted.push(Math.min(1, done + next[0]));
    [now, first, end] = [next, Math.max(1, least), Math.min(last, most)];
  }
  return {
    refutedAfter: (runs) => refuted[Math.min(runs, refuted.length - 1)],
    median: refuted.findIndex((chance) => chance >= 0.5),
    mean: meanOf(refuted),
  };
}

/** The sum of the chances not to have refuted yet; beyond the last they fall as they did. */
function meanOf(refuted: readonly number[]): number {
  const left = refuted.map((chance) => 1 - chance);
  const [before, at] = left.slice(-2);
  const ratio = before > 0 ? at / before : 0;
  return left.reduce((sum, chance) => sum + chance, 0) + (ratio < 1 ? (at * ratio) / (1 - ratio) : Infinity);
}
