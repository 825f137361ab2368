import type { Plan } from '../../src/audit/index.ts';

/** The part of a plan for several runs that the tests ask for. */
export function runsOf(found: Plan) {
  const { runs, atLeast, runsNeeded } = found;
  if (runs === undefined || atLeast === undefined || runsNeeded === undefined || runsNeeded === null)
    throw new Error(`not a plan for several runs that can refute: ${JSON.stringify(found.chosen)}`);
  return { runs, atLeast, runsNeeded, guesses: found.chosen.guesses, power: found.chosen.power };
}
