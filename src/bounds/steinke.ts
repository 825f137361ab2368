import type { TradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkTau } from '../levels.ts';
import { binomialPmf, binomialTail, exp, findSignChange, ln, logBinomialTail } from '../numerics/index.ts';
import { checkObservation } from '../observation.ts';
import type { Observation } from '../types.ts';
import { type Hypothesis, withTestedThreshold } from './bound.ts';
import { SMALLEST_TAU } from './tau.ts';

/** Covers the error of the binomial tails, ten times over. */
const UP = 1 + 1e-10;

/**
 * P[correct >= v] for an (epsilon, delta)-DP mechanism and r guesses on m canaries is at most
 * F(v) + 2 m delta max_i (F(v - i) - F(v)) / i, F(t) = P[Bin(r, e^epsilon / (1 + e^epsilon)) >= t]
 * (Steinke, Nasr and Jagielski, 2023).
 */
function steinkePValue({ m, guesses: r, correct: v }: Observation, epsilon: number, delta: number): number {
  const q = 1 / (1 + exp(-epsilon));
  const rest = exp(-epsilon) / (1 + exp(-epsilon));
  const tail = exp(logBinomialTail(r, q, v, rest));
  const leak = delta === 0 || v === 0 ? 0 : 2 * m * delta * steepestMean(r, v, q, rest);
  const bound = (tail + leak) * UP;
  return bound < SMALLEST_TAU ? Number.MIN_VALUE : Math.min(1, bound);
}

/**
 * max over 1 <= i <= v of (F(v - i) - F(v)) / i, the largest mean of the probabilities just below v. They
 * rise towards the mode and fall beyond it, so the mean does not rise again once a probability beyond the
 * mode falls below it.
 */
function steepestMean(n: number, v: number, p: number, q: number): number {
  // So far above the mode that the sum there is taken from the tails at once; the mean still rises there.
  const top = Math.min(v - 1, Math.ceil(n * p + 20 * Math.sqrt(n * p * q) + 20));
  let sum = top < v - 1 ? binomialTail(n, p, top + 1, q) - binomialTail(n, p, v, q) : 0;
  let term = binomialPmf(n, p, top, q);
  let best = 0;
  for (let x = top; x >= 0; x--) {
    sum += term;
    const mean = sum / (v - x);
    if (mean > best) best = mean;
    if (x < n * p && term < 0.5 * mean) break;
    term *= (x / (n - x + 1)) * (q / p);
  }
  return best;
}

function guaranteeOf(f: TradeOff): readonly [number, number] {
  if (f.guarantee === undefined) throw new InvalidInput(notAGuarantee(f));
  return f.guarantee;
}

function notAGuarantee({ name }: Hypothesis): string {
  return `method steinke tests (epsilon, delta) claims only, not ${name}`;
}

/** The (epsilon, delta) baseline for membership, k = 2. */
export const steinke = withTestedThreshold({
  method: 'steinke',
  whyNot(observation, f) {
    if (observation.k !== 2) return `method steinke needs two options per canary, not ${observation.k}`;
    return f.guarantee === undefined ? notAGuarantee(f) : null;
  },
  pValue(observation, f) {
    checkMembership(observation);
    const [epsilon, delta] = guaranteeOf(f);
    return steinkePValue(observation, epsilon, delta);
  },
  rejects(observation, f, tau) {
    checkTau(tau);
    return tau >= SMALLEST_TAU && this.pValue(observation, f) <= tau;
  },
  threshold(observation, curve, tau) {
    checkTau(tau);
    const excess = (t: number) => ln(tau) - ln(this.pValue(observation, curve(t)));
    if (tau < SMALLEST_TAU || excess(0) < 0) return null;
    let outside = 1;
    while (excess(outside) >= 0) outside *= 2;
    return findSignChange(excess, 0, outside).lo;
  },
});

function checkMembership(observation: Observation): void {
  checkObservation(observation);
  if (observation.k !== 2)
    throw new InvalidInput(`invalid options; method steinke needs 2: ${observation.k}`);
}
