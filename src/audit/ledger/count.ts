import { InvalidInput } from '../../errors.ts';
import {
  meanRight,
  observe,
  type Ranked,
  rankedByConfidence,
  rankedByScore,
  reachedChances,
  rightRange,
  tiedCounts,
} from '../../games/index.ts';
import type { Scores } from '../../types.ts';
import { checkInput, drawCounts } from '../checks/checks.ts';
import { checkScores } from '../checks/scores.ts';
import { namedRuns, type RunScores, rowsOf } from '../runs/plain.ts';
import type { LedgerDesign } from './design.ts';
import type { LedgerProduct } from './make-bets.ts';

/** What a run showed at one number of guesses. */
export interface LedgerCount {
  readonly guesses: number;
  /** The fewest and the most right guesses over every way to choose among equal scores. */
  readonly least: number;
  readonly most: number;
  /** Their mean over every such way; absent where there is one, and in ledgers of earlier versions. */
  readonly mean?: number | undefined;
  /** For each bet, the chance that it was won: 0 or 1 unless equal scores left a choice. */
  readonly reached: readonly number[];
}

/** What a run showed, and why it shows nothing where it does not. */
export interface CountedRun {
  readonly counts: readonly LedgerCount[];
  /** How often each option went in: out and in, or the candidates. */
  readonly draws: readonly number[];
  /** Why the run is worth only what was held back: the theorem does not apply to it. */
  readonly void?: string;
}

/**
 * Counts a run as the design says. Over equal scores the chance of every choice is taken, so nothing is
 * drawn. A run whose coins were not fair is no evidence, and counts as one that was started and never handed
 * in.
 *
 * @example
 * const ledger = newLedger({ claim: 'gaussian(sigma=1)', m: 4, violation: 'gaussian(sigma=0.01)' });
 * const { counts } = countRun(ledger, { scores: [3, 2, 1, 0], included: [1, 1, 0, 0] });
 */
export function countRun(design: LedgerDesign, given: RunScores): CountedRun {
  const [run] = namedRuns(given);
  const { input, scores } = run;
  checkScores(input.name, scores);
  checkFits(design, scores);
  const counts = design.products.map((product) => countProduct(design, product, scores));
  const failed = checkInput([run]).find(({ passed }) => !passed);
  return { counts, draws: drawCounts(scores), ...(failed === undefined ? {} : { void: failed.message }) };
}

function countProduct(design: LedgerDesign, product: LedgerProduct, scores: Scores): LedgerCount {
  const { sure, groups } = ranked(design, product.guesses, scores);
  const tied = groups.map(tiedCounts);
  const ranges = tied.map(rightRange);
  const least = ranges.reduce((sum, range) => sum + range.least, sure);
  const most = ranges.reduce((sum, range) => sum + range.most, sure);
  const reaches = product.bets.map(({ reach }) => reach);
  const mean = tied.reduce((sum, group) => sum + meanRight(group), sure);
  return {
    guesses: product.guesses,
    least,
    most,
    ...(least === most ? {} : { mean }),
    reached: reachedChances(sure, tied, reaches),
  };
}

function ranked(design: LedgerDesign, guesses: number, scores: Scores): Ranked {
  if (scores.kind === 'membership') {
    const { sides = 'both', lowerIsIn = false } = design;
    return rankedByScore(scores.scores, scores.included, guesses, sides, lowerIsIn ? -1 : 1);
  }
  const { truth, guesses: answers, confidence, k } = scores;
  if (confidence === null) return { sure: observe(truth, answers, k, guesses).correct, groups: [] };
  return rankedByConfidence(answers, truth, confidence, guesses);
}

function checkFits({ game, m, k }: LedgerDesign, scores: Scores): void {
  const rows = rowsOf(scores);
  const options = scores.kind === 'membership' ? 2 : scores.k;
  if (scores.kind !== game || rows !== m || options !== k)
    throw new InvalidInput(
      `the ledger is for ${m} canaries of ${game} with ${k} options; the run has ${rows} of ${scores.kind} with ${options}`,
    );
}
