import { checkDelta, checkTau, USUAL_DELTA, USUAL_TAU } from '../levels.ts';
import { checkSides } from '../observation.ts';
import { METHODS, type Method, type Sides } from '../types.ts';

import type { AuditOptions } from './options.ts';

/** What is asked of an audit: the options that were given, and what holds where they say nothing. */
export interface Asked {
  readonly given: AuditOptions;
  readonly tau: number;
  readonly delta: number;
  readonly methods: readonly Method[];
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
  return { given, tau, delta, methods, sides, lowerIsIn };
}
