import type { SearchHints, TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { betaNodes, kinks } from '../../games/index.ts';
import { checkTau } from '../../levels.ts';
import { binomialTail, exp, findSignChange, firstWhere, ln, logBinomialTail } from '../../numerics/index.ts';
import { checkObservation } from '../../observation.ts';
import type { Observation } from '../../types.ts';
import { type Bound, type Hypothesis, testedThreshold } from '../bound.ts';
import { ifComputable } from '../if-computable.ts';
import { SMALLEST_TAU } from '../tau.ts';
import { type Chance, chanceWithin, guessedPair } from './right-share.ts';

/** Covers the error of the binomial tails, ten times over. */
const UP = 1 + 1e-10;

/**
 * The exact p-value where canaries do not influence each other: given the coins their scores are independent.
 * Each canary's pair of laws is then a post-processing of the pair with exactly the curve f, so that no
 * attack is right more often than the best one on ideal pairs, which guesses the surest canaries. Beyond the
 * next one lies a share s of all canaries with the law Beta(c' + 1, m - c'), and given it the guesses are
 * right independently, with the share of right ones there (Xiang and others, 2025; docs/bounds.md).
 */
function independentPValue(observation: Observation, f: TradeOff): number {
  const { m, k, guesses, correct } = observation;
  if (correct === 0) return 1;
  if (k > 2) return atMostOne(tailOf(observation, amongOptions(k, f)));
  const pair = guessedPair(observation, f);
  if (guesses === m) return atMostOne(tailOf(observation, chanceWithin(pair, 1)));
  return atMostOne(meanTail(observation, pair));
}

/** Of k options the right one is guessed no more often than by randomised response. */
function amongOptions(k: number, { guarantee }: TradeOff): Chance {
  const odds = exp(-(guarantee?.[0] ?? 0)) * (k - 1);
  return { right: 1 / (1 + odds), wrong: odds / (1 + odds) };
}

function atMostOne(p: number): number {
  return p * UP < SMALLEST_TAU ? Number.MIN_VALUE : Math.min(1, p * UP);
}

/** P[as many right guesses], each right with the same chance. */
function tailOf({ guesses, correct }: Observation, { right, wrong }: Chance): number {
  return right >= 0.5
    ? binomialTail(guesses, right, correct, wrong)
    : exp(logBinomialTail(guesses, right, correct, wrong));
}

/** About so many pieces of eight nodes on a cut's law at first, and the most parts that each is cut into. */
const [PIECES, MOST_PARTS] = [8, 16];
/** Two rules that agree so well are not refined. */
const ENOUGH = 1e-11;

/**
 * The mean of the tail over the law of s. The error is bounded by how far the result still moved when the
 * nodes were last doubled, which is added; where that never settles, as on curves of very many pieces, by
 * the last two moves, of which one may be small by chance.
 */
function meanTail(observation: Observation, pair: ReturnType<typeof guessedPair>): number {
  const { m, guesses } = observation;
  const mode = (guesses + 1) / (m + 1);
  const atMode = tailOf(observation, chanceWithin(pair, mode));
  // The tail is the larger the fewer canaries lie beyond: a small mean has much of it from there.
  const left = -42 + Math.max(-650, ln(Math.max(atMode, Number.MIN_VALUE)));
  const breaks = kinks(pair.curve).map((share) => share / pair.perSide);
  const chance = (share: number) => chanceWithin(pair, share).right;
  const meanWith = (parts: number) => {
    const { shares, weights } = betaNodes(
      guesses + 1,
      m - guesses,
      PIECES,
      breaks,
      [[guesses, chance]],
      left,
      parts,
    );
    return shares.reduce(
      (sum, share, i) => sum + weights[i] * tailOf(observation, chanceWithin(pair, share)),
      0,
    );
  };
  let mean = meanWith(1);
  let [before, moved] = [0, Infinity];
  for (let parts = 2; moved > ENOUGH * mean && parts <= MOST_PARTS; parts *= 2) {
    const finer = meanWith(parts);
    before = moved;
    moved = Math.abs(finer - mean);
    mean = finer;
  }
  return mean + (moved > ENOUGH * mean ? 2 * Math.sqrt(moved * Math.max(before, moved)) : moved);
}

/**
 * The p-value where every canary shows whether it is in: beyond the coins that fell to one side, guesses
 * of it are wrong. Where even that is too small the coins fell oddly, which proves nothing about a mechanism.
 */
function leaksEverything(observation: Observation): number {
  const { k, sides, m, guesses } = observation;
  if (k > 2 || sides === undefined) return 1;
  const told = { curve: { fBar: () => 1, slope: () => 0 }, perSide: 1 } as const;
  return guesses === m ? tailOf(observation, { right: 0.5, wrong: 0.5 }) : meanTail(observation, told);
}

/** Steps towards less privacy are short: far out, some curves are costly. */
const GROWTH = 1.5;

/** About how many standard deviations out a tail begins: nearly a straight line along a family. */
function deviations(p: number): number {
  const side = (half: number) => Math.sqrt(Math.max(0, -2 * ln(2 * half)));
  return p <= 0.5 ? side(p) : -side(Math.max(1 - p, 1e-16));
}

function independentThreshold(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  { start = 1, tolerance = 1e-13, most = Infinity, coarseCurve = curve }: SearchHints,
): number | null {
  // A member that cannot be computed counts as accepted.
  const excess = (f: (t: number) => TradeOff) => (t: number) =>
    ifComputable(() => deviations(independentPValue(observation, f(t))) - deviations(tau), -1);
  const from = (f: (t: number) => TradeOff, inside: number, next: number) => {
    const gap = excess(f);
    let outside = next;
    let lo = inside;
    for (; gap(outside) >= 0; outside = Math.min(most, outside * GROWTH)) {
      if (outside >= most) return most;
      lo = outside;
    }
    return findSignChange(gap, lo, outside, tolerance).lo;
  };
  if (leaksEverything(observation) <= tau || excess(coarseCurve)(0) < 0) return null;
  const coarse = from(coarseCurve, 0, Math.min(start, most));
  if (coarseCurve === curve || coarse >= most || excess(curve)(coarse) < 0) return coarse;
  return from(curve, coarse, Math.min(most, coarse * (1 + 1e-3)));
}

/** The test that is exact where canaries do not influence each other; never part of a worst-case verdict. */
export const independentCanaries: Bound<'independent'> = {
  method: 'independent',
  whyNot: ({ k }, hypothesis) =>
    k > 2 && !isPure(hypothesis)
      ? `method independent needs two options per canary, or a pure epsilon: of ${k} options no single mechanism is the worst for ${hypothesis.name}`
      : null,
  pValue(observation, f) {
    checkObservation(observation);
    const whyNot = this.whyNot(observation, f);
    if (whyNot !== null) throw new InvalidInput(whyNot);
    return independentPValue(observation, f);
  },
  bestCount(observation, tau) {
    const isOdd = (correct: number) => leaksEverything({ ...observation, correct }) <= tau;
    const { guesses } = observation;
    return isOdd(guesses) ? Math.max(0, firstWhere(-1, guesses, isOdd) - 1) : guesses;
  },
  rejects(observation, f, tau) {
    checkTau(tau);
    return tau >= SMALLEST_TAU && this.pValue(observation, f) <= tau;
  },
  threshold(observation, curve, tau, hints = {}) {
    checkObservation(observation);
    checkTau(tau);
    if (tau < SMALLEST_TAU) return null;
    return testedThreshold(
      (t) => ifComputable(() => this.rejects(observation, curve(t), tau), false),
      independentThreshold(observation, curve, tau, hints),
      hints,
    );
  },
};

const isPure = ({ guarantee }: Hypothesis) => guarantee?.[1] === 0;
