import { exp, expm1, log1p } from '../../../numerics/index.ts';
import type { Sketch } from '../law.ts';

/** Which of two neighbours comes first: "remove" compares P with Q, "add" Q with P. */
export type NeighbourOrder = 'remove' | 'add';

/** The law of one run on nodes, its loss tilted, its weights scaled to sum to 1. */
export interface TiltedNodes {
  readonly weights: Float64Array;
  /** The logarithm of what they were divided by. */
  readonly log: number;
}

/** P's or Q's probabilities times e^(t loss), the loss of "add" being the opposite one. */
export function tiltNodes({ losses, weights }: Sketch, direction: NeighbourOrder, t: number): TiltedNodes {
  const start = direction === 'remove' ? weights.map((w, i) => w * exp(losses[i])) : weights;
  const slope = direction === 'remove' ? t : -t;
  // What the tilt adds to the total keeps its digits where it is small.
  let added = 0;
  for (let i = 0; i < losses.length; i++) added += start[i] === 0 ? 0 : start[i] * expm1(slope * losses[i]);
  const log = log1p(added);
  return { weights: start.map((w, i) => (w === 0 ? 0 : w * exp(slope * losses[i] - log))), log };
}
