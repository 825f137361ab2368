import { LastUsed } from '../../last-used.ts';
import type { PlannedGame } from './critical.ts';
import { expectedEpsilon, expectedFromRuns, type Setting } from './expected.ts';
import type { PlanFamily } from './family.ts';
import { powerOf } from './judge.ts';
import { type AimedOptions, checkedRequest, guessesToTry, type PlanOptions } from './request.ts';
import {
  bestRunThreshold,
  equalPower,
  greatestPower,
  mostProving,
  quickEpsilonOfRuns,
} from './run-threshold.ts';
import { tellsFromBlind } from './standing.ts';
import { violationOrNull } from './violation.ts';

/** The epsilon that the best number of guesses is expected to prove, by Algorithm 3. */
export function plannedEpsilon(options: PlanOptions): number {
  return knownFor(epsilons, options, () => {
    const request = checkedRequest(options);
    const { family, game } = request;
    const proved: PlanFamily['rank'] = (observation, level) => family.epsilon(observation, level, 'paper');
    const expected = (guesses: number) =>
      request.runs === 1
        ? expectedEpsilon(game(guesses), request, proved)
        : expectedFromRuns(game(guesses), mostProving(game(guesses), request), request, proved);
    return Math.max(...guessesToTry(options).map(expected));
  });
}

/** What the claim says of epsilon at the plan's delta: no honest run proves more. */
export function claimedEpsilon(options: PlanOptions): number {
  return checkedRequest(options).family.claimed;
}

/**
 * The number of guesses that a plan would choose; where there is nothing to plan against, half of the
 * canaries.
 */
export function plannedGuesses(options: AimedOptions): number {
  if (nothingToPlanAgainst(options)) return options.guesses ?? halfOf(options.m);
  return knownFor(choices, options, () => {
    const request = checkedRequest(options);
    const { game, aim } = request;
    const powers = aim === 'epsilon' ? quickPowers(options) : comparedPowers(options);
    const least = aim === 'epsilon' ? 0 : equalPower(Math.max(...powers.map(({ power }) => power)));
    const best = powers.filter(({ power }) => power >= least);
    if (best.length === 1) return best[0].guesses;
    return best
      .map(({ guesses }) => ({ guesses, epsilon: quickEpsilon(game(guesses), request, least) }))
      .reduce((a, b) => (b.epsilon > a.epsilon ? b : a)).guesses;
  });
}

/** So many numbers of guesses, the best by the quick methods, are compared by all. */
const FINALISTS = 5;

/**
 * The powers by which numbers of guesses are compared. For one run the quick methods rank them as all methods
 * do. Several runs are tested at levels far above tau, where Algorithm 3 is weaker: there the best are judged
 * by all methods, unless they are nearly certain anyway.
 */
function comparedPowers(options: AimedOptions): GuessesWithPower[] {
  const powers = quickPowers(options);
  const request = checkedRequest(options);
  const most = Math.max(...powers.map(({ power }) => power));
  if (request.runs === 1 || most === 0 || most >= equalPower(1)) return powers;
  return powers
    .toSorted((a, b) => b.power - a.power)
    .slice(0, FINALISTS)
    .map(({ guesses }) => ({ guesses, power: greatestPower(request.game(guesses), request, 'all') }));
}

/** The greatest power of any number of guesses, by the methods that take no time. */
export function quickPower(options: PlanOptions): number {
  return Math.max(...quickPowers(options).map(({ power }) => power));
}

/** The power of the design that a plan chooses, by all methods. */
export function plannedPower(options: PlanOptions): number {
  return knownFor(plannedPowers, options, () => {
    const request = checkedRequest(options);
    const game = request.game(plannedGuesses(options));
    return request.runs === 1
      ? powerOf(game, request.design, request.tau, 'all').power
      : bestRunThreshold(game, request, 'all').power;
  });
}

/** Whether the design that a plan chooses tells the best attack on the claim from blind guessing. */
export function seesAttacks(options: PlanOptions): boolean {
  const request = checkedRequest(options);
  const { played, model, runs, game } = request;
  const guesses = plannedGuesses(options);
  const needed = runs === 1 ? null : bestRunThreshold(game(guesses), request, 'all').runsNeeded;
  return tellsFromBlind({ game: played, guesses, model, runs }, needed);
}

interface GuessesWithPower {
  readonly guesses: number;
  readonly power: number;
}

function quickPowers(options: AimedOptions): GuessesWithPower[] {
  const request = checkedRequest(options);
  const { design, tau, game } = request;
  return guessesToTry(options).map((guesses) => ({
    guesses,
    power:
      request.runs === 1
        ? powerOf(game(guesses), design, tau, 'quick').power
        : greatestPower(game(guesses), request, 'quick'),
  }));
}

/** The expected epsilon, or what grows with it, of a number of guesses with at least this power. */
function quickEpsilon(game: PlannedGame, setting: Setting, least: number): number {
  if (setting.runs === 1) return expectedEpsilon(game, setting, setting.family.rank, 'rough');
  const { atLeast } = bestRunThreshold(game, setting, 'quick', least);
  return quickEpsilonOfRuns(game, atLeast, setting);
}

/** Whether no violation is stated and the claim has no usual one, as perfect privacy has none. */
export function nothingToPlanAgainst({ claim, violation, model, k = 2 }: PlanOptions): boolean {
  return k === 2 && violationOrNull(claim, violation, model) === null;
}

/** About half of the canaries, an even number: near the best for a leak that hardly shows. */
function halfOf(m: number): number {
  return Math.max(1, 2 * Math.floor(m / 4));
}

const epsilons = new LastUsed<string, number>(100);
const choices = new LastUsed<string, number>(100);
const plannedPowers = new LastUsed<string, number>(100);

/** Audits of many runs of one design ask for the same again. */
function knownFor<T>(known: LastUsed<string, T>, { seed: _, ...options }: AimedOptions, compute: () => T): T {
  return known.get(JSON.stringify(options), compute);
}
