import type { Family } from '../../claims/index.ts';
import { type TradeOff, toReplace } from '../../claims/index.ts';

/**
 * A family about adding and removing, tested on exchanges; its epsilon stays that of adding and removing.
 * Every curve of it is mapped, those for the first steps of a search too.
 */
export function throughReplace({ guarantee: _, search, ...members }: Family): Family {
  return {
    ...members,
    at: (parameter) => exchanged(members.at(parameter)),
    ...(search === undefined
      ? {}
      : { search: { ...search, coarseCurve: (t: number) => exchanged(search.coarseCurve(t)) } }),
  };
}

function exchanged(f: TradeOff): TradeOff {
  return f.relation === 'replace' ? f : { ...toReplace(f), epsilon: f.epsilon, epsilonLower: f.epsilonLower };
}
