import { beta, type TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';

/** The smallest error that is drawn, on logarithmic axes. */
const SMALLEST = 1e-8;
const STEPS_PER_FACTOR_E = 6;
const EVEN_STEPS = 200;

const known = new WeakMap<TradeOff, [number, number][]>();

/**
 * Points (alpha, beta) of a curve, from alpha = 0 to 1: evenly, and on logarithmic scales of alpha, of beta,
 * and of what they lack to 1, so that the curve is smooth on every kind of axes. Computed once for each
 * curve.
 */
export function curvePoints(f: TradeOff): readonly (readonly [number, number])[] {
  const points = known.get(f) ?? sample(f);
  known.set(f, points);
  return points;
}

function sample(f: TradeOff): [number, number][] {
  return alphasOf(f, EVEN_STEPS, SMALLEST, STEPS_PER_FACTOR_E).map((alpha) => [alpha, beta(f, alpha)]);
}

/**
 * Alphas at which a curve is known well by straight lines between them, in rising order, 0 and 1 included.
 */
export function alphasOf(f: TradeOff, even: number, smallest: number, stepsPerFactorE: number): number[] {
  const alphas = new Set<number>([0, 1, ...(f.bends ?? [])]);
  for (let i = 1; i < even; i++) alphas.add(i / even);
  const steps = Math.ceil(stepsPerFactorE * ln(0.5 / smallest));
  for (let i = 0; i <= steps; i++) {
    const small = 0.5 * exp((-i * ln(0.5 / smallest)) / steps);
    alphas.add(small).add(1 - small);
    // Where beta is small, and where it is next to 1.
    for (const alpha of [f.fBarInv(1 - small), f.fBarInv(small)]) if (alpha >= smallest) alphas.add(alpha);
  }
  return [...alphas].filter((alpha) => alpha >= 0 && alpha <= 1).sort((a, b) => a - b);
}
