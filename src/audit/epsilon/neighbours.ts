import { parseClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { relationCompared } from '../../observation.ts';
import { quoted } from '../../quote.ts';
import type { Observation, Relation } from '../../types.ts';

/** The neighbours that a certificate speaks of. */
export interface CertifiedNeighbours {
  /** Those that the claim states. */
  readonly stated: Relation;
  /** Those that the game compares; the curve that was tested is about these. */
  readonly relation: Relation;
  /** Those that an epsilon of the claim is about. */
  readonly epsilonAbout: Relation;
}

/**
 * What a certificate is about. An audit tests a claim about adding and removing on candidates as what it
 * implies for exchanging them (`relation` is then replace); the claim's epsilon stays about adding and
 * removing. Any other curve is taken as it stands, as `onerun bound` takes it: then the epsilon is about
 * whatever the game compares.
 */
export function certifiedNeighbours(
  observation: Observation,
  claim: string,
  relation: Relation,
): CertifiedNeighbours {
  const stated = parseClaim(claim).relation;
  const compared = relationCompared(observation, relation);
  if (observation.k === 2 && relation === 'add-remove' && stated === 'replace')
    throw new InvalidInput(
      `invalid claim; ${quoted(claim)} is about exchanging a record, but the game compares a canary in with the same canary out`,
    );
  const isImplied = relation === 'replace' && stated === 'add-remove';
  return { stated, relation: compared, epsilonAbout: isImplied ? stated : compared };
}
