import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { ln } from '../../numerics/index.ts';
import type { MembershipScores } from '../../types.ts';
import type { AuditOptions } from '../options.ts';
import { asOneGame, isOneCanary, type SingleRun } from '../runs/single-canaries.ts';
import { type Errors, errorLimits } from './error-limits.ts';

type Scored = Pick<MembershipScores, 'scores' | 'included'>;

/** A threshold, how many runs chose it, and the others, which are tested with it. */
interface ThresholdDesign {
  readonly threshold: number;
  readonly choosingRuns: number;
  readonly tested: MembershipScores;
}

/** Whether the classical test is asked for. */
export function asksThreshold({ threshold, thresholdRuns, sameCanary }: AuditOptions): boolean {
  return threshold !== undefined || thresholdRuns !== undefined || sameCanary === true;
}

/** Refuses a threshold where runs have more than one canary. */
export function refuseThreshold(options: AuditOptions): void {
  if (asksThreshold(options))
    throw new InvalidInput(
      'invalid threshold; it is for the classical test, of several runs that one and the same canary is in or out of',
    );
}

/** The threshold of the classical test, never chosen by runs that are tested with it. */
export function thresholdDesign(
  runs: readonly SingleRun[],
  options: AuditOptions,
  tau: number,
): ThresholdDesign {
  const { threshold, thresholdRuns, lowerIsIn = false, sameCanary } = options;
  const { methods: method, guesses, atLeast, sides = 'both' } = options;
  const ranks = definedOnly({ method, guesses, atLeast, sides: sides === 'both' ? undefined : sides });
  if (Object.keys(ranks).length > 0)
    throw new InvalidInput(
      'invalid threshold; it calls every run in or out, without ranks to guess by: leave out what is for those',
      Object.keys(ranks),
    );
  if (!isOneCanary(runs, sameCanary))
    throw new InvalidInput(
      'the classical test is for one and the same canary, in or out of every run: give it the same id in all, or where there are no ids state that it is the same; different canaries are tested without a threshold, as one game, which needs a fair coin for each run',
      ['sameCanary'],
    );
  if ((threshold === undefined) === (thresholdRuns === undefined))
    throw new InvalidInput(
      'the classical test needs one threshold of the score: state one that was fixed in advance, or let the first runs choose it, which are then not tested',
      ['threshold', 'thresholdRuns'],
    );
  if (threshold !== undefined) {
    if (!Number.isFinite(threshold))
      throw new InvalidInput(`invalid threshold; must be a finite number: ${threshold}`);
    return { threshold, choosingRuns: 0, tested: asOneGame(runs).scores };
  }
  const choosingRuns = thresholdRuns ?? 0;
  if (!(Number.isSafeInteger(choosingRuns) && choosingRuns >= 1 && choosingRuns < runs.length))
    throw new InvalidInput(
      `invalid threshold-runs; must be a whole number from 1 to one less than the runs (${runs.length}): ${choosingRuns}`,
    );
  return {
    threshold: bestThreshold(asOneGame(runs.slice(0, choosingRuns)).scores, lowerIsIn, tau),
    choosingRuns,
    tested: asOneGame(runs.slice(choosingRuns)).scores,
  };
}

/**
 * How often a threshold is wrong. Scores at or above it are called in, with `lowerIsIn` those at or below it.
 */
export function errorsAt({ scores, included }: Scored, threshold: number, lowerIsIn: boolean): Errors {
  let [outside, called, inside, missed] = [0, 0, 0, 0];
  for (let i = 0; i < scores.length; i++) {
    const calledIn = lowerIsIn ? scores[i] <= threshold : scores[i] >= threshold;
    if (included[i] === 1) {
      inside++;
      if (!calledIn) missed++;
    } else {
      outside++;
      if (calledIn) called++;
    }
  }
  return {
    falsePositives: { runs: outside, wrong: called },
    falseNegatives: { runs: inside, wrong: missed },
  };
}

/**
 * The score that, as a threshold, proves the largest epsilon on these runs, of equal ones that with the
 * smallest shares of errors. What it proves on the same runs means nothing: they chose it.
 */
export function bestThreshold(runs: Scored, lowerIsIn: boolean, tau: number): number {
  let best = { threshold: runs.scores[0], epsilon: -1, wrong: 0 };
  for (const threshold of new Set(runs.scores)) {
    const errors = errorsAt(runs, threshold, lowerIsIn);
    const { alpha, beta } = errorLimits(errors, tau);
    const epsilon = Math.max(0, ln((1 - beta) / alpha), ln((1 - alpha) / beta));
    const wrong = share(errors.falsePositives) + share(errors.falseNegatives);
    if (epsilon > best.epsilon || (epsilon === best.epsilon && wrong < best.wrong))
      best = { threshold, epsilon, wrong };
  }
  return best.threshold;
}

const share = ({ runs, wrong }: Errors['falsePositives']) => wrong / Math.max(1, runs);
