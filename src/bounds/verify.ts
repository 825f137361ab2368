import type { TradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkObservation } from '../observation.ts';
import { quoted } from '../quote.ts';
import type { Certificate, WeightedTangent } from '../types.ts';
import { testedCurve } from './bound.ts';
import { provenBound } from './certificate.ts';

/**
 * A bound that was written may differ from what the weights prove by so much, relatively: the digits of
 * another machine.
 */
const SAME = 1e-9;

/**
 * The bound that a certificate proves about a curve; throws, with the reason, where it does not prove what it
 * says. Needs no solver: every tangent must lie above the curve, and the weights must add up to the bound.
 * In Coq: `refutation` and `accepted_is_true` (proofs/refutation.v, checkers/checker_sound.v).
 *
 * @example
 * const f = tradeOff('gaussian(sigma=4)');
 * const certificate = certify({ m: 1000, guesses: 100, correct: 90 }, f);
 * const pValue = verifyCertificate(certificate, f);
 */
export function verifyCertificate(certificate: Certificate, f: TradeOff): number {
  checkObservation(certificate.observation);
  const proven = provenBound(certificate);
  checkTangents(certificate.tangents, testedCurve(certificate.observation, f));
  const { bound } = certificate;
  if (!(Math.abs(proven - bound) <= SAME * proven))
    throw new InvalidInput(`invalid bound; the weights prove ${proven}: ${bound}`);
  return Math.max(proven, bound);
}

/** Throws unless every tangent lies above the curve that is tested. */
export function checkTangents(tangents: readonly WeightedTangent[], tested: TradeOff): void {
  tangents.forEach(({ epsilon, delta }, g) => {
    const least = tested.delta(epsilon);
    if (delta < least)
      throw new InvalidInput(
        `invalid tangent ${g + 1}; at epsilon ${epsilon} the curve of ${quoted(tested.name)} needs delta ${least} or more: ${delta}`,
      );
  });
}
