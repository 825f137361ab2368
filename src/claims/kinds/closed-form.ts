import { exp, expm1, log1p } from '../../numerics/index.ts';
import type { Claim, Relation } from '../../types.ts';
import { gaussian } from '../curves/gaussian.ts';
import { laplace } from '../curves/laplace.ts';
import { points } from '../curves/points.ts';
import { profile } from '../curves/profile.ts';
import { type TradeOff, up } from '../curves/trade-off.ts';
import { printClaim } from '../grammar/print.ts';

/** The curve of a claim that has one in closed form; null for what needs a privacy-loss distribution. */
export function closedForm(claim: Claim): TradeOff | null {
  const { relation, parameters } = claim;
  const name = printClaim(claim);
  switch (claim.name) {
    case 'laplace':
      return laplace(1 / parameters.scale, relation, name);
    case 'pure-dp':
      return oneGuarantee(parameters.epsilon, 0, claim, name);
    case 'approx-dp':
      return oneGuarantee(parameters.epsilon, parameters.delta, claim, name);
    case 'randomized-response':
      return randomizedResponse(claim, name);
    case 'profile':
      return profile(claim.pairs ?? [], relation, name);
    case 'points':
      return points(claim.pairs ?? [], relation, name);
    case 'compose': {
      const only = onlyPart(claim, claim.relation);
      const f = only === null ? null : closedForm(only);
      return f === null ? gaussianOf(claim, name) : { ...f, name };
    }
    default:
      // Without noise every step that takes a record gives it away, and the record it is exchanged for alike: the limit
      // of a search over noises.
      if (claim.name === 'dpsgd' && parameters.noise === 0)
        return profile([[0, -expm1(parameters.steps * log1p(-parameters.rate))]], relation, name);
      return gaussianOf(claim, name);
  }
}

function gaussianOf(claim: Claim, name: string): TradeOff | null {
  const mu = gaussianMu(claim);
  if (mu === null) return null;
  return mu === 0 ? profile([[0, 0]], claim.relation, name) : gaussian(mu, claim.relation, name);
}

/** The one mechanism that a composition consists of besides such as say nothing; null where there are none or several. */
function onlyPart(claim: Claim, relation: Relation): Claim | null {
  let only: Claim | null = null;
  for (const part of claim.parts ?? []) {
    const leaf = part.claim.name === 'compose' ? onlyPart(part.claim, relation) : { ...part.claim, relation };
    if (leaf !== null && saysNothing(leaf)) continue;
    if (leaf === null || part.count > 1 || only !== null) return null;
    only = leaf;
  }
  return only;
}

function saysNothing(claim: Claim): boolean {
  const { epsilon, delta = 0 } = claim.parameters;
  return gaussianMu(claim) === 0 || (epsilon === 0 && delta === 0);
}

function oneGuarantee(epsilon: number, delta: number, { relation }: Claim, name: string): TradeOff {
  return { ...profile([[epsilon, delta]], relation, name), guarantee: [epsilon, delta] };
}

/** k-ary randomised response: slopes e^epsilon on the true answer, 1 on the answers of nobody, e^-epsilon on the other. */
function randomizedResponse({ relation, parameters: { epsilon, alphabet } }: Claim, name: string): TradeOff {
  // P[own answer] - P[a given other one], rounded towards less privacy.
  const advantage = Math.min(1, up(-expm1(-epsilon) / (1 + (alphabet - 1) * exp(-epsilon))));
  return profile(
    [
      [epsilon, 0],
      [0, advantage],
    ],
    relation,
    name,
  );
}

/**
 * mu of a claim that is exactly Gaussian, or null; independent Gaussians compose to the root of the sum of squares. The
 * parts of a composition have the relation of the whole.
 */
export function gaussianMu(claim: Claim, relation = claim.relation): number | null {
  const { parameters } = claim;
  switch (claim.name) {
    case 'perfect':
      return 0;
    case 'gaussian':
      return parameters.mu ?? 1 / parameters.sigma;
    case 'dpsgd':
      // Infinite noise is where a search over noises starts.
      if (parameters.noise === Infinity) return 0;
      if (parameters.rate !== 1) return null;
      // An exchange moves a sum of clipped gradients by up to twice the clip norm.
      return ((relation === 'replace' ? 2 : 1) * Math.sqrt(parameters.steps)) / parameters.noise;
    case 'compose': {
      let squares = 0;
      for (const part of claim.parts ?? []) {
        const mu = gaussianMu(part.claim, relation);
        if (mu === null) return null;
        squares += part.count * mu * mu;
      }
      return Math.sqrt(squares);
    }
    default:
      return null;
  }
}
