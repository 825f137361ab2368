import { InvalidInput } from '../errors.ts';
import type { Claim } from '../types.ts';
import { gaussian } from './gaussian.ts';
import { laplace } from './laplace.ts';
import { parseClaim } from './parse.ts';
import { points } from './points.ts';
import { printClaim } from './print.ts';
import { profile } from './profile.ts';
import type { TradeOff } from './tradeoff.ts';

/** The curve of a claim, given as text or parsed. */
export function tradeOff(claim: Claim | string): TradeOff {
  return typeof claim === 'string' ? fromClaim(parseClaim(claim)) : fromClaim(claim);
}

function fromClaim(claim: Claim): TradeOff {
  const { relation, parameters } = claim;
  const name = printClaim(claim);
  switch (claim.name) {
    case 'gaussian':
      return gaussianOrPerfect(muOf(claim), claim, name);
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
    case 'perfect':
      return profile([[0, 0]], relation, name);
    case 'compose':
    case 'dpsgd':
      return gaussianOrPerfect(muOf(claim), claim, name);
  }
}

function oneGuarantee(epsilon: number, delta: number, { relation }: Claim, name: string): TradeOff {
  return { ...profile([[epsilon, delta]], relation, name), guarantee: [epsilon, delta] };
}

/** k-ary randomised response: slopes e^epsilon on the true answer, 1 on the answers of nobody, e^-epsilon on the other. */
function randomizedResponse({ relation, parameters: { epsilon, alphabet } }: Claim, name: string): TradeOff {
  // P[own answer] - P[a given other one].
  const advantage = -Math.expm1(-epsilon) / (1 + (alphabet - 1) * Math.exp(-epsilon));
  return profile(
    [
      [epsilon, 0],
      [0, advantage],
    ],
    relation,
    name,
  );
}

function gaussianOrPerfect(mu: number, { relation }: Claim, name: string): TradeOff {
  return mu === 0 ? profile([[0, 0]], relation, name) : gaussian(mu, relation, name);
}

/** mu of a claim that is exactly Gaussian; independent Gaussians compose to the root of the sum of squares. */
function muOf(claim: Claim): number {
  const { parameters } = claim;
  if (claim.name === 'gaussian') return parameters.mu ?? 1 / parameters.sigma;
  if (claim.name === 'perfect') return 0;
  if (claim.name === 'dpsgd' && parameters.rate === 1) return Math.sqrt(parameters.steps) / parameters.noise;
  if (claim.name === 'compose')
    return Math.sqrt(
      (claim.parts ?? []).reduce((sum, part) => sum + part.count * square(muOf(part.claim)), 0),
    );
  throw new InvalidInput(
    `no closed form for ${printClaim(claim)}; compose(...) takes gaussian parts, dpsgd a rate of 1`,
  );
}

const square = (x: number) => x * x;
