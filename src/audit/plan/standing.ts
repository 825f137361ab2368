import type { TradeOff } from '../../claims/index.ts';
import { lawOfRuns, type RightLaw } from '../../games/index.ts';
import { LastUsed } from '../../last-used.ts';
import { binomialTail, clopperPearsonLower, findSignChange, firstWhere } from '../../numerics/index.ts';
import { oneSide } from '../../observation.ts';
import type { BoundName } from '../../types.ts';
import { criticalCalls } from '../classical/curve-test.ts';
import type { Standing } from '../records.ts';
import { anyJudgeRejects, criticalCount, type Judges } from './critical.ts';
import {
  type Fineness,
  type GuessingGame,
  type MechanismLaw,
  mechanismLaw,
  shiftedLaw,
  shiftOf,
  shiftOfMean,
} from './mechanism-law.ts';

/** A design before its scores, as far as it settles what "not refuted" is worth. */
export interface JudgedDesign {
  readonly game: GuessingGame;
  /** In each run. */
  readonly guesses: number;
  readonly tested: TradeOff;
  /** The mechanism that is taken to keep the claim, and the violation; null where nothing is usual. */
  readonly model: string;
  readonly violation: string | null;
  readonly runs: number;
  /** Of several runs: from how many right guesses on a run counts. */
  readonly atLeast?: number | undefined;
  /** Of several runs: how many must count; as few as the test allows unless stated. */
  readonly runsNeeded?: number | undefined;
  readonly tau: number;
  readonly judges: Judges | readonly BoundName[];
  /** How likely the violation must be to be noticed, so that "not refuted" stands: 0.5 unless stated. */
  readonly minPower?: number | undefined;
}

/**
 * Why a design could not have noticed the violation: no counts refute the claim, the best attack would find
 * it too rarely, or a working attack on the claimed mechanism looks like blind guessing.
 */
export type WhyBlind = NonNullable<Standing['couldNot']>;

/** How likely a violation must be to be noticed, unless stated. */
export const ENOUGH_POWER = 0.5;

/** The best attack on a mechanism that keeps the claim is called too weak at most so often. */
export const MISJUDGED = 0.05;
/** A part of that: so many of its runs are taken for blind that it does not stand. */
export const RUN_MISJUDGED = 0.01;
/** Blind guessing is taken for an attack at most so often. */
export const TAKEN_FOR_ATTACK = 0.001;
/** "Weaker than the best attack on the claim" is said of that attack at most so often. */
const WEAKER = 0.001;

/**
 * Where "not refuted" stands: from as many right guesses on as show an attack strong enough to have the
 * violation refuted with that probability, but not from more than the best attack on the claimed mechanism
 * gets in 95% of cases, nor from fewer than blind guessing gets in one case of a thousand.
 */
export function standingOf(design: JudgedDesign): Standing {
  return known.get(keyOf(design), () => judge(design));
}

const known = new LastUsed<string, Standing>(200);

const keyOf = ({ tested, ...design }: JudgedDesign) => JSON.stringify([tested.name, design]);

const judge = (design: JudgedDesign) => standingBy(design, refutingRule(design));

/** What the rule needs to know of a design besides when it refutes. */
export type PlayedDesign = Pick<
  JudgedDesign,
  'game' | 'guesses' | 'model' | 'violation' | 'runs' | 'minPower'
>;

/** The same where something else refutes than a number of right guesses. */
export function standingBy(design: PlayedDesign, rule: RefutingRule): Standing {
  const { game, guesses, model, violation, runs, minPower = ENOUGH_POWER } = design;
  const { honest, fromBlind, fromBest } = marksOf(design);
  const seeing = rule.runsNeeded === null ? undefined : seeingRuns(design, rule.runsNeeded);
  const power = violation === null ? null : rule.probability(mechanismLaw(game, violation));
  const facts = {
    guesses,
    model,
    violation,
    power,
    refutedFrom: rule.refutedFrom,
    ...(runs === 1 ? {} : { runsNeeded: rule.runsNeeded }),
    ...(seeing ?? {}),
    expected: runs * mechanismLaw(game, model).mean(guesses),
    weakBelow: mostWith(honest, WEAKER),
  };
  const couldNot = !rule.refutes
    ? 'never-refutes'
    : power !== null && power < minPower
      ? 'little-power'
      : fromBlind > fromBest || seeing === null || violation === null
        ? 'like-blind'
        : null;
  if (couldNot !== null || violation === null)
    return { ...facts, couldNot: couldNot ?? 'like-blind', standsFrom: null, isRough: false };
  const point = justStrongEnough(design, violation, rule);
  return {
    ...facts,
    couldNot,
    standsFrom: Math.max(fromBlind, Math.min(point, fromBest)),
    isRough: point > fromBest,
  };
}

type GuessedModel = Pick<JudgedDesign, 'game' | 'guesses' | 'model' | 'runs'>;

/** The right guesses of the best attack on the claim, and how many show an attack, or a weaker one. */
function marksOf({ game, guesses, model, runs }: GuessedModel) {
  const honest = together(mechanismLaw(game, model).law(guesses), runs);
  const blind = together(shiftedLaw(game, 0).law(guesses), runs);
  return {
    honest,
    fromBlind: firstWhere(-1, blind.guesses + 1, (c) => blind.atLeast(c) <= TAKEN_FOR_ATTACK),
    fromBest: mostWith(honest, runs === 1 ? MISJUDGED : MISJUDGED - RUN_MISJUDGED),
  };
}

/**
 * Whether the best attack on the claimed mechanism is told from blind guessing: of several runs, of which so
 * many must count, in enough of them.
 */
export function tellsFromBlind(design: GuessedModel, runsNeeded: number | null): boolean {
  const { fromBlind, fromBest } = marksOf(design);
  return fromBlind <= fromBest && (runsNeeded === null || seeingRuns(design, runsNeeded) !== null);
}

/** Whether so many right guesses show an attack, and none that is weaker than the best one on the claim. */
export function showsBest(design: GuessedModel, right: number): boolean {
  const { fromBlind, fromBest } = marksOf(design);
  return right >= Math.max(fromBlind, fromBest);
}

/** The largest count with P[N < count] <= chance. */
function mostWith({ atLeast, guesses }: RightLaw, chance: number): number {
  return firstWhere(0, guesses + 1, (c) => 1 - atLeast(c) > chance) - 1;
}

/** The right guesses of an attack just strong enough, beside the best, to find the violation often enough. */
function justStrongEnough(design: PlayedDesign, violation: string, { probability }: RefutingRule): number {
  const { game, guesses, model, runs, minPower = ENOUGH_POWER } = design;
  const most = runs * guesses;
  const whole = shiftOf(game, violation, guesses);
  const missing = (mu: number) => minPower - probability(shiftedLaw(game, mu), 'rough');
  if (missing(0) <= 0) return 0;
  if (missing(whole) >= 0) return most + 1;
  const needed = findSignChange(missing, 0, whole, 1e-4).hi / whole;
  return Math.ceil(runs * shiftedLaw(game, needed * shiftOf(game, model, guesses)).mean(guesses));
}

/** Blind guessing passes for an attack in one run at most so often, whether one run tells it or many. */
const PASSES = [1e-5, 1e-4, 0.001, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4];

/**
 * With how many right guesses a run is taken to see, and how many runs have to: as many as nearly always do
 * under the best attack on the claimed mechanism, and hardly ever where too few see for the claim to be
 * refuted and the others are blind. Null where nothing tells the two.
 */
function seeingRuns(
  { game, guesses, model, runs }: GuessedModel,
  runsNeeded: number,
): { readonly eachFrom: number; readonly runsSeeing: number } | null {
  const blind = shiftedLaw(game, 0).law(guesses);
  const honest = mechanismLaw(game, model).law(guesses);
  const others = runs - runsNeeded + 1;
  const marks = PASSES.map((chance) => {
    const eachFrom = firstWhere(-1, guesses + 1, (c) => blind.atLeast(c) <= chance);
    const passing = blind.atLeast(eachFrom);
    const passed = firstWhere(0, others + 1, (n) => binomialTail(others, passing, n) <= TAKEN_FOR_ATTACK);
    const runsSeeing = runsNeeded - 1 + passed;
    return { eachFrom, runsSeeing, kept: binomialTail(runs, honest.atLeast(eachFrom), runsSeeing) };
  });
  const { kept, ...best } = marks.reduce((a, b) => (b.kept > a.kept ? b : a));
  return kept < 1 - RUN_MISJUDGED ? null : best;
}

/**
 * How an attack did beside the best one, what it would have made of the violation, and the shift of the
 * Gaussian on which the best attack does as well: estimates. Of several runs those that are taken to be blind
 * never count; the others share one strength.
 */
export function attackOn(
  design: JudgedDesign,
  standing: Standing,
  right: number,
  each: readonly number[] = [],
): { strength: number | null; power: number | null; shift: number } {
  const { game, guesses, model, violation, runs } = design;
  const { power } = standing;
  const whole = shiftOf(game, model, guesses);
  const shift = shiftOfMean(game, guesses, right / runs);
  if (whole === 0) return { strength: null, power: null, shift };
  const strength = Math.min(1, shift / whole);
  if (violation === null || power === null) return { strength, power: null, shift };
  const blind = blindRuns(design, standing, each);
  if (strength === 1 && blind === 0) return { strength, power, shift };
  if (blind === runs) return { strength, power: 0, shift };
  const blindly = blind * shiftedLaw(game, 0).mean(guesses);
  const ofSeeing = Math.min(1, shiftOfMean(game, guesses, (right - blindly) / (runs - blind)) / whole);
  const shown = shiftedLaw(game, ofSeeing * shiftOf(game, violation, guesses));
  const found = refutingRule(design).probability(shown, 'fine', runs - blind);
  return { strength, power: Math.min(power, found), shift };
}

/** How many runs are likely blind, from how many are taken to see. */
function blindRuns(
  { game, guesses, model, runs }: JudgedDesign,
  { eachFrom }: Standing,
  each: readonly number[],
): number {
  if (eachFrom === undefined || each.length < 2) return 0;
  const honest = mechanismLaw(game, model).law(guesses).atLeast(eachFrom);
  const blind = shiftedLaw(game, 0).law(guesses).atLeast(eachFrom);
  const seeing = each.filter((own) => own >= eachFrom).length;
  return Math.min(runs, Math.max(0, Math.round((runs * honest - seeing) / (honest - blind))));
}

/** When a design refutes: one run from so many right guesses on, several when enough of them have as many. */
export interface RefutingRule {
  readonly refutes: boolean;
  readonly refutedFrom: number | null;
  readonly runsNeeded: number | null;
  /** Of several runs, of which only so many have this law and the others never count. */
  probability(law: MechanismLaw, fineness?: Fineness, seeing?: number): number;
}

function refutingRule(design: JudgedDesign): RefutingRule {
  const { game, guesses, tested, runs, atLeast, tau, judges } = design;
  const played = { m: game.m, k: game.k, guesses, ...oneSide(game.sides) };
  if (runs === 1 || atLeast === undefined) {
    const refutedFrom =
      game.calls === undefined
        ? criticalCount(played, tested, tau, judges)
        : criticalCalls(game.calls, tested, tau);
    return {
      refutes: refutedFrom !== null,
      refutedFrom,
      runsNeeded: null,
      probability: (law, fineness) =>
        refutedFrom === null ? 0 : law.law(guesses, fineness).atLeast(refutedFrom),
    };
  }
  const refutes = (successes: number) =>
    anyJudgeRejects(
      { ...played, correct: atLeast },
      tested,
      clopperPearsonLower(successes, runs, tau),
      judges,
    );
  const runsNeeded = design.runsNeeded ?? (refutes(runs) ? firstWhere(0, runs, refutes) : null);
  return {
    refutes: runsNeeded !== null,
    refutedFrom: null,
    runsNeeded,
    probability: (law, fineness, seeing = runs) =>
      runsNeeded === null || runsNeeded > seeing
        ? 0
        : binomialTail(seeing, law.law(guesses, fineness).atLeast(atLeast), runsNeeded),
  };
}

const together = (one: RightLaw, runs: number) => (runs === 1 ? one : lawOfRuns(one, runs));
