import { tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { ExpectedEvidence } from '../evidence/growth.ts';
import type { LedgerProof } from '../evidence/proof.ts';
import { shiftOfMean } from '../plan/mechanism-law.ts';
import type { AuditCheck } from '../records.ts';
import type { AuditOutcome } from '../result.ts';
import { checkRoundsDesign } from './check-design.ts';
import { checkRoundsDirection, RoundCoins } from './coins.ts';
import { type CountedRound, countRound, type RoundCounts, type RoundScores, roundOfCounts } from './count.ts';
import { type RoundsDesign, type RoundsOptions, roundsDesign } from './design.ts';
import { type RoundsEpsilon, roundsEpsilons } from './epsilon.ts';
import { roundsProof } from './proof.ts';
import { type RoundLength, roundClaimOf } from './round-claim.ts';
import { expectedOfRounds, gameOfRound, type RoundsStanding, roundsStanding } from './standing.ts';
import { RoundsWealth } from './wealth.ts';

/** What the rounds of a training, or of several runs, prove together. */
export interface RoundsResult {
  readonly claim: string;
  readonly outcome: Exclude<AuditOutcome, 'none'>;
  readonly decidedBy: 'rounds';
  /** Null where a check leaves no verdict. */
  readonly refuted: boolean | null;
  /** Valid at every moment: 1 over the largest evidence. */
  readonly pValue: number | null;
  readonly rounds: {
    readonly count: number;
    /** How many of them have scores; the others count as lost. */
    readonly scored: number;
    readonly planned: number;
    /** What a round is. */
    readonly length: RoundLength;
    /** The claim of each round. */
    readonly claim: string;
    readonly evidence: number;
    readonly logEvidence: number;
    readonly mostLogEvidence: number;
    /** The round, counted from 1, at which evidence reached 1 / tau; null where it did not. */
    readonly refutedAt: number | null;
    /** ln of the evidence after each round, and the right guesses of the first score. */
    readonly perRound: readonly { readonly right: readonly number[] | null; readonly logEvidence: number }[];
    /** The numbers of guesses that `right` is about. */
    readonly guesses: readonly number[];
    readonly canaries: number;
  };
  readonly tau: number;
  readonly delta: number;
  readonly standing: RoundsStanding | null;
  /** Right guesses of all rounds together at the number that an attack is judged by, of the best score. */
  readonly right: number | null;
  /** The shift of the Gaussian on which the best attack does as well: an estimate. */
  readonly shift: number | null;
  readonly results: readonly RoundsEpsilon[];
  /** What the claim of the whole allows at delta; null where it says nothing. */
  readonly claimedEpsilon: number | null;
  /** What the evidence is expected to do over these rounds. */
  readonly expected: ExpectedEvidence | null;
  readonly checks: readonly AuditCheck[];
  /** What these rounds do not test, and what rests on the user's word. */
  readonly notes: readonly string[];
}

/** Rounds that are followed one by one. */
export interface FollowedRounds {
  readonly design: RoundsDesign;
  /** The numbers of guesses on which bets are made. */
  readonly guesses: readonly number[];
  /**
   * Adds a round: its scores and coins; the right guesses at each of `guesses`; or null where it was begun
   * and has no scores, which counts as every bet lost.
   */
  add(round: RoundScores | RoundCounts | number | readonly number[] | null): void;
  /** The evidence against the claim now; from 1 / tau on, at any moment, it is refuted. */
  readonly evidence: number;
  readonly logEvidence: number;
  readonly refutedAt: number | null;
  result(): RoundsResult;
  /** What `verifyLedger` checks: a ledger whose steps are rounds. */
  proof(): LedgerProof;
}

/** Rounds that are all there. */
export interface WholeRounds {
  /** For each round the scores of its canaries; null where it was begun and has none. */
  readonly scores: readonly (ArrayLike<number> | null)[];
  /** Further scores of the same canaries. */
  readonly further?: readonly (readonly (ArrayLike<number> | null)[])[];
  readonly included: readonly RoundScores['included'][];
}

/**
 * Many games in one training: coins are drawn anew in every round, and the evidence of all rounds multiplies,
 * whatever the canaries of a round do to each other and however a round depends on earlier ones.
 *
 * @example
 * const claim = 'dpsgd(noise=1, rate=0.1, steps=50)';
 * const training = rounds({ claim, length: 'step', canaries: 20 });
 * const scores = Array.from({ length: 20 }, (_, i) => i);
 * training.add({ scores: [scores], included: scores.map((score) => score > 9) });
 * training.evidence; // above 1: all right
 * const whole = rounds(training.design, { scores: [scores], included: [scores.map((s) => s > 9)] });
 * whole.result().outcome;
 */
export function rounds(given: RoundsOptions | RoundsDesign, whole?: WholeRounds): FollowedRounds {
  const design = 'experts' in given ? given : roundsDesign(given);
  if (!evidence.has(design)) checkRoundsDesign(design);
  evidence.add(design);
  const wealth = new RoundsWealth(design);
  const coins = new RoundCoins();
  const counted: (CountedRound | null)[] = [];
  const guesses = [...new Set(design.experts.map(({ game }) => game.guesses))].sort((a, b) => a - b);
  const push = (round: CountedRound | null) => {
    counted.push(round);
    wealth.addRound(round);
  };
  const firstRefuted = () => {
    const at = wealth.logs.findIndex((log) => log >= -ln(design.tau));
    return at < 0 ? null : at + 1;
  };
  const followed: FollowedRounds = {
    design,
    guesses,
    add(round) {
      const given =
        typeof round === 'number' || Array.isArray(round)
          ? { right: round as RoundCounts['right'] }
          : (round as RoundScores | RoundCounts | null);
      const found = given === null ? null : countedOf(design, guesses, given);
      push(found);
      if (found !== null && found.draws !== null) coins.count(counted.length, found.draws);
      if (given !== null && 'scores' in given) coins.add(counted.length, given);
    },
    get evidence() {
      return exp(wealth.logEvidence);
    },
    get logEvidence() {
      return wealth.logEvidence;
    },
    get refutedAt() {
      return firstRefuted();
    },
    result: () => resultOf(design, wealth, coins, counted, guesses, firstRefuted()),
    proof: () => roundsProof(design, counted, wealth.mostLogEvidence),
  };
  if (whole !== undefined) for (const round of eachRound(whole)) followed.add(round);
  return followed;
}

/** Designs whose bets were found to be evidence. */
const evidence = new WeakSet<RoundsDesign>();

function eachRound({ scores, further = [], included }: WholeRounds): (RoundScores | null)[] {
  const sets = [scores, ...further];
  for (const set of sets)
    if (set.length !== included.length)
      throw new InvalidInput(
        `invalid scores; must be of as many rounds as coins (${included.length}): ${set.length}`,
      );
  return included.map((coins, round) => {
    const own = sets.map((set) => set[round]).filter((each) => each !== null);
    return own.length < sets.length ? null : { scores: own, included: coins };
  });
}

function countedOf(
  design: RoundsDesign,
  guesses: readonly number[],
  given: RoundScores | RoundCounts,
): CountedRound {
  if ('scores' in given) return countRound(design, given);
  const right = [given.right].flat() as number[];
  if (right.length !== guesses.length)
    throw new InvalidInput(
      `invalid right; must be one for each number of guesses (${guesses.join(', ')}): ${right.length}`,
    );
  return roundOfCounts(design, new Map(guesses.map((n, i) => [n, right[i]])), given.inside ?? null);
}

function resultOf(
  design: RoundsDesign,
  wealth: RoundsWealth,
  coins: RoundCoins,
  counted: readonly (CountedRound | null)[],
  guesses: readonly number[],
  refutedAt: number | null,
): RoundsResult {
  const { claim, length, round, rounds: planned, tau, delta, canaries } = design;
  const shown = counted.filter((each) => each !== null);
  const checks = [...coins.check(), ...checkRoundsDirection(design, counted)];
  const isVoid = checks.some(({ passed }) => !passed);
  const lost = counted.map((each) => each === null);
  const standing = refutedAt === null && !isVoid && shown.length > 0 ? roundsStanding(design, lost) : null;
  const judged = design.experts[design.experts.length - 1].game.guesses;
  const right = shown.length === 0 ? null : mostRight(shown, judged);
  const stands = standing !== null && standing.standsFrom !== null && (right ?? 0) >= standing.standsFrom;
  const { mostLogEvidence } = wealth;
  const isRefuted = refutedAt !== null;
  const { untested } = roundClaimOf(claim, length);
  const claimed = tradeOff(claim).epsilon(delta);
  return {
    claim,
    outcome: isVoid
      ? 'no-verdict'
      : isRefuted
        ? 'refuted'
        : stands
          ? 'not-refuted'
          : 'could-not-have-noticed',
    decidedBy: 'rounds',
    refuted: isVoid ? null : isRefuted,
    pValue: isVoid ? null : Math.min(1, exp(-mostLogEvidence)),
    rounds: {
      ...{ count: counted.length, scored: shown.length, planned, length, claim: round },
      evidence: Math.min(Number.MAX_VALUE, exp(wealth.logEvidence)),
      logEvidence: wealth.logEvidence,
      ...{ mostLogEvidence, refutedAt: isVoid ? null : refutedAt },
      perRound: counted.map((each, i) => ({
        right: each === null ? null : guesses.map((n) => rightAt(each, n)),
        logEvidence: wealth.logs[i],
      })),
      ...{ guesses, canaries },
    },
    ...{ tau, delta, standing, right },
    shift: right === null ? null : shiftOfMean(gameOfRound(design), judged, right / shown.length),
    results: isVoid ? [] : roundsEpsilons(design, wealth),
    claimedEpsilon: Number.isFinite(claimed) ? claimed : null,
    expected: counted.length === 0 ? null : expectedOfRounds(design, counted.length, refutedAt),
    checks,
    notes: [
      ...(untested === null ? [] : [`not tested by rounds of one step: ${untested}`]),
      ...(shown.some(({ isStated }) => isStated)
        ? [
            'only counts are known: that coins were fair and fresh, and how equal scores were decided, rests on who counted',
          ]
        : []),
      ...(counted.length > planned
        ? [`${counted.length} rounds, though ${planned} were planned: the bets hold for any number`]
        : []),
    ],
  };
}

const rightAt = ({ counts }: CountedRound, guesses: number) =>
  counts.find((count) => count.score === 0 && count.guesses === guesses)?.right ?? 0;

/** Of all rounds together, of the score that is right most often. */
function mostRight(shown: readonly CountedRound[], guesses: number): number {
  const sums = new Map<number, number>();
  for (const { counts } of shown)
    for (const { score, guesses: n, right } of counts)
      if (n === guesses) sums.set(score, (sums.get(score) ?? 0) + right);
  return Math.max(...sums.values());
}
