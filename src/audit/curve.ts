import { InvalidInput } from '../errors.ts';
import { beta, type TradeOff } from '../tradeoff/index.ts';
import type { Relation } from '../types.ts';
import { checkDelta } from './empirical.ts';

/** A curve in numbers. */
export interface CurveNumbers {
  readonly claim: string;
  readonly relation: Relation;
  readonly points: readonly { readonly alpha: number; readonly beta: number }[];
  readonly epsilon: readonly { readonly delta: number; readonly epsilon: number }[];
  readonly delta: readonly { readonly epsilon: number; readonly delta: number }[];
  /** How far, relatively, any of them may be from the exact value, on the side of less privacy. */
  readonly gap: number;
  readonly note?: string;
}

/** A curve as lines to draw. */
export interface CurveShape {
  readonly claim: string;
  /** (alpha, beta), from alpha = 0 to 1. */
  readonly tradeOff: readonly (readonly [number, number])[];
  /** (epsilon, delta), from epsilon = 0 to where delta falls below `floor`. */
  readonly profile: readonly (readonly [number, number])[];
  readonly floor: number;
}

const FLOOR = 1e-12;
const STEPS = 400;

/** Beta at some alphas, epsilon at some deltas, delta at some epsilons. */
export function curveNumbers(
  f: TradeOff,
  alphas: readonly number[],
  deltas: readonly number[],
  epsilons: readonly number[],
): CurveNumbers {
  deltas.forEach(checkDelta);
  for (const alpha of alphas)
    if (!(alpha >= 0 && alpha <= 1)) throw new InvalidInput(`invalid alpha; must be in [0, 1]: ${alpha}`);
  for (const epsilon of epsilons)
    if (!(epsilon >= 0)) throw new InvalidInput(`invalid epsilon; must be 0 or above: ${epsilon}`);
  return {
    claim: f.name,
    relation: f.relation,
    points: alphas.map((alpha) => ({ alpha, beta: beta(f, alpha) })),
    epsilon: deltas.map((delta) => ({ delta, epsilon: f.epsilon(delta) })),
    delta: epsilons.map((epsilon) => ({ epsilon, delta: f.delta(epsilon) })),
    gap: f.gap,
    ...(f.note === undefined ? {} : { note: f.note }),
  };
}

/** The trade-off curve and the privacy profile, sampled for drawing. */
export function curveShape(f: TradeOff): CurveShape {
  const alphas = new Set<number>([0, 1, ...(f.bends ?? [])]);
  for (let i = 1; i < STEPS; i++) alphas.add(i / STEPS);
  for (let t = -14; t < -5; t += 0.1) alphas.add(Math.exp(t));
  const end = profileEnd(f);
  return {
    claim: f.name,
    tradeOff: [...alphas].sort((a, b) => a - b).map((alpha) => [alpha, beta(f, alpha)]),
    profile: Array.from({ length: STEPS + 1 }, (_, i) => {
      const epsilon = (end * i) / STEPS;
      return [epsilon, Math.max(FLOOR, f.delta(epsilon))];
    }),
    floor: FLOOR,
  };
}

/** Where delta has fallen to the floor, or, if it never does, well past where it has stopped falling. */
function profileEnd(f: TradeOff): number {
  const end = f.epsilon(FLOOR);
  return Math.max(0.1, end < Infinity ? end : 1.5 * f.epsilon(Math.min(0.999, 1.01 * f.fBar(0))));
}
