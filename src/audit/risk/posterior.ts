import { exp } from '../../numerics/index.ts';

/** Prior odds against a record being in. */
function oddsAgainst(prior: number): number {
  return (1 - prior) / prior;
}

/**
 * How likely a record is in once an attack says so, Bayes' rule: of those it calls in, a share `tpr` of those
 * who are, a share `fpr` of those who are not. The attack's positive predictive value.
 */
export function posteriorAfterIn(prior: number, tpr: number, fpr: number): number {
  return 1 / (1 + oddsAgainst(prior) * (fpr / tpr));
}

/** The posterior where what is seen is e^epsilon times as likely with the record in as with it out. */
export function posteriorAtEpsilon(prior: number, epsilon: number): number {
  return 1 / (1 + oddsAgainst(prior) * exp(-epsilon));
}
