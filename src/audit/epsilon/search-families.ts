import { BOUNDS } from '../../bounds/index.ts';
import {
  type Family,
  family as familyOf,
  ownFamily,
  parseClaim,
  parseFamily,
  printNumber,
} from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import type { Method, Scores } from '../../types.ts';
import type { Seen } from '../runs/several-runs.ts';
import { type EmpiricalEpsilon, empiricalEpsilon } from './empirical.ts';
import { throughReplace } from './through-replace.ts';

interface Search {
  readonly game: Scores['kind'];
  readonly seen: Seen;
  readonly delta: number;
  readonly methods: readonly Method[];
  readonly claim: string | null;
}

/** Every family with every method that answers for it; of several numbers of guesses the best, each at its share of tau. */
export function searchFamilies(
  stated: readonly string[] | undefined,
  { game, seen, delta, methods, claim }: Search,
): EmpiricalEpsilon[] {
  const { observations, tau, successes, best } = seen;
  const results: EmpiricalEpsilon[] = [];
  for (const text of stated ?? usualFamilies(claim, delta)) {
    const members = membersFor(text, game);
    const deltas = [familyOf(text).guarantee?.[1] ?? delta];
    for (const method of methods) {
      if (BOUNDS[method].whyNot(observations[0], members) !== null) continue;
      const rows: EmpiricalEpsilon[] = [];
      for (const observation of observations)
        rows.push(...empiricalEpsilon(observation, members, { tau, deltas, method }));
      const row = rows.reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
      if (successes === undefined) results.push(row);
      else {
        // Of several runs the most that can be proved is by all of them reaching the threshold.
        const [most] = empiricalEpsilon(best.observations[0], members, {
          tau: best.tau,
          deltas,
          method,
        });
        results.push({ ...row, largestProvable: most.epsilon });
      }
    }
  }
  return results;
}

/** What is searched unless it is stated: Gaussians, all mechanisms, and of a DP-SGD claim its own kind. */
function usualFamilies(claim: string | null, delta: number): string[] {
  const usual = ['gaussian', `approx-dp(delta=${printNumber(delta)})`];
  const parsed = claim === null ? null : parseClaim(claim);
  const own = parsed === null ? null : ownFamily(parsed);
  return own === null ? usual : [...usual, own];
}

/** The members of a family as the game compares them. */
function membersFor(text: string, game: Scores['kind']): Family {
  const stated = familyOf(text);
  if (game === 'reconstruction') return throughReplace(stated);
  if (parseFamily(text).claim.relation === 'replace')
    throw new InvalidInput(
      `${quoted(stated.name)} is about exchanging a record, but membership scores compare a canary in with the same canary out: search an add-remove family`,
    );
  return stated;
}
