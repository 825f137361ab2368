import { normalPdf } from './normal.ts';

const STEP = 1 / 64;
const REACH = 640;

/** The mean of g(Z), Z standard normal: the trapezoidal rule, which converges geometrically for smooth g. */
export function normalMean(g: (z: number) => number): number {
  let sum = 0;
  for (let i = -REACH; i <= REACH; i++) {
    const z = i * STEP;
    sum += normalPdf(z) * g(z);
  }
  return sum * STEP;
}

/** Positive nodes and weights of the 8-point Gauss-Legendre rule on [-1, 1]. */
const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const WEIGHTS = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];

/** The integral of g over [centre - half, centre + half], short enough for g to be smooth on. */
export function gaussLegendre(g: (x: number) => number, centre: number, half: number): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += WEIGHTS[i] * (g(centre - half * NODES[i]) + g(centre + half * NODES[i]));
  return half * sum;
}
