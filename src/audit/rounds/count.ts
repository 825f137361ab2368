import { paidFor, payoffAt } from '../../bounds/index.ts';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { meanRight, rankedByScore, reachedChances, rightRange, tiedCounts } from '../../games/index.ts';
import type { Payoff } from '../../types.ts';
import { checkScores } from '../checks/scores.ts';
import type { RoundsDesign, RoundsExpert } from './design.ts';

/** What a round left: for each canary one score or several, and whether it was in. */
export interface RoundScores {
  /** Each of them one per canary. */
  readonly scores: readonly ArrayLike<number>[];
  readonly included: ArrayLike<number | boolean>;
}

/** What a round left where others counted. */
export interface RoundCounts {
  /** The right guesses at each number of guesses on which bets are made. */
  readonly right: number | readonly number[];
  /** How many canaries were in. */
  readonly inside?: number | null;
}

/** Right guesses of one score at one number of guesses. */
interface RoundCount {
  readonly score: number;
  readonly guesses: number;
  /** On average over every way to choose among equal scores. */
  readonly right: number;
  /** Where equal scores left a choice: for each expert's steps, the chance that each was reached. */
  readonly reached?: ReadonlyMap<Payoff, readonly number[]>;
}

/** What a round showed. */
export interface CountedRound {
  readonly counts: readonly RoundCount[];
  /** How many canaries were out, and in; null where that is not known. */
  readonly draws: readonly [outside: number, inside: number] | null;
  /** Whether only counts were handed in. */
  readonly isStated: boolean;
}

/** Coins as bytes. */
export function coinsOf(included: RoundScores['included']): Uint8Array {
  return included instanceof Uint8Array ? included : Uint8Array.from(included, Number);
}

/** The numbers of guesses of each score on which a design bets. */
function betOn({ experts }: RoundsDesign): { score: number; guesses: number }[] {
  const seen = new Map(
    experts.map(({ score, game: { guesses } }) => [`${score} ${guesses}`, { score, guesses }]),
  );
  return [...seen.values()];
}

/**
 * Counts a round as the design says. Over equal scores the mean of every choice is taken: nothing is drawn.
 */
export function countRound(design: RoundsDesign, { scores, included: given }: RoundScores): CountedRound {
  if (scores.length !== design.scores)
    throw new InvalidInput(`invalid scores; the design is for ${design.scores} per canary: ${scores.length}`);
  const included = coinsOf(given);
  const sets = scores.map((each) => (each instanceof Float64Array ? each : Float64Array.from(each)));
  for (const set of sets) {
    checkScores('the round', { kind: 'membership', scores: set, included });
    if (set.length !== design.canaries)
      throw new InvalidInput(`invalid round; must have ${design.canaries} canaries: ${set.length}`);
  }
  const inside = included.reduce((sum, bit) => sum + bit, 0);
  return {
    counts: betOn(design).map((bet) => countBet(design, bet, sets[bet.score], included)),
    draws: [included.length - inside, inside],
    isStated: false,
  };
}

function countBet(
  { experts, sides, lowerIsIn }: RoundsDesign,
  { score, guesses }: { score: number; guesses: number },
  scores: Float64Array,
  included: Uint8Array,
): RoundCount {
  const { sure, groups } = rankedByScore(scores, included, guesses, sides, lowerIsIn ? -1 : 1);
  const tied = groups.map(tiedCounts);
  const right = tied.reduce((sum, group) => sum + meanRight(group), sure);
  const isDrawn = tied.some((group) => rightRange(group).least < rightRange(group).most);
  if (!isDrawn) return { score, guesses, right };
  const own = experts.filter((expert) => expert.score === score && expert.game.guesses === guesses);
  const reached = new Map(
    own.map(({ payoff }) => [
      payoff,
      reachedChances(
        sure,
        tied,
        payoff.steps.map(([reach]) => reach),
      ),
    ]),
  );
  return { score, guesses, right, reached };
}

/** A round of which only the numbers of right guesses are known, one for each number of guesses. */
export function roundOfCounts(
  design: RoundsDesign,
  right: ReadonlyMap<number, number>,
  inside: number | null = null,
): CountedRound {
  if (inside !== null) checkWhole('canaries in', inside, 0, design.canaries);
  const counts = betOn(design).map(({ score, guesses }) => {
    const found = right.get(guesses);
    if (found === undefined || !Number.isInteger(found) || found < 0 || found > guesses)
      throw new InvalidInput(`invalid right; must be a whole number from 0 to ${guesses}: ${found}`);
    return { score, guesses, right: found };
  });
  return { counts, draws: inside === null ? null : [design.canaries - inside, inside], isStated: true };
}

/**
 * What a round pays an expert: its e-value, rounded down. Without scores every bet is lost.
 * In Coq: `left_out` (proofs/rounds/evalues.v).
 */
export function paidInRound({ score, game, payoff }: RoundsExpert, round: CountedRound | null): number {
  const count = round?.counts.find((each) => each.score === score && each.guesses === game.guesses);
  const reached = count?.reached?.get(payoff);
  if (reached !== undefined) return paidFor(payoff, reached);
  const right = count?.right ?? -1;
  return payoffAt(payoff, right);
}
