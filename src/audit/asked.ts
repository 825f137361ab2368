import { InvalidInput } from '../errors.ts';
import type { Sides } from '../games/index.ts';
import { checkDelta, checkTau } from '../levels.ts';
import { METHODS, type Method } from '../types.ts';

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
  const { tau = 0.05, delta = 1e-5, methods = METHODS, sides = 'both', lowerIsIn = false } = given;
  checkTau(tau);
  checkDelta(delta);
  if (!['in', 'out', 'both'].includes(sides))
    throw new InvalidInput(`invalid sides; must be in, out or both: ${sides}`);
  return { given, tau, delta, methods, sides, lowerIsIn };
}
