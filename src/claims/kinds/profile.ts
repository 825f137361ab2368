import { profileCurve } from '../curves/profile.ts';
import type { Kind, PairFault } from './kind.ts';
import { deltaParameter, epsilonParameter } from './parameter.ts';

/** Several (epsilon, delta) guarantees at once. */
export const profileKind: Kind = {
  name: 'profile',
  example: 'profile(0.5:0.2, 1:0.05, 3:1e-6)',
  parameters: [],
  list: { of: 'pairs', written: 'epsilon:delta', fault: findFault },
  curve: ({ pairs = [], relation }, name) => profileCurve(pairs, relation, name),
  guarantees: ({ pairs = [] }) => pairs,
};

function findFault(pairs: readonly (readonly [number, number])[]): PairFault | null {
  if (pairs.length === 0) return { problem: 'profile needs at least one pair epsilon:delta', index: 0 };
  for (const [index, pair] of pairs.entries())
    for (const [i, { key, rule, allows }] of [epsilonParameter, deltaParameter].entries())
      if (!allows(pair[i])) return { problem: `${key} ${rule}: ${pair[i]}`, index };
  return null;
}
