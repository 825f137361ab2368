import { checkWhole } from '../check.ts';
import { checkDelta, checkTau, USUAL_DELTA, USUAL_TAU } from '../levels.ts';
import { checkSides } from '../observation.ts';
import { type BoundName, METHODS, type Sides } from '../types.ts';

import type { AuditOptions } from './options.ts';

/** What is asked of an audit: the options that were given, and what holds where they say nothing. */
export interface Asked {
  readonly given: AuditOptions;
  readonly tau: number;
  readonly delta: number;
  /** With the one for independent canaries where the verdict may rest on that. */
  readonly methods: readonly BoundName[];
  readonly sides: Sides;
  readonly lowerIsIn: boolean;
}

export function askedBy(given: AuditOptions): Asked {
  const {
    tau = USUAL_TAU,
    delta = USUAL_DELTA,
    methods = METHODS,
    sides = 'both',
    lowerIsIn = false,
  } = given;
  checkTau(tau);
  checkDelta(delta);
  checkSides(sides);
  if (given.independentGuesses !== undefined) checkWhole('independent guesses', given.independentGuesses, 1);
  const areIndependent = given.assume !== undefined || given.onePerRun === true;
  const named: readonly BoundName[] = areIndependent ? [...methods, 'independent'] : methods;
  return { given, tau, delta, methods: named, sides, lowerIsIn };
}
