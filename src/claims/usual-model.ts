import { exp, findSignChange, ln } from '../numerics/index.ts';
import type { Claim, Relation } from '../types.ts';
import type { Guarantee } from './curves/profile.ts';
import { kindOf } from './kinds/lookup.ts';
import { oncePer } from './once-per.ts';
import { curveOf } from './resolve.ts';

/** With more noise, or less than its inverse, the formulas of the curves leave the doubles. */
const MOST_NOISE = 1e20;

/**
 * A mechanism for a claim. Most claims name one. A guarantee holds for many, of which the worst is nothing
 * that anyone runs: its usual model is the Gaussian that spends it to the full, or where some delta is 0,
 * which no Gaussian has, the Laplace mechanism.
 */
export const usualModel = oncePer((claim: Claim): Claim => {
  if (claim.parts !== undefined)
    return { ...claim, parts: claim.parts.map((part) => ({ ...part, claim: usualModel(part.claim) })) };
  const guarantees = kindOf(claim).guarantees?.(claim);
  return guarantees === undefined ? claim : leastNoise(guarantees, claim.relation);
});

/** The mechanism with the least noise that keeps all guarantees, its noise rounded up to six digits. */
function leastNoise(guarantees: readonly Guarantee[], relation: Relation): Claim {
  const perfect: Claim = { name: 'perfect', relation, parameters: {} };
  if (guarantees.some(([epsilon, delta]) => epsilon === 0 && delta === 0)) return perfect;
  const noisy = (noise: number): Claim =>
    guarantees.some(([, delta]) => delta === 0)
      ? { name: 'laplace', relation, parameters: { scale: noise } }
      : { name: 'gaussian', relation, parameters: { sigma: noise } };
  const keeps = (noise: number) => {
    const f = curveOf(noisy(noise), 1, 'the usual model');
    return guarantees.every(([epsilon, delta]) => f.delta(epsilon) <= delta);
  };
  if (!keeps(MOST_NOISE)) return perfect;
  if (keeps(1 / MOST_NOISE)) return noisy(1 / MOST_NOISE);
  const most = ln(MOST_NOISE);
  const { lo } = findSignChange(
    (t) => (keeps(exp(t)) ? 1 : -1),
    most,
    -most,
    (a, b) => Math.abs(a - b) < 1e-9,
  );
  const rounded = Number(exp(lo).toPrecision(6));
  return noisy(keeps(rounded) ? rounded : nextUp(rounded));
}

/** The next number of six significant digits. */
function nextUp(x: number): number {
  let next = x;
  for (let factor = 1 + 1e-6; next === x; factor += 1e-6) next = Number((x * factor).toPrecision(6));
  return next;
}
