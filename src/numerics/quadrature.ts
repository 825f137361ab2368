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

/** Nodes in [-1, 1], from left to right, and their weights. */
export interface QuadratureRule {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

/** The Gauss-Legendre rules with 2, 4 and 8 nodes: exact for polynomials of degree 3, 7 and 15. */
export const GAUSS_LEGENDRE: Readonly<Record<2 | 4 | 8, QuadratureRule>> = {
  2: { nodes: [-0.5773502691896257, 0.5773502691896257], weights: [1, 1] },
  4: {
    nodes: [-0.8611363115940526, -0.33998104358485626, 0.33998104358485626, 0.8611363115940526],
    weights: [0.34785484513745385, 0.6521451548625461, 0.6521451548625461, 0.34785484513745385],
  },
  8: {
    nodes: [
      -0.9602898564975363, -0.7966664774136267, -0.525532409916329, -0.1834346424956498, 0.1834346424956498,
      0.525532409916329, 0.7966664774136267, 0.9602898564975363,
    ],
    weights: [
      0.1012285362903763, 0.2223810344533745, 0.3137066458778873, 0.362683783378362, 0.362683783378362,
      0.3137066458778873, 0.2223810344533745, 0.1012285362903763,
    ],
  },
};

/**
 * The integral of g over [centre - half, centre + half], short enough for g to be smooth on: 8 nodes, in
 * pairs.
 */
export function gaussLegendre(g: (x: number) => number, centre: number, half: number): number {
  const { nodes, weights } = GAUSS_LEGENDRE[8];
  let sum = 0;
  for (let i = 4; i < 8; i++) sum += weights[i] * (g(centre - half * nodes[i]) + g(centre + half * nodes[i]));
  return half * sum;
}

/** Visits the nodes of a rule on each of some equal pieces of [left, right], with their weights. */
export function visitNodes(
  { nodes, weights }: QuadratureRule,
  left: number,
  right: number,
  pieces: number,
  visit: (x: number, weight: number) => void,
): void {
  const half = (right - left) / (2 * pieces);
  for (let piece = 0; piece < pieces; piece++) {
    const centre = left + (2 * piece + 1) * half;
    for (let j = 0; j < nodes.length; j++) visit(centre + half * nodes[j], half * weights[j]);
  }
}
