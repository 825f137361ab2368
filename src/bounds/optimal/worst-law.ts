import type { TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { binomialPmf } from '../../numerics/index.ts';
import { checkObservation } from '../../observation.ts';
import { quoted } from '../../quote.ts';
import type { Observation } from '../../types.ts';
import { testedCurve } from '../bound.ts';
import { type ExtremalLaw, extremalLaw } from './extremal-law.ts';
import { findOptimum } from './search.ts';

/** What is given up so that rounding cannot put the law on the wrong side of the curve. */
const MARGIN = 1e-9;

/**
 * P[N = 0], ..., P[N = c'] of a mechanism that has curve f and gets c or more right as often as such a
 * mechanism can, up to a fraction of a percent. Its points lie on the curve, so between them it follows
 * chords, which lie below. What is missing to 1 is blind guessing: it adds as much to y as to x, and the
 * curve, where it is steeper than 1, allows more. Where the two orders of neighbours have different curves,
 * it is the worst law for an order that a fair coin decides.
 */
export function worstLaw(observation: Observation, claimed: TradeOff): Float64Array {
  checkObservation(observation);
  const f = testedCurve(observation, claimed);
  const { k, guesses: cPrime, correct: c } = observation;
  if (observation.sides !== undefined)
    throw new InvalidInput(
      `no worst mechanism; with all guesses on one side the bound holds, but no mechanism is known that attains it: ${observation.sides}`,
    );
  if (!f.symmetric) throw new InvalidInput(`no worst mechanism; ${quoted(f.name)} is not symmetric`);
  const law = new Float64Array(cPrime + 1);
  let left = 1;
  if (c > 0) {
    const { law: near } = findOptimum(observation, f);
    // The search is content with approximate curves; a law that is to be feasible needs the exact one.
    const exact = {
      fBar: (x: number) => f.fBar(x),
      fBarInv: (y: number) => f.fBarInv(y),
      slope: (x: number) => f.slope(x),
    };
    const extremal = extremalLaw(observation, exact, near.sides, near.start);
    law.set(extremal.law, extremal.first - 1);
    // More than 1 in all: nearly everything is below c, where doubles cannot hold how little is needed. Leave
    // that out.
    if (extremal.mass > 1) law.fill(0, 0, c);
    else taper(law, observation, extremal, f.slope(extremal.xs[extremal.xs.length - 1]));
    const mass = law.reduce((sum, p) => sum + p, 0);
    const share = (1 - MARGIN) / Math.max(1, mass);
    for (let i = 0; i <= cPrime; i++) law[i] *= share;
    left = 1 - mass * share;
  }
  for (let i = 0; i <= cPrime; i++) law[i] += left * binomialPmf(cPrime, 1 / k, i);
  return law;
}

/** Beyond its ends the law is continued on both sides with the last ratio of y to x. */
function taper(
  law: Float64Array,
  { k, guesses: cPrime }: Observation,
  { first, last }: ExtremalLaw,
  slope: number,
): void {
  const ratio = Math.max(1, slope);
  for (let i = first - 1; i >= 1; i--) law[i - 1] = (law[i] * i * (k - 1)) / ((cPrime - i + 1) * ratio);
  for (let i = last; i < cPrime; i++) law[i + 1] = (law[i] * (cPrime - i) * ratio) / ((k - 1) * (i + 1));
}
