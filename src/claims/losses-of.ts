import type { Claim } from '../types.ts';
import { closedForm, gaussianMu } from './closed-form.ts';
import { printClaim } from './grammar/print.ts';
import { kindOf } from './kinds/lookup.ts';
import { polylineLoss } from './losses/atoms.ts';
import type { RepeatedSource } from './losses/grid-choice.ts';
import type { LossSource } from './losses/law.ts';
import { subsampledGaussian } from './losses/subsampled-gaussian.ts';

/**
 * The privacy losses that a claim composes: one for each distinct mechanism; all Gaussians together are one
 * Gaussian.
 */
export function lossesOf(whole: Claim): RepeatedSource[] {
  let squares = 0;
  const sources = new Map<string, { source: LossSource; count: number }>();
  for (const { claim, count } of leavesOf(whole, 1)) {
    const mu = gaussianMu(claim);
    if (mu !== null) {
      squares += count * mu * mu;
      continue;
    }
    const { runs } = kindOf(claim);
    const times = runs === undefined ? count : count * claim.parameters[runs];
    const single = runs === undefined ? claim : { ...claim, parameters: { ...claim.parameters, [runs]: 1 } };
    const key = printClaim(single);
    const known = sources.get(key);
    if (known === undefined) sources.set(key, { source: lossOf(single), count: times });
    else known.count += times;
  }
  const gaussian = squares > 0 ? [{ source: subsampledGaussian(1 / Math.sqrt(squares), 1), count: 1 }] : [];
  return [...gaussian, ...sources.values()];
}

interface Leaf {
  readonly claim: Claim;
  readonly count: number;
}

/** The mechanisms of a composition, compositions in it taken apart, with how often each runs. */
function leavesOf(claim: Claim, count: number): Leaf[] {
  if (claim.parts === undefined) return [{ claim, count }];
  return claim.parts.flatMap((part) => leavesOf(part.claim, count * part.count));
}

/** The privacy loss of one run: what its kind says, or that of its curve where this is a polyline. */
function lossOf(claim: Claim): LossSource {
  const stated = kindOf(claim).loss?.(claim);
  if (stated !== undefined) return stated;
  const f = closedForm(claim);
  if (f?.bends === undefined) throw new Error(`internal: no privacy loss for ${printClaim(claim)}`);
  return polylineLoss(f);
}
