import {
  certifiedPayoff,
  fastestPayoff,
  type GameForm,
  mostRightOnAverage,
  type PayoffCertificate,
} from '../../bounds/index.ts';
import { checkWhole } from '../../check.ts';
import { parseClaim, printClaim, type TradeOff, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta, checkTau } from '../../levels.ts';
import { ln } from '../../numerics/index.ts';
import { checkSides, oneSide } from '../../observation.ts';
import type { Sides } from '../../types.ts';
import { growthOn, paidAt } from '../evidence/growth.ts';
import type { ProvenProduct } from '../evidence/proof.ts';
import { type MechanismLaw, mechanismLaw } from '../plan/mechanism-law.ts';
import { modelOf } from '../plan/model.ts';
import { violationOf } from '../plan/violation.ts';
import { type RoundLength, roundClaimOf } from './round-claim.ts';
import { shortBy } from './shortfall.ts';

export interface RoundsOptions {
  /** The guarantee of the whole training, or with rounds `each` of every round. */
  readonly claim: string;
  /** What a round is: `step`, a number of steps, or `each`. */
  readonly length: RoundLength;
  /** Canaries in every round. */
  readonly canaries: number;
  /** How many rounds are planned: those of the whole training unless stated. */
  readonly rounds?: number;
  /** What may be true instead of a round's claim; noise that is short by half to 1% unless stated. */
  readonly violation?: string;
  /** Numbers of guesses to choose from; those that let evidence grow fastest unless stated. */
  readonly guesses?: readonly number[];
  readonly sides?: Sides;
  readonly lowerIsIn?: boolean;
  /** How many scores each canary has in a round: they share the evidence. 1 unless stated. */
  readonly scores?: number;
  readonly tau?: number;
  readonly delta?: number;
}

/** Bets that are made in every round: an expert, with its share of the evidence before the first round. */
export interface RoundsExpert extends ProvenProduct {
  /** What it is made to catch. */
  readonly violation: string;
  /** How much ln of its evidence grows in a round under that, by the best attack. */
  readonly growth: number;
  /** Which of several scores it is about, counted from 0. */
  readonly score: number;
}

/** All that is fixed before the first round. */
export interface RoundsDesign {
  readonly kind: 'rounds';
  readonly claim: string;
  readonly length: RoundLength;
  /** The claim of each round. */
  readonly round: string;
  /** The mechanism that is taken to keep it. */
  readonly model: string;
  readonly canaries: number;
  /** How many are planned. */
  readonly rounds: number;
  readonly sides: Sides;
  readonly lowerIsIn: boolean;
  readonly scores: number;
  readonly tau: number;
  readonly delta: number;
  readonly experts: readonly RoundsExpert[];
}

/** How much noise may be missing; half is caught in a round or two, 1% takes a training. */
const SHORT = [0.5, 0.3, 0.1, 0.05, 0.02, 0.01];
/** An expert whose evidence is not expected to grow by so much in all rounds is left out. */
const LEAST_GROWTH = 1;
/** A round that was begun and not scored costs each expert no more than a factor of 50. */
const HELD_BACK = 0.02;
/**
 * What is staked of the evidence before the first round. Bets that are as sharp as these refute a true claim
 * nearly as often as tau allows; so that 40 honest trainings do not, most is kept out of play. It costs a
 * third more rounds.
 */
const STAKED = 0.25;
/** Rounds of a claim that does not say how many there are. */
const USUAL_ROUNDS = 1000;
/** Shares of the canaries that may be guessed. */
const SHARES = [0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8];
/** Where so much would be gained in a round, fewer guesses are surer to gain it: these are tried. */
const LARGE = 0.3;
const FEWER = { from: 2, to: 5 };

/**
 * Fixes the bets of all rounds, from the canaries, the claim and the number of rounds alone. That they are
 * evidence rests on their certificates only; what they are made to catch decides how fast it grows.
 *
 * @example
 * const design = roundsDesign({
 *   claim: 'dpsgd(noise=2, rate=0.1, steps=100)', length: 'step', canaries: 50,
 * });
 */
export function roundsDesign(options: RoundsOptions): RoundsDesign {
  const { length, canaries, sides = 'both', scores = 1, tau = 0.05, delta = 1e-5 } = options;
  const { round, rounds: own } = roundClaimOf(options.claim, length);
  const claim = printClaim(parseClaim(options.claim));
  const rounds = options.rounds ?? own ?? USUAL_ROUNDS;
  checkWhole('canaries', canaries, 2, 1e6);
  checkWhole('rounds', rounds, 1, 1e7);
  checkWhole('scores', scores, 1, 100);
  checkTau(tau);
  checkDelta(delta);
  checkSides(sides);
  const model = modelOf(round, undefined, delta);
  const f = tradeOff(round);
  const numbers = numbersOf(canaries, sides, options.guesses);
  const gameOf = (guesses: number): GameForm => ({ m: canaries, k: 2, guesses, ...oneSide(sides) });
  const made = violationsOf(round, model, options.violation).map((violation) => {
    const law = mechanismLaw({ kind: 'membership', m: canaries, k: 2, sides }, violation);
    return { violation, ...fastestExpert(numbers.map(gameOf), f, law) };
  });
  if (options.violation === undefined) made.splice(1, 0, rareExpert(numbers.map(gameOf), f));
  const kept = made.filter(({ growth }, i) => growth * rounds > LEAST_GROWTH || (i === 0 && growth > 0));
  if (kept.length === 0)
    throw new InvalidInput(
      `no bet is worth making; among ${canaries} canaries ${made[0].violation} looks like the claim: plant more canaries, or state a worse violation`,
      ['violation', 'canaries'],
    );
  const experts = Array.from({ length: scores }, (_, score) =>
    kept.map((expert) => ({ ...expert, score, weight: STAKED / (kept.length * scores) })),
  ).flat();
  return {
    kind: 'rounds',
    ...{ claim, length, round, model, canaries, rounds, sides },
    lowerIsIn: options.lowerIsIn ?? false,
    ...{ scores, tau, delta, experts },
  };
}

function violationsOf(round: string, model: string, stated?: string): string[] {
  if (stated !== undefined) return [violationOf(round, stated)];
  const found = SHORT.flatMap((share) => shortBy(model, share) ?? []);
  return found.length > 0 ? found : [violationOf(round)];
}

/** Even numbers for both sides; on one side at most half of the canaries. */
function numbersOf(m: number, sides: Sides, stated?: readonly number[]): number[] {
  if (stated !== undefined) {
    for (const n of stated) checkWhole('guesses', n, 1, m);
    return [...new Set(stated)];
  }
  const [step, most] = sides === 'both' ? [2, m] : [1, Math.floor(m / 2)];
  const numbers = SHARES.map((share) => Math.max(step, step * Math.round((share * most) / step)));
  return [...new Set(numbers)].filter((n) => n < m || sides === 'both');
}

/**
 * The bets with which evidence grows fastest. With bets on the mean it grows by d^2 / 2v, where d is by how
 * much the mean exceeds what the claim allows and v its variance, as long as that is small.
 */
function fastestExpert(
  games: readonly GameForm[],
  f: TradeOff,
  { law, mean }: MechanismLaw,
): PayoffCertificate & { growth: number } {
  const slow = games.map((game) => {
    const expected = mean(game.guesses);
    const over = Math.max(0, expected - mostRightOnAverage(game, f));
    const variance = expected * (1 - expected / game.guesses) + 1e-9;
    return (over * over) / (2 * variance);
  });
  const best = slow.indexOf(Math.max(...slow));
  const tried = slow[best] > LARGE ? games.slice(FEWER.from, FEWER.to) : [];
  if (tried.length === 0) tried.push(games[best]);
  const made = tried.map((game) => {
    const right = law(game.guesses, 'rough').law;
    const proven = fastestPayoff(game, f, right, HELD_BACK);
    return { ...proven, growth: growthOn(proven.payoff, right) };
  });
  return made.reduce((a, b) => (b.growth > a.growth ? b : a));
}

/** So much is staked on a round that tells nearly everything: such rounds are rare, and pay at once. */
const RARELY = 0.005;
/** What that expert is made to catch. */
export const RARE = `nearly all told in one round of ${1 / RARELY}`;
/** How many of the canaries are then guessed, and how many of the guesses are right. */
const TOLD = { guesses: 0.6, right: 0.95 };

/** Bets that cost next to nothing in an honest round. */
function rareExpert(games: readonly GameForm[], f: TradeOff) {
  const game = games.find(({ m, guesses }) => guesses >= TOLD.guesses * m) ?? games[games.length - 1];
  const reach = Math.ceil(TOLD.right * game.guesses);
  const proven = certifiedPayoff(game, { heldBack: 1 - RARELY, on: [[reach, RARELY]] }, f);
  const won = paidAt(proven.payoff, game.guesses)[game.guesses];
  const growth = RARELY * ln(won) + (1 - RARELY) * ln(proven.payoff.base);
  return { violation: RARE, ...proven, growth };
}
