import type { Claim } from '../types.ts';
import { gaussianCurve } from './curves/gaussian.ts';
import { profileCurve } from './curves/profile.ts';
import type { TradeOff } from './curves/trade-off.ts';
import { printClaim } from './grammar/print.ts';
import type { PartResolver } from './kinds/kind.ts';
import { kindOf } from './kinds/lookup.ts';

/** The curve of a claim that has one in closed form; null for what needs a privacy-loss distribution. */
export function closedForm(claim: Claim, name = printClaim(claim)): TradeOff | null {
  return kindOf(claim).curve?.(claim, name, resolver) ?? exactlyGaussian(claim, name);
}

function exactlyGaussian(claim: Claim, name: string): TradeOff | null {
  const mu = gaussianMu(claim);
  if (mu === null) return null;
  return mu === 0 ? profileCurve([[0, 0]], claim.relation, name) : gaussianCurve(mu, claim.relation, name);
}

/** mu of a claim that is exactly Gaussian, or null. */
export function gaussianMu(claim: Claim): number | null {
  return kindOf(claim).mu?.(claim, resolver) ?? null;
}

function saysNothing(claim: Claim): boolean {
  return gaussianMu(claim) === 0 || (kindOf(claim).saysNothing?.(claim) ?? false);
}

const resolver: PartResolver = { closedForm, gaussianMu, saysNothing };
