import { binomialTail, firstWhere } from '../../numerics/index.ts';
import { anyJudgeRejects, criticalCount, type Judges, type PlannedGame } from './critical.ts';
import { expectedFromRuns, levelOfRuns, type Setting } from './expected.ts';

/** How several runs of one game are judged together. */
export interface RunThreshold {
  /** From how many right guesses on a run counts. */
  readonly atLeast: number;
  /** How many runs must count so that the claim is refuted; null where not even all of them refute it. */
  readonly runsNeeded: number | null;
  /** The probability that a mechanism with the violation is refuted. */
  readonly power: number;
}

type RefutingThreshold = RunThreshold & { readonly runsNeeded: number };

/** Up to so many numbers of runs, or thresholds, each is looked at; of more, so many and what is near. */
const FEW = 32;
/** Numbers of right guesses that are less likely than this are not looked at. */
const UNLIKELY = 3e-5;
/** Thresholds among which the expected epsilon decides. */
const MANY = 256;

/** The least power that counts as equal to the largest: a thousandth less, unless all are small. */
export function equalPower(most: number): number {
  return most - Math.min(1e-3, 0.1 * most);
}

/** The greatest probability, over all thresholds, that runs of the violation refute the claim. */
export function greatestPower(game: PlannedGame, setting: Setting, judges: Judges): number {
  return refutingThresholds(game, setting, judges).reduce((most, { power }) => Math.max(most, power), 0);
}

/**
 * Where the aim is power, the threshold with the greatest; among those with power `least` or more, which by
 * default are those that count as equal to the greatest, the one with the largest expected epsilon. Where the
 * aim is epsilon, the threshold that proves most.
 */
export function bestRunThreshold(
  game: PlannedGame,
  setting: Setting,
  judges: Judges,
  least?: number,
): RunThreshold {
  if (setting.aim === 'epsilon') return thresholdAt(game, mostProving(game, setting), setting, judges);
  const { design } = setting;
  const found = refutingThresholds(game, setting, judges);
  if (found.length === 0) return { atLeast: mostProving(game, setting), runsNeeded: null, power: 0 };
  const best = found.reduce((a, b) => (b.power > a.power ? b : a));
  const enough = Math.min(best.power, least ?? equalPower(best.power));
  const counts = design.broken.law(game.guesses, 'rough').atLeast;
  const power = (atLeast: number) => {
    const needed = found.find((each) => each.atLeast <= atLeast)?.runsNeeded;
    return needed === undefined ? 0 : binomialTail(setting.runs, counts(atLeast), needed);
  };
  const lowest = found[found.length - 1].atLeast;
  // Beyond the last threshold that the violation reaches often enough in some run, power is too small.
  const beyond = firstWhere(
    best.atLeast,
    game.guesses + 1,
    (c) => binomialTail(setting.runs, counts(c), 1) < enough,
  );
  const equals = evenly(lowest, beyond - 1, MANY).filter((c) => c !== best.atLeast && power(c) >= enough);
  const atLeast = largestAmong(
    [best.atLeast, ...equals].sort((a, b) => a - b),
    (c) => quickEpsilonOfRuns(game, c, setting),
  );
  return thresholdAt(game, atLeast, setting, judges);
}

/** What a threshold that was fixed comes to: the fewest runs that refute, and its power. */
export function thresholdAt(
  game: PlannedGame,
  atLeast: number,
  setting: Setting,
  judges: Judges,
): RunThreshold {
  const { design, runs } = setting;
  const refutes = (successes: number) =>
    anyJudgeRejects({ ...game, correct: atLeast }, design.tested, levelOfRuns(successes, setting), judges);
  if (!refutes(runs)) return { atLeast, runsNeeded: null, power: 0 };
  const runsNeeded = firstWhere(0, runs, refutes);
  const power = binomialTail(runs, design.broken.law(game.guesses).atLeast(atLeast), runsNeeded);
  return { atLeast, runsNeeded, power };
}

/** The epsilon expected of honest runs, or what grows with it, at little cost. */
export function quickEpsilonOfRuns(game: PlannedGame, atLeast: number, setting: Setting): number {
  return expectedFromRuns(game, atLeast, setting, setting.family.rank, 'rough');
}

/** The threshold with which honest runs are expected to prove most, whatever it refutes. */
export function mostProving(game: PlannedGame, setting: Setting): number {
  return largestAmong(honestCounts(game, setting), (c) => quickEpsilonOfRuns(game, c, setting));
}

/**
 * For each number s of runs that must count, the fewest right guesses that make a run count: P[Bin(runs,
 * p(c)) >= s] <= tau. A smaller c is not allowed, a larger one has less power; so these hold the best of all
 * pairs. With many runs, numbers s around the best of some; by all methods, those next to the quick best.
 */
function refutingThresholds(game: PlannedGame, setting: Setting, judges: Judges): RefutingThreshold[] {
  const { design, runs } = setting;
  const counts = design.broken.law(game.guesses, 'rough').atLeast;
  const among = (numbers: readonly number[]) =>
    numbers.flatMap((runsNeeded) => {
      const atLeast = criticalCount(game, design.tested, levelOfRuns(runsNeeded, setting), judges);
      if (atLeast === null) return [];
      return [{ atLeast, runsNeeded, power: binomialTail(runs, counts(atLeast), runsNeeded) }];
    });
  const around = (found: readonly RefutingThreshold[], width: number) => {
    if (found.length === 0) return [];
    const { runsNeeded } = found.reduce((a, b) => (b.power > a.power ? b : a));
    return evenly(Math.max(1, runsNeeded - width), Math.min(runs, runsNeeded + width), 2 * width + 1);
  };
  if (judges === 'all') return among(around(refutingThresholds(game, setting, 'quick'), 2));
  const some = among(evenly(1, runs, FEW));
  return runs <= FEW ? some : among(around(some, Math.ceil(runs / FEW)));
}

/** The numbers of right guesses that honest runs have. */
function honestCounts(game: PlannedGame, { design }: Setting): number[] {
  const { quantile } = design.honest.law(game.guesses, 'rough');
  return evenly(Math.max(1, quantile(UNLIKELY)), Math.max(1, quantile(1 - UNLIKELY)), MANY);
}

/** Whole numbers from low to high, evenly spread: all of them, or about `most`. */
function evenly(low: number, high: number, most: number): number[] {
  const count = Math.min(most, high - low + 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    count === 1 ? low : Math.round(low + ((high - low) * i) / (count - 1)),
  );
}

/**
 * Where a function that rises and then falls is largest, up to small steps against that: at a few places,
 * then at more between the neighbours of the best.
 */
function largestAmong(places: readonly number[], value: (place: number) => number): number {
  const known = new Map<number, number>();
  const at = (i: number) => {
    const found = known.get(i) ?? value(places[i]);
    known.set(i, found);
    return found;
  };
  let [low, high] = [0, places.length - 1];
  for (;;) {
    const tried = evenly(low, high, 7);
    const best = tried.reduce((a, b) => (at(b) > at(a) ? b : a));
    if (high - low < 7) return places[best];
    const i = tried.indexOf(best);
    [low, high] = [tried[Math.max(0, i - 1)], tried[Math.min(tried.length - 1, i + 1)]];
  }
}
