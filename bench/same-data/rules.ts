import type { Sides } from '../../src/types.ts';
import { type Cuts, cutsOf, hullOf, middleOf, type Scored, someOf } from './cuts.ts';
import { type Counted, countRight, provedEpsilon, provesAnything } from './one-run.ts';
import { epsilonOfErrors, epsilonOfMu, gaussianMu, limitsAt } from './two-errors.ts';

/** One audit as every rule sees it. */
export interface Audit {
  readonly data: Scored;
  readonly cuts: Cuts;
  /** The number of guesses and the side that were fixed in advance, with what they showed. */
  readonly fixed: Counted;
  readonly tau: number;
  readonly delta: number;
}

export interface Rule {
  readonly key: string;
  readonly name: string;
  /** What it rests on, in a few words. */
  readonly assumption: string;
  /** Whether what it says is a bound at 95% under its assumption. */
  readonly bound: boolean;
  epsilon(audit: Audit): number;
  /** Whether its epsilon is above 0, where that is quicker to say. */
  alarms?(audit: Audit): boolean;
}

export function auditOf(data: Scored, guesses: number, sides: Sides, delta: number, tau = 0.05): Audit {
  return { data, cuts: cutsOf(data), fixed: countRight(data, guesses, sides), tau, delta };
}

/** How many cuts the uncorrected search looks at. */
const SEARCHED_CUTS = 500;
/** The noises of the grid that ends: from the first to the last, in steps. */
const GRID = { first: 0.6, last: 10, step: 0.01 };
/** The fewest false positives that the estimate without an interval wants. */
const FEWEST_WRONG = 50;

/** The numbers of guesses among which the best is taken: every fiftieth part of the canaries. */
const numbersOfGuesses = (m: number) => Array.from({ length: 50 }, (_, i) => Math.round(((i + 1) * m) / 50));

const largest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
const guarantee = (delta: number) => `approx-dp(delta=${delta})`;
const nothingAt = (delta: number) => `approx-dp(epsilon=0, delta=${delta})`;

/** Every number of guesses, with what it shows. */
const everyNumber = ({ data, fixed }: Audit) =>
  numbersOfGuesses(fixed.m)
    .filter((guesses) => fixed.sides === 'both' || guesses < fixed.m)
    .map((guesses) => countRight(data, guesses, fixed.sides));

/** All at or above a cut guessed as in, for each cut at a corner of the hull that accuses somebody. */
const keptGuesses = (cuts: Cuts): Counted[] =>
  hullOf(cuts)
    .slice(1)
    .map(({ inAbove, outAbove }) => ({
      m: cuts.ins + cuts.outs,
      guesses: inAbove + outAbove,
      correct: inAbove,
      sides: 'both',
    }));

export const RULES: readonly Rule[] = [
  {
    key: 'cut-fixed',
    name: 'two errors, cut fixed',
    assumption: 'canaries do not interact; the cut was fixed without the truth',
    bound: true,
    epsilon: ({ cuts, tau, delta }) => epsilonOfErrors(limitsAt(cuts, middleOf(cuts), tau / 2), delta),
  },
  {
    key: 'cut-best',
    name: 'two errors, best cut',
    assumption: `none covers it: the best of up to ${SEARCHED_CUTS} cuts, each limit at 5%`,
    bound: false,
    epsilon: ({ cuts, tau, delta }) =>
      largest(someOf(cuts, SEARCHED_CUTS).map((cut) => epsilonOfErrors(limitsAt(cuts, cut, tau), delta))),
  },
  {
    key: 'cut-kept',
    name: 'two errors, best of the cuts kept',
    assumption: 'none covers it: 5% is shared by as many cuts as the hull of the data has corners',
    bound: false,
    epsilon({ cuts, tau, delta }) {
      const hull = hullOf(cuts);
      const level = tau / (2 * hull.length);
      return largest(hull.map((cut) => epsilonOfErrors(limitsAt(cuts, cut, level), delta)));
    },
  },
  {
    key: 'raw',
    name: 'two errors, no interval',
    assumption: `an estimate: the largest ln(TPR / FPR) with at least ${FEWEST_WRONG} false positives`,
    bound: false,
    epsilon: ({ cuts: { ins, outs, all }, delta }) =>
      largest(
        all
          .filter(({ outAbove }) => outAbove >= FEWEST_WRONG)
          .map(({ inAbove, outAbove }) =>
            Math.log(Math.max(inAbove / ins - delta, 1e-12) / (outAbove / outs)),
          ),
      ),
  },
  {
    key: 'gaussian-fixed',
    name: 'Gaussian through one point, cut fixed',
    assumption:
      'canaries do not interact, the cut was fixed without the truth, and the curve is a Gaussian’s',
    bound: true,
    epsilon: ({ cuts, tau, delta }) =>
      epsilonOfMu(gaussianMu(limitsAt(cuts, middleOf(cuts), tau / 2)), delta),
  },
  {
    key: 'gaussian-kept',
    name: 'Gaussian through the best point, sign dropped',
    assumption: 'none covers it: cuts kept as in C, and the absolute value of mu',
    bound: false,
    epsilon({ cuts, tau, delta }) {
      const hull = hullOf(cuts);
      const errors = hull.map((cut) => limitsAt(cuts, cut, tau / (2 * hull.length)));
      const usable = errors.filter((e) => Math.max(e.falsePositive, e.falseNegative) < 1 - delta);
      return epsilonOfMu(largest(usable.map((e) => Math.abs(gaussianMu(e)))), delta);
    },
  },
  {
    key: 'snj-fixed',
    name: 'one run (2023), guesses fixed',
    assumption: 'fair coins, a number of guesses fixed in advance; any mechanism',
    bound: true,
    epsilon: ({ fixed, tau, delta }) => provedEpsilon(fixed, 'steinke', guarantee(delta), tau, delta),
    alarms: ({ fixed, tau, delta }) => provesAnything(fixed, 'steinke', nothingAt(delta), tau),
  },
  {
    key: 'snj-best',
    name: 'one run (2023), best number of guesses',
    assumption: 'none covers it: the best of 50 numbers of guesses on the same scores',
    bound: false,
    epsilon: (audit) =>
      largest(
        everyNumber(audit).map((counted) =>
          provedEpsilon(counted, 'steinke', guarantee(audit.delta), audit.tau, audit.delta),
        ),
      ),
    alarms: (audit) =>
      everyNumber(audit).some((c) => provesAnything(c, 'steinke', nothingAt(audit.delta), audit.tau)),
  },
  {
    key: 'snj-kept',
    name: 'one run (2023), best of the cuts kept',
    assumption: 'none covers it: as in C, with all at or above a cut guessed as in',
    bound: false,
    epsilon({ cuts, tau, delta }) {
      const kept = keptGuesses(cuts);
      const level = tau / (kept.length + 1);
      return largest(kept.map((c) => provedEpsilon(c, 'steinke', guarantee(delta), level, delta)));
    },
    alarms({ cuts, tau, delta }) {
      const kept = keptGuesses(cuts);
      return kept.some((c) => provesAnything(c, 'steinke', nothingAt(delta), tau / (kept.length + 1)));
    },
  },
  {
    key: 'fdp-fixed',
    name: 'f-DP in one run (Algorithm 3), guesses fixed',
    assumption: 'fair coins, a number of guesses fixed in advance; for an epsilon, a Gaussian’s curve',
    bound: true,
    epsilon: ({ fixed, tau, delta }) => provedEpsilon(fixed, 'paper', 'gaussian', tau, delta),
    alarms: ({ fixed, tau }) => provesAnything(fixed, 'paper', 'perfect()', tau),
  },
  {
    key: 'fdp-best',
    name: 'f-DP in one run, best number of guesses',
    assumption: 'none covers it: the best of 50 numbers of guesses on the same scores',
    bound: false,
    epsilon: (audit) =>
      largest(
        everyNumber(audit).map((counted) =>
          provedEpsilon(counted, 'paper', 'gaussian', audit.tau, audit.delta),
        ),
      ),
    alarms: (audit) => everyNumber(audit).some((c) => provesAnything(c, 'paper', 'perfect()', audit.tau)),
  },
  {
    key: 'fdp-grid',
    name: 'f-DP in one run, a grid of noises that ends',
    assumption: `none covers it: noises ${GRID.first} to ${GRID.last}; where none is refuted, the last is reported`,
    bound: false,
    epsilon(audit) {
      const proved = provedEpsilon(audit.fixed, 'paper', 'gaussian', audit.tau, audit.delta);
      return Math.max(proved, epsilonOfMu(1 / GRID.last, audit.delta));
    },
    alarms: () => true,
  },
  {
    key: 'onerun',
    name: 'onerun, any mechanism',
    assumption: 'fair coins, a number of guesses fixed in advance; any mechanism',
    bound: true,
    epsilon: ({ fixed, tau, delta }) => provedEpsilon(fixed, 'optimal', guarantee(delta), tau, delta),
    alarms: ({ fixed, tau, delta }) => provesAnything(fixed, 'optimal', nothingAt(delta), tau),
  },
  {
    key: 'onerun-gaussian',
    name: 'onerun, Gaussian',
    assumption: 'the same; for an epsilon, a Gaussian’s curve',
    bound: true,
    epsilon: ({ fixed, tau, delta }) => provedEpsilon(fixed, 'optimal', 'gaussian', tau, delta),
    alarms: ({ fixed, tau }) => provesAnything(fixed, 'optimal', 'perfect()', tau),
  },
];
