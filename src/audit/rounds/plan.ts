import { priceAgainst } from '../../bounds/index.ts';
import { family as familyOf, parameterAt, parseClaim } from '../../claims/index.ts';
import { createRandom, type Random } from '../../numerics/index.ts';
import { mechanismLaw } from '../plan/mechanism-law.ts';
import { roundOfCounts } from './count.ts';
import type { RoundsDesign } from './design.ts';
import { roundsEpsilons } from './epsilon.ts';
import { drawingCounts, medianRound, playRounds } from './play.ts';
import { roundClaimOf } from './round-claim.ts';
import { shortBy } from './shortfall.ts';
import { gameOfRound } from './standing.ts';
import { RoundsWealth } from './wealth.ts';

/** When a violation is found by the best attack, over many trainings that are played. */
export interface FoundViolation {
  readonly violation: string;
  /** By how much noise is short; null where the violation was stated. */
  readonly short: number | null;
  /** The median; null where half of the trainings are not refuted at all. */
  readonly round: number | null;
  /** How often it is found at all. */
  readonly share: number;
}

/** What the same bets cost against a member of the family: with these prices any language follows them. */
export interface PricedMember {
  readonly parameter: number;
  /** Of the whole training, where rounds are a part of one; else of a round. */
  readonly epsilon: number;
  /** For each expert: what a round pays is divided by it. */
  readonly prices: readonly number[];
}

/** A design with what is to be expected of it, and the table by which evidence is followed. */
export interface RoundsPlan extends RoundsDesign {
  readonly found: readonly FoundViolation[];
  /** The epsilon that an honest training proves, by the best attack; null where the claim has no family. */
  readonly provesEpsilon: number | null;
  readonly family: string | null;
  /** From the most private on. */
  readonly members: readonly PricedMember[];
}

const SHORT = [0.5, 0.3, 0.1, 0.05, 0.02];
/** How private members are beside the claim, in the parameter: closer about the claim itself. */
const NEAR = Array.from({ length: 24 }, (_, i) => 1 - 0.0025 * (24 - i));
const MEMBERS = [
  0.1,
  0.2,
  0.3,
  0.4,
  0.5,
  0.6,
  0.7,
  0.75,
  0.8,
  0.85,
  0.9,
  ...NEAR,
  1,
  1.05,
  1.1,
  1.25,
  1.5,
  2,
];
/** So many rounds of honest trainings are played for the epsilon. */
const ROUNDS = 2 ** 14;

/**
 * What a design finds when, what an honest training proves, and the table of its family.
 *
 * @example
 * const design = roundsDesign({ claim: 'gaussian(sigma=1)', length: 'each', canaries: 40, rounds: 5 });
 * const { found, provesEpsilon } = planOfRounds(design);
 */
export function planOfRounds(design: RoundsDesign): RoundsPlan {
  const { claim, length, round, model, rounds, experts, delta } = design;
  const game = gameOfRound(design);
  const found = SHORT.flatMap((short) => {
    const violation = shortBy(model, short);
    if (violation === null) return [];
    const refutedAt = playRounds(design, mechanismLaw(game, violation), rounds);
    const share = refutedAt.filter((at) => at !== null).length / refutedAt.length;
    return [{ violation, short, round: medianRound(refutedAt), share }];
  });
  const { family: own, whole } = roundClaimOf(claim, length);
  if (own === null) return { ...design, found, provesEpsilon: null, family: null, members: [] };
  const family = familyOf(own);
  const stated = parseClaim(round).parameters;
  const at = stated[family.parameter] ?? 1 / Object.values(stated)[0];
  const t = parameterAt(family.direction, at);
  const training = whole === null ? family : familyOf(whole);
  const members = MEMBERS.map((share) => {
    const f = family.at(parameterAt(family.direction, share * t));
    const parameter = parameterAt(training.direction, share * t);
    const epsilon = (whole === null ? f : training.at(parameter)).epsilonLower(delta);
    return { parameter, epsilon, prices: experts.map((expert) => priceAgainst(expert, f)) };
  });
  return { ...design, found, provesEpsilon: honestEpsilon(design), family: training.name, members };
}

/** The median over few honest trainings, which differ little. */
function honestEpsilon(design: RoundsDesign): number {
  const { rounds, model, experts } = design;
  const numbers = [...new Set(experts.map(({ game }) => game.guesses))].sort((a, b) => a - b);
  const draw = drawingCounts(numbers, numbers.map(mechanismLaw(gameOfRound(design), model).mean));
  const trainings = Math.min(31, Math.max(5, Math.floor(ROUNDS / rounds)));
  const proved = Array.from({ length: trainings }, (_, training) => {
    const wealth = new RoundsWealth(design);
    const random: Random = createRandom('honest rounds').split(training);
    const counts = new Int32Array(numbers.length);
    for (let round = 0; round < rounds; round++) {
      draw(random, counts);
      wealth.addRound(roundOfCounts(design, new Map(numbers.map((n, i) => [n, counts[i]]))));
    }
    return roundsEpsilons(design, wealth)[0].epsilon;
  }).sort((a, b) => a - b);
  return proved[Math.floor((proved.length - 1) / 2)];
}
