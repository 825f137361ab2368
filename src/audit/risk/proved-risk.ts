import { family as familyOf, gaussianMu, oneOrder, parseFamily, type TradeOff } from '../../claims/index.ts';
import type { Assumption, AuditMethod, Relation } from '../../types.ts';
import type { EmpiricalEpsilon } from '../epsilon/empirical.ts';
import { type DeltaRisk, type PosteriorRisk, type RateRisk, USUAL_RISK } from './claim-risk.ts';
import { posteriorAfterIn, posteriorAtEpsilon } from './posterior.ts';

/**
 * What was proved of the best attack on one record: at least this, at the audit's confidence. Nothing here is
 * above the exact value. A worst-case row says that the mechanism breaks every smaller epsilon at this delta,
 * hence that some outcomes change the odds by e^epsilon; how often they come up is open, so that no advantage
 * and no rate follows (docs/risk.md).
 */
export interface ProvedRisk {
  readonly family: string;
  readonly method: AuditMethod;
  readonly relation: Relation;
  readonly assumption: Assumption;
  /** The family's parameter at the bound. */
  readonly parameter: number;
  /** Of a mechanism in the family; null where nothing follows. */
  readonly advantage: number | null;
  readonly tpr: readonly RateRisk[];
  readonly posterior: readonly PosteriorRisk[];
  /** After some outcomes, which have a probability above delta where what they speak for is so. */
  readonly posteriorAtDelta: readonly DeltaRisk[];
  readonly mu: number | null;
}

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
