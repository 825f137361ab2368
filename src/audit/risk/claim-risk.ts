import { checkProbability } from '../../check.ts';
import { gaussianMu, parseClaim, type TradeOff, tradeOff } from '../../claims/index.ts';
import { checkDelta, USUAL_DELTA } from '../../levels.ts';
import type { Claim } from '../../types.ts';
import type { ClaimRisk } from '../records.ts';
import { posteriorAfterIn, posteriorAtEpsilon } from './posterior.ts';

/** The rates, priors and deltas at which a risk is stated. */
export interface RiskOptions {
  /** False positive rates: 1% and 0.1% unless stated. */
  readonly fprs?: readonly number[];
  /** How likely the record is in before anything is seen: 50% and 1% unless stated. */
  readonly priors?: readonly number[];
  /** 1e-5 unless stated, or of a claim that is one guarantee its own. */
  readonly deltas?: readonly number[];
}

export const USUAL_RISK = { fprs: [0.01, 0.001], priors: [0.5, 0.01] } as const;

/**
 * What a claim allows an attack on one record, in words that other fields use: advantage, true positive rates
 * at low false positive rates, posterior probabilities.
 *
 * @example
 * const { advantage, tpr } = claimRisk('gaussian(sigma=1)'); // 0.3829, and tpr[0].tpr = 0.0924 at FPR 1%
 */
export function claimRisk(given: Claim | string, options: RiskOptions = {}): ClaimRisk {
  const claim = typeof given === 'string' ? parseClaim(given) : given;
  return riskOfCurve(tradeOff(claim), gaussianMu(claim), options);
}

/** The same of a curve that is at hand. */
export function riskOfCurve(f: TradeOff, mu: number | null, options: RiskOptions = {}): ClaimRisk {
  const { fprs = USUAL_RISK.fprs, priors = USUAL_RISK.priors } = options;
  const { deltas = [f.guarantee?.[1] ?? USUAL_DELTA] } = options;
  for (const fpr of fprs) checkProbability('fpr', fpr);
  for (const prior of priors) checkProbability('prior', prior);
  deltas.forEach(checkDelta);
  const tpr = fprs.map((fpr) => ({ fpr, tpr: f.fBar(fpr) }));
  return {
    claim: f.name,
    relation: f.relation,
    // The largest fBar(x) - x is the profile at epsilon 0.
    advantage: f.delta(0),
    tpr,
    posterior: tpr.flatMap(({ fpr, tpr: rate }) =>
      priors.map((prior) => ({ prior, fpr, posterior: atMost(posteriorAfterIn(prior, rate, fpr)) })),
    ),
    posteriorAtDelta: deltas.flatMap((delta) => {
      const epsilon = f.epsilon(delta);
      return priors.map((prior) => ({
        prior,
        delta,
        epsilon,
        posterior: atMost(posteriorAtEpsilon(prior, epsilon)),
      }));
    }),
    mu,
  };
}

/** Bayes' rule takes four operations: their rounding, and the exponential's, upwards. */
function atMost(posterior: number): number {
  return Math.min(1, posterior * (1 + 2 ** -48));
}
