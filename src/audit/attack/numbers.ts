import { clopperPearsonLower, clopperPearsonUpper } from '../../numerics/index.ts';
import type { AttackNumbers, Estimate, RateNumbers } from '../records.ts';
import { meanLower, meanUpper } from './mean-limits.ts';
import type { ScoreGroups } from './score-groups.ts';

/** What each end of an interval may miss: 95% for both together. */
const EACH_END = 0.025;

/** The false positive rates that are asked about, as one in so many. */
export const ONE_IN = [10, 100, 1000] as const;

/**
 * Walks down the scores once; a threshold lies below each group. The true positives at a threshold chosen on
 * the canaries out are binomial, since those in had no part in the choice: Clopper and Pearson's limits hold
 * for them. The interval of the AUC is Chernoff's for as many pairs as the smaller kind has canaries.
 */
export function attackNumbers({ included, excluded, undecided }: ScoreGroups): AttackNumbers {
  const [members, others] = [total(included), total(excluded)];
  const found = ONE_IN.map(() => ({ falsePositives: 0, truePositives: 0 }));
  let [above, outAbove, pairs, advantage, right] = [0, 0, 0, 0, others];
  for (let group = 0; group < included.length; group++) {
    const [inside, outside] = [included[group], excluded[group]];
    pairs += inside * (others - outAbove - outside) + (inside * outside) / 2;
    above += inside;
    outAbove += outside;
    advantage = Math.max(advantage, above / members - outAbove / others);
    right = Math.max(right, above + others - outAbove);
    for (let n = 0; n < ONE_IN.length; n++)
      if (outAbove <= Math.floor(others / ONE_IN[n]))
        found[n] = { falsePositives: outAbove, truePositives: above };
  }
  return {
    included: members,
    excluded: others,
    auc: meanEstimate(pairs / (members * others), Math.min(members, others), undecided / 2),
    rates: ONE_IN.map((many, n) =>
      others < many
        ? unattainable(many)
        : { fpr: 1 / many, ...found[n], tpr: share(found[n].truePositives, members) },
    ),
    advantage,
    accuracy: right / (members + others),
  };
}

export function unattainable(many: number): RateNumbers {
  return { fpr: 1 / many, falsePositives: null, truePositives: null, tpr: null };
}

/** The average of so many independent values, which is known but for an error. */
export function meanEstimate(value: number, count: number, error = 0): Estimate {
  return {
    value,
    lower: meanLower(value - error, count, EACH_END),
    upper: meanUpper(value + error, count, EACH_END),
  };
}

function share(successes: number, n: number): Estimate {
  return {
    value: successes / n,
    lower: clopperPearsonLower(successes, n, EACH_END),
    upper: clopperPearsonUpper(successes, n, EACH_END),
  };
}

function total(counts: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i];
  return sum;
}
