import type { Claim } from '../../types.ts';
import type { Kind, PartResolver } from './kind.ts';

/** Several claims, each any number of times, all about the same records. */
export const composeKind: Kind = {
  name: 'compose',
  example: 'compose(gaussian(sigma=4)*10, laplace(scale=2))',
  parameters: [],
  list: { of: 'parts' },
  curve(claim, name, parts) {
    const only = onlyPart(claim, parts);
    const f = only === null ? null : parts.closedForm(only);
    return f === null ? null : { ...f, name };
  },
  /** Independent Gaussians compose to the root of the sum of squares. */
  mu(claim, parts) {
    let squares = 0;
    for (const part of claim.parts ?? []) {
      const mu = parts.gaussianMu({ ...part.claim, relation: claim.relation });
      if (mu === null) return null;
      squares += part.count * mu * mu;
    }
    return Math.sqrt(squares);
  },
};

/**
 * The one mechanism that a composition consists of besides such as say nothing; null where there are none or
 * several.
 */
function onlyPart({ parts = [], relation }: Claim, resolver: PartResolver): Claim | null {
  let only: Claim | null = null;
  for (const { claim, count } of parts) {
    const part = { ...claim, relation };
    const leaf = part.parts === undefined ? part : onlyPart(part, resolver);
    if (leaf !== null && resolver.saysNothing(leaf)) continue;
    if (leaf === null || count > 1 || only !== null) return null;
    only = leaf;
  }
  return only;
}
