import { curveOf, parseClaim, printClaim, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { exp, findSignChange, ln } from '../../numerics/index.ts';
import type { Claim, Relation } from '../../types.ts';

/** fBar(x) <= e^epsilon x + delta. */
type Guarantee = readonly [epsilon: number, delta: number];

/** How much less private than the claim a stated model may be: noise is written with few digits. */
const ROUNDED = 0.01;

/** With more noise, or less than its inverse, the formulas of the curves leave the doubles. */
const MOST_NOISE = 1e20;

/**
 * The mechanism that a plan takes to be running: as stated, or the usual one of the claim. It decides how many guesses
 * are made and what is expected of them, never what is tested.
 */
export function modelOf(claim: string, stated?: string, delta = 1e-5): string {
  const parsed = parseClaim(claim);
  if (stated === undefined) return printClaim(usualModel(parsed));
  const model = parseClaim(stated);
  if (model.relation !== parsed.relation)
    throw new InvalidInput(
      `invalid model; must be about the same neighbours as the claim (${parsed.relation}): ${printClaim(model)}`,
    );
  const f = tradeOff(printClaim(parsed));
  const at = f.guarantee !== undefined && f.guarantee[1] > 0 ? f.guarantee[1] : delta;
  const [spent, claimed] = [tradeOff(printClaim(model)).epsilonLower(at), f.epsilon(at)];
  if (spent > claimed * (1 + ROUNDED) + 1e-3)
    throw new InvalidInput(
      `invalid model; must keep the claim: at delta ${at} ${printClaim(model)} has epsilon ${spent.toPrecision(4)}, ${f.name} ${claimed.toPrecision(4)}`,
    );
  return printClaim(model);
}

/**
 * A mechanism for a claim. Most claims name one. A guarantee holds for many, of which the worst is nothing that anyone
 * runs: its usual model is the Gaussian that spends it to the full, or where some delta is 0, which no Gaussian has, the
 * Laplace mechanism.
 */
export function usualModel(claim: Claim): Claim {
  const { relation, parameters } = claim;
  switch (claim.name) {
    case 'compose':
      return {
        ...claim,
        parts: (claim.parts ?? []).map((part) => ({ ...part, claim: usualModel(part.claim) })),
      };
    case 'pure-dp':
      return within([[parameters.epsilon, 0]], relation);
    case 'approx-dp':
      return within([[parameters.epsilon, parameters.delta]], relation);
    case 'profile':
      return within(claim.pairs ?? [], relation);
    case 'points':
      return within(linesOf(claim.pairs ?? []), relation);
    default:
      return claim;
  }
}

/** The mechanism with the least noise that keeps all guarantees, its noise rounded up to six digits. */
function within(guarantees: readonly Guarantee[], relation: Relation): Claim {
  const perfect: Claim = { name: 'perfect', relation, parameters: {} };
  if (guarantees.some(([epsilon, delta]) => epsilon === 0 && delta === 0)) return perfect;
  const noisy = (noise: number): Claim =>
    guarantees.some(([, delta]) => delta === 0)
      ? { name: 'laplace', relation, parameters: { scale: noise } }
      : { name: 'gaussian', relation, parameters: { sigma: noise } };
  const room = (noise: number) => {
    const f = curveOf(noisy(noise));
    return guarantees.every(([epsilon, delta]) => f.delta(epsilon) <= delta) ? 1 : -1;
  };
  if (room(MOST_NOISE) < 0) return perfect;
  if (room(1 / MOST_NOISE) > 0) return noisy(1 / MOST_NOISE);
  const most = ln(MOST_NOISE);
  const { lo } = findSignChange(
    (t) => room(exp(t)),
    most,
    -most,
    (a, b) => Math.abs(a - b) < 1e-9,
  );
  const rounded = Number(exp(lo).toPrecision(6));
  return noisy(room(rounded) > 0 ? rounded : nextUp(rounded));
}

/** The next number of six significant digits. */
function nextUp(x: number): number {
  let next = x;
  for (let factor = 1 + 1e-6; next === x; factor += 1e-6) next = Number((x * factor).toPrecision(6));
  return next;
}

/** The lines that a polyline through (alpha, beta) consists of; those that rise by less than 1 seen from the other end. */
function linesOf(pairs: readonly (readonly [number, number])[]): Guarantee[] {
  const found: Guarantee[] = [];
  for (let i = 1; i < pairs.length; i++) {
    const [[x0, b0], [x1, b1]] = [pairs[i - 1], pairs[i]];
    const slope = (b0 - b1) / (x1 - x0);
    if (slope >= 1) found.push([ln(slope), deltaOf(1 - b0 - slope * x0)]);
    else if (slope > 0) found.push([-ln(slope), deltaOf(1 - x1 - b1 / slope)]);
  }
  return found;
}

/** What is left of a difference of numbers around 1: below 1e-12 it is rounding. */
function deltaOf(difference: number): number {
  return difference < 1e-12 ? 0 : difference;
}
