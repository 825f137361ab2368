import { findSignChange, ln, normalQuantile } from '../../numerics/index.ts';
import { type ExpectedEvidence, expectedPath } from '../evidence/growth.ts';
import {
  type GuessingGame,
  type MechanismLaw,
  mechanismLaw,
  shiftedLaw,
  shiftOf,
} from '../plan/mechanism-law.ts';
import { ENOUGH_POWER, MISJUDGED, TAKEN_FOR_ATTACK, type WhyBlind } from '../plan/standing.ts';
import { violationOrNull } from '../plan/violation.ts';
import { RARE, type RoundsDesign } from './design.ts';
import { playRounds } from './play.ts';

/** What "not refuted" is worth after so many rounds, before their scores. */
export interface RoundsStanding {
  /** The number of guesses at which the attack is judged. */
  readonly guesses: number;
  readonly violation: string | null;
  /** How likely the best attack is to have the violation refuted. */
  readonly power: number;
  /** Right guesses of all rounds together: of the best attack on the claim, and from where on it stands. */
  readonly expected: number;
  readonly standsFrom: number | null;
  readonly couldNot: WhyBlind | null;
}

/** The game of a round, as plans have it. */
export const gameOfRound = ({ canaries, sides }: RoundsDesign): GuessingGame => ({
  kind: 'membership',
  m: canaries,
  k: 2,
  sides,
});

/**
 * The rule of one game, with the evidence in the place of a count: decided by the design and the number of
 * rounds, and which of them were lost, alone. Sums over many guesses are taken as normal; how often
 * the evidence refutes is played.
 */
export function roundsStanding(design: RoundsDesign, lost: readonly boolean[]): RoundsStanding {
  const rounds = lost.filter((each) => !each).length;
  const game = gameOfRound(design);
  const { model } = design;
  // The number that is made for the least violation shows an attack best.
  const { guesses } = design.experts[design.experts.length - 1].game;
  const power = (law: MechanismLaw) => {
    const refutedAt = playRounds(design, law, lost.length, (round) => lost[round - 1]);
    return refutedAt.filter((round) => round !== null).length / refutedAt.length;
  };
  const honest = mechanismLaw(game, model).mean(guesses);
  const least = rounds * honest - MISJUDGED_BY * Math.sqrt(rounds * spreadOf(honest, guesses));
  const blindBy = -normalQuantile(TAKEN_FOR_ATTACK / design.scores);
  const blind = (rounds * guesses) / 2 + blindBy * Math.sqrt((rounds * guesses) / 4);
  const violation = violationOfRounds(design);
  const best = violation === null ? 0 : power(mechanismLaw(game, violation));
  const facts = { guesses, violation, power: best, expected: rounds * honest };
  const couldNot = best < ENOUGH_POWER ? 'little-power' : blind > least ? 'like-blind' : null;
  if (couldNot !== null || violation === null)
    return { ...facts, standsFrom: null, couldNot: couldNot ?? 'like-blind' };
  const whole = shiftOf(game, violation, guesses);
  const missing = (mu: number) => ENOUGH_POWER - power(shiftedLaw(game, mu));
  const needed = findSignChange(missing, 0, whole, 1e-2).hi / whole;
  const point = rounds * shiftedLaw(game, needed * shiftOf(game, model, guesses)).mean(guesses);
  return { ...facts, standsFrom: Math.ceil(Math.max(blind, Math.min(point, least))), couldNot };
}

const MISJUDGED_BY = -normalQuantile(MISJUDGED);
const spreadOf = (mean: number, guesses: number) => mean * (1 - mean / guesses);

/** The violation that bets are made for first: the largest, unless one was stated. */
function violationOfRounds({ experts, round, model }: RoundsDesign): string | null {
  const made = experts.find(({ violation }) => violation !== RARE);
  return made?.violation ?? violationOrNull(round, undefined, model);
}

/**
 * What the evidence is expected to do over so many rounds; null where no violation is known. Of the
 * violations that bets are made for it is the least that is expected to be refuted by the round that did, or
 * by the last one; or the largest.
 */
export function expectedOfRounds(
  design: RoundsDesign,
  rounds: number,
  refutedAt: number | null,
): ExpectedEvidence | null {
  const { model, experts, tau } = design;
  const largest = violationOfRounds(design);
  if (largest === null) return null;
  const path = (mechanism: string, until?: number) => {
    const { law } = mechanismLaw(gameOfRound(design), mechanism);
    const laws = experts.map(({ game }) => law(game.guesses, 'rough').law);
    return expectedPath(experts, laws, rounds, until);
  };
  const made = experts.filter(({ score, violation }) => score === 0 && violation !== RARE);
  const needed = -ln(tau);
  const least = made.findLast(
    ({ growth, weight }) => ln(weight * design.scores) + (refutedAt ?? rounds) * growth >= needed,
  );
  const violation = least?.violation ?? largest;
  return { model, violation, honest: path(model), violated: path(violation, 2 * needed) };
}
