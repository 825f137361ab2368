import { ln } from '../../numerics/index.ts';
import type { MembershipScores } from '../../types.ts';
import { type Errors, errorLimits } from './error-limits.ts';

/** Scores at or above the threshold are called in; with `lowerIsIn` those at or below it. */
export interface ThresholdRule {
  readonly threshold: number;
  readonly lowerIsIn: boolean;
}

/** Of more scores only so many, evenly spread by rank, are tried as thresholds. */
const MOST_CANDIDATES = 4000;

/** How often a threshold is wrong. */
export function errorsAt(
  { scores, included }: Pick<MembershipScores, 'scores' | 'included'>,
  { threshold, lowerIsIn }: ThresholdRule,
): Errors {
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
 * The threshold that proves the largest epsilon on these runs, of equal ones the one with the fewest errors;
 * midway between two scores. What it proves on the same runs means nothing: they chose it.
 */
export function bestThreshold(
  runs: Pick<MembershipScores, 'scores' | 'included'>,
  lowerIsIn: boolean,
  tau: number,
): number {
  const order = Uint32Array.from(runs.scores, (_, i) => i).sort((a, b) => runs.scores[a] - runs.scores[b]);
  const { scores, included } = runs;
  const first = scores[order[0]];
  const { falsePositives, falseNegatives } = errorsAt(runs, { threshold: first, lowerIsIn: false });
  // From the lowest score upwards: each run that is passed is no longer called in.
  let [called, missed] = [falsePositives.wrong, falseNegatives.wrong];
  const stride = Math.ceil(order.length / MOST_CANDIDATES);
  let due = 0;
  let best = { threshold: first, worth: worthOf(called, missed) };
  function worthOf(above: number, below: number): readonly [number, number] {
    const [outside, inside] = [falsePositives.runs, falseNegatives.runs];
    // Where lower scores are in, those above the threshold are called out.
    const wrong = lowerIsIn ? [outside - above, inside - below] : [above, below];
    const errors = {
      falsePositives: { runs: outside, wrong: wrong[0] },
      falseNegatives: { runs: inside, wrong: wrong[1] },
    };
    const { alpha, beta } = errorLimits(errors, tau);
    const epsilon = Math.max(0, ln((1 - beta) / alpha), ln((1 - alpha) / beta));
    return [epsilon, -wrong[0] / Math.max(1, outside) - wrong[1] / Math.max(1, inside)];
  }
  for (let i = 0; i + 1 < order.length; i++) {
    if (included[order[i]] === 1) missed++;
    else called--;
    const [low, high] = [scores[order[i]], scores[order[i + 1]]];
    if (low === high || i < due) continue;
    due = i + stride;
    const worth = worthOf(called, missed);
    if (worth[0] > best.worth[0] || (worth[0] === best.worth[0] && worth[1] > best.worth[1]))
      best = { threshold: between(low, high, lowerIsIn), worth };
  }
  return best.threshold;
}

/** A number that parts two scores, also where they are neighbours among the doubles. */
function between(low: number, high: number, lowerIsIn: boolean): number {
  const middle = 0.5 * low + 0.5 * high;
  if (middle > low && middle < high) return middle;
  return lowerIsIn ? low : high;
}
