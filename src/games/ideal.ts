import { checkPositive } from '../check.ts';
import { InvalidInput } from '../errors.ts';
import { exp, findSignChange, ln, log1p, logNormalCdf, normalMean, type Random } from '../numerics/index.ts';
import { checkObservation } from '../observation.ts';
import { drawAssignment, observe } from './game.ts';
import { guessByRank, keepMostConfident } from './guesses.ts';

/**
 * The idealised setting (paper, Algorithm 4): a Gaussian sum of orthogonal canaries and the optimal attack on
 * it.
 */
export interface IdealSetting {
  readonly sigma: number;
  readonly m: number;
  readonly guesses: number;
  readonly k: number;
}

/**
 * The expected fraction of right guesses, in closed form: for k = 2 as m grows (within 0.3% already at m =
 * 100), for k > 2 without abstention at every m. With abstention and k > 2 there is none: simulate.
 */
export function idealFraction(setting: IdealSetting): number {
  checkIdealSetting(setting);
  const { sigma, m, guesses, k } = setting;
  if (k === 2) {
    const wide = 2 * sigma;
    const logIn = (t: number) => logNormalCdf((1 - t) / wide);
    const logOut = (t: number) => logNormalCdf((-1 - t) / wide);
    const target = ln(guesses / m);
    // The upper half of the guesses: the scores above t.
    const excess = (t: number) => logIn(t) + log1p(exp(logOut(t) - logIn(t))) - target;
    let high = 1;
    while (excess(high) >= 0) high *= 2;
    const t = guesses === m ? 0 : findSignChange(excess, 0, high, 1e-14).lo;
    return 1 / (1 + exp(logOut(t) - logIn(t)));
  }
  if (guesses < m)
    throw new InvalidInput('no closed form for more than two options with abstention; simulate it');
  const shift = Math.SQRT1_2 / sigma;
  return normalMean((z) => exp((k - 1) * logNormalCdf(z + shift)));
}

/** Plays the idealised setting once and counts the right guesses, exactly `guesses` of them made. */
export function simulateIdeal(setting: IdealSetting, random: Random): number {
  checkIdealSetting(setting);
  const { sigma, m, guesses, k } = setting;
  const assignment = drawAssignment(m, k, random.split('assignment'));
  const noise = random.split('noise');
  const ties = random.split('ties');
  if (k === 2) {
    const scores = new Float64Array(m);
    for (let i = 0; i < m; i++) scores[i] = 2 * assignment[i] - 1 + 2 * sigma * noise.normal();
    return observe(assignment, guessByRank(scores, guesses, 'both', ties), k, guesses).correct;
  }
  const answers = new Int32Array(m);
  const confidence = new Float64Array(m);
  const spread = Math.SQRT2 * sigma;
  // The posterior of the best option, from exponents relative to a running maximum.
  const weight = 1 / (2 * sigma * sigma);
  for (let i = 0; i < m; i++) {
    let best = -Infinity;
    let sum = 0;
    for (let j = 0; j < k; j++) {
      const score = weight * ((j === assignment[i] ? 1 : 0) + spread * noise.normal());
      if (score > best) {
        sum = sum * exp(best - score) + 1;
        best = score;
        answers[i] = j;
      } else if (guesses < m) sum += exp(score - best);
    }
    confidence[i] = 1 / sum;
  }
  return observe(assignment, keepMostConfident(answers, confidence, guesses, ties), k, guesses).correct;
}

function checkIdealSetting({ sigma, m, guesses, k }: IdealSetting): void {
  checkPositive('sigma', sigma);
  checkObservation({ m, k, guesses, correct: 0 });
  if (guesses === 0) throw new InvalidInput('invalid guesses; must be at least 1: 0');
}
