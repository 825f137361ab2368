import { boundNamed, independentCanaries } from '../../bounds/index.ts';
import { type Family, family as familyOf, ownFamily, printNumber } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { USUAL_DELTA } from '../../levels.ts';
import { quoted } from '../../quote.ts';
import { type BoundName, METHODS, type Observation, type Scores } from '../../types.ts';
import type { EmpiricalEpsilon } from '../records.ts';
import type { Evidence } from '../runs/several-runs.ts';
import { empiricalEpsilon } from './empirical.ts';
import { throughReplace } from './through-replace.ts';

/** What is searched, and how. */
export interface FamiliesSearch {
  readonly families: readonly (Family | string)[];
  readonly methods?: readonly BoundName[];
  readonly deltas?: readonly number[];
}

/** The epsilon that was proved within each family by each method, and why some methods have no answer. */
export interface ProvedEpsilons {
  readonly results: readonly EmpiricalEpsilon[];
  readonly notes: readonly string[];
}

/**
 * Every family with every method that answers for it. Of several observations, each tested at its share of
 * tau, the one that proves most counts.
 */
export function epsilonOverFamilies(
  { observations, tau, best, successes }: Evidence,
  { families, methods = METHODS, deltas = [USUAL_DELTA] }: FamiliesSearch,
): ProvedEpsilons {
  const results: EmpiricalEpsilon[] = [];
  const notes = new Set<string>();
  for (const given of families) {
    const family = typeof given === 'string' ? familyOf(given) : given;
    for (const method of searchedMethods(family, observations[0], methods)) {
      const whyNot = boundNamed(method).whyNot(observations[0], family);
      if (whyNot !== null) {
        notes.add(`${whyNot}: left out`);
        continue;
      }
      const prove = (observation: Observation, level: number) =>
        empiricalEpsilon(observation, family, { tau: level, deltas, method });
      const rows = largestOfEach(observations.map((observation) => prove(observation, tau)));
      if (successes === undefined) results.push(...rows);
      else {
        // Of several runs the most that can be proved is by all of them reaching the threshold, unless coins
        // would have to fall oddly for that.
        const most = prove(best.observations[0], best.tau);
        results.push(
          ...rows.map((row, i) => ({ ...row, largestProvable: Math.max(row.epsilon, most[i].epsilon) })),
        );
      }
    }
  }
  return { results, notes: [...notes] };
}

/**
 * Besides the methods that are asked for, what the counts prove where canaries do not influence each other:
 * of a family that names the mechanism, for of a guarantee it says next to nothing more.
 */
export function searchedMethods(
  family: Family,
  observation: Observation,
  methods: readonly BoundName[],
): readonly BoundName[] {
  const saysMore =
    family.assumption === 'model-based' && independentCanaries.whyNot(observation, family) === null;
  return saysMore && !methods.includes('independent') ? [...methods, 'independent'] : methods;
}

/** At each delta the row with the largest epsilon, of equal ones the first. */
function largestOfEach(rows: readonly EmpiricalEpsilon[][]): EmpiricalEpsilon[] {
  return rows[0].map((_, i) => rows.map((row) => row[i]).reduce((a, b) => (b.epsilon > a.epsilon ? b : a)));
}

/**
 * What is searched unless it is stated: Gaussians, all mechanisms, and of a DP-SGD claim its own kind.
 *
 * @example
 * usualFamilies(null, [1e-5]); // ['gaussian', 'approx-dp(delta=1e-5)']
 */
export function usualFamilies(claim: string | null, deltas: readonly number[]): string[] {
  const own = claim === null ? null : ownFamily(claim);
  return [
    'gaussian',
    ...deltas.map((delta) => `approx-dp(delta=${printNumber(delta)})`),
    ...(own === null ? [] : [own]),
  ];
}

/** A family as the game compares its members. */
export function familyInGame(text: string, game: Scores['kind']): Family {
  const stated = familyOf(text);
  if (game === 'reconstruction') return throughReplace(stated);
  if (stated.relation === 'replace')
    throw new InvalidInput(
      `${quoted(stated.name)} is about exchanging a record, but membership scores compare a canary in with the same canary out: search an add-remove family`,
    );
  return stated;
}
