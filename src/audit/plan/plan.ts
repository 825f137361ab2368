import type { Plan } from '../records.ts';
import { plannedGuesses } from './choice.ts';
import { typicalEpsilon } from './expected.ts';
import { guessesForIndependent } from './independent-guesses.ts';
import { judge } from './judge.ts';
import { remediesOf } from './remedies.ts';
import { type AimedOptions, checkedRequest, guessesToTry, type PlanOptions } from './request.ts';
import { standingOf } from './standing.ts';

/**
 * Plans an audit from (m, k, claim) and a model of the mechanism, before any training: the number of guesses
 * by rank that is most likely to catch the violation, and among equals proves the largest epsilon. Canaries
 * are taken as independent and the attack as the best; a real attack does worse. Numbers of guesses are
 * compared by Algorithm 3, which is quick and ranks them alike; the one that is chosen is then judged by all
 * methods, the optimal test among them.
 *
 * With several `runs` it also chooses from how many right guesses on a run counts, and how many runs must:
 * the claim is refuted when P[Bin(runs, p) >= those that counted] <= tau, p being the p-value of the
 * threshold in one run. All of it is fixed with the plan, the number of runs too.
 *
 * @example
 * const { chosen } = plan({ m: 1000, claim: 'gaussian(sigma=1)' }); // chosen.guesses, chosen.power
 *
 * @example
 * const five = plan({ m: 200, runs: 5, claim: 'gaussian(sigma=1)' }); // five.atLeast, five.runsNeeded
 */
export function plan(options: PlanOptions): Plan {
  return planAimedAt(options);
}

/** The same for either aim. */
export function planAimedAt(options: AimedOptions): Plan {
  const request = checkedRequest(options);
  const { m, k, runs, tau, family, claim, model, violation, game } = request;
  const guesses = plannedGuesses(options);
  const chosen = judge(game(guesses), request, 'all');
  const standing = standingOf({
    game: request.played,
    guesses,
    tested: request.design.tested,
    model,
    violation,
    runs,
    atLeast: chosen.atLeast,
    tau,
    judges: 'all',
  });
  const rows = guessesToTry(options).map((n) => (n === guesses ? chosen : judge(game(n), request, 'quick')));
  const independentGuesses = guessesForIndependent(options);
  const note =
    typicalEpsilon(game(guesses), request, chosen.atLeast) > family.claimed
      ? `within ${family.name} an honest run of ${model} seems to prove more than is claimed, for the family does not fit it: the expected epsilon is cut at the claim's`
      : null;
  return {
    schema: 'onerun-plan/1',
    m,
    k,
    ...(runs === 1 ? {} : { runs, atLeast: chosen.atLeast, runsNeeded: chosen.runsNeeded }),
    tau,
    delta: family.delta,
    claim,
    model,
    violation,
    family: family.name,
    ...(independentGuesses === null ? {} : { independentGuesses }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(k === 2 ? { sides: options.sides ?? 'both', lowerIsIn: options.lowerIsIn ?? false } : {}),
    standing,
    ...(request.aim === 'power' ? remediesOf(m, standing, designWithoutSize(options)) : {}),
    ...(note === null ? {} : { note }),
    chosen,
    rows,
  };
}

function designWithoutSize({ m: _, guesses: __, seed: ___, family, ...options }: PlanOptions) {
  return family === undefined ? options : { ...options, families: [family] };
}
