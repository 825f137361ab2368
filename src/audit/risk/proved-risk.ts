import { family as familyOf, gaussianMu, oneOrder, parseFamily, type TradeOff } from '../../claims/index.ts';
import type { EmpiricalEpsilon, ProvedRisk } from '../records.ts';
import { USUAL_RISK } from './claim-risk.ts';
import { posteriorAfterIn, posteriorAtEpsilon } from './posterior.ts';

/**
 * The risk within each family in which something was proved, by the method that proved most, whatever the
 * canaries do to each other.
 */
export function provedRisks(results: readonly EmpiricalEpsilon[]): ProvedRisk[] {
  const best = new Map<string, EmpiricalEpsilon>();
  for (const row of results) {
    if (row.assumption === 'independent-canaries') continue;
    const before = best.get(row.family);
    if (row.epsilon > (before?.epsilon ?? 0)) best.set(row.family, row);
  }
  return [...best.values()].flatMap((row) =>
    row.parameter === null ? [] : [provedRisk(row, row.parameter)],
  );
}

function provedRisk(row: EmpiricalEpsilon, parameter: number): ProvedRisk {
  const { family, method, assumption, delta, epsilon } = row;
  const { claim, free } = parseFamily(family);
  const member = { ...claim, parameters: { ...claim.parameters, [free]: parameter } };
  const f = assumption === 'model-based' ? familyOf(family).at(parameter) : null;
  const tpr = f === null ? [] : USUAL_RISK.fprs.map((fpr) => ({ fpr, tpr: tprAtLeast(f, fpr) }));
  return {
    family,
    method,
    relation: claim.relation,
    assumption,
    parameter,
    advantage: f === null ? null : Math.max(0, f.delta(0) - slack(f)),
    tpr,
    posterior: tpr.flatMap(({ fpr, tpr: rate }) =>
      USUAL_RISK.priors.map((prior) => ({
        prior,
        fpr,
        posterior: atLeast(posteriorAfterIn(prior, rate, fpr)),
      })),
    ),
    posteriorAtDelta: USUAL_RISK.priors.map((prior) => ({
      prior,
      delta,
      epsilon,
      posterior: atLeast(posteriorAtEpsilon(prior, epsilon)),
    })),
    mu: f === null ? null : gaussianMu(member),
  };
}

/**
 * Where the two orders of neighbours differ, the true positive rate is that of the order that says in: the
 * curve that holds for both may lie above it.
 */
function tprAtLeast(f: TradeOff, fpr: number): number {
  return Math.max(fpr, oneOrder(f, 'in').fBar(fpr) - slack(f));
}

/** Curves err towards less privacy, by at most their gap of f or of fBar, neither of which exceeds 1. */
function slack({ gap }: TradeOff): number {
  return 2 * gap;
}

/** The rounding of Bayes' rule, downwards. */
function atLeast(posterior: number): number {
  return posterior * (1 - 2 ** -48);
}
