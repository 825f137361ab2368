import type { AttackDescription, AttackNumbers, AttackTogether, RateNumbers } from '../records.ts';
import { meanEstimate, ONE_IN, unattainable } from './numbers.ts';

/** Said wherever one of these numbers is shown. */
const ATTACK_LABEL = 'describes this attack on these canaries; proves nothing about the claim';

/** Null where no run has numbers. */
export function describeAttack(runs: readonly (AttackNumbers | null)[]): AttackDescription | null {
  const known = runs.filter((run) => run !== null);
  if (known.length === 0) return null;
  return {
    assumption: 'descriptive',
    label: ATTACK_LABEL,
    confidence: 0.95,
    runs,
    together: known.length > 1 ? together(known) : null,
  };
}

/**
 * Averages of independent values whose means differ from run to run: Chernoff's limits hold for the average
 * of the means, where the binomial distribution does not.
 */
function together(runs: readonly AttackNumbers[]): AttackTogether {
  const sum = (of: (run: AttackNumbers) => number) => runs.reduce((before, run) => before + of(run), 0);
  const pairs = ({ included, excluded }: AttackNumbers) => Math.min(included, excluded);
  const count = sum(pairs);
  return {
    runs: runs.length,
    auc: meanEstimate(
      sum((run) => (run.auc.value * pairs(run)) / count),
      count,
    ),
    rates: ONE_IN.map((many, n): RateNumbers => {
      if (runs.some(({ rates }) => rates[n].tpr === null)) return unattainable(many);
      const truePositives = sum(({ rates }) => rates[n].truePositives ?? 0);
      const members = sum(({ included }) => included);
      return {
        fpr: 1 / many,
        falsePositives: sum(({ rates }) => rates[n].falsePositives ?? 0),
        truePositives,
        tpr: meanEstimate(truePositives / members, members),
      };
    }),
    advantage: sum(({ advantage }) => advantage) / runs.length,
    accuracy:
      sum((run) => run.accuracy * (run.included + run.excluded)) / sum((run) => run.included + run.excluded),
  };
}
