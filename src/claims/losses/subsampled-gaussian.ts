import { exp, expm1, ln, log1p, normalSurvival } from '../../numerics/index.ts';
import { GridBuilder, type LossSource, type Sketch } from './law.ts';

/** How many standard deviations carry all but 1e-40 of a normal law. */
export const REACH = 13.4;
export const SKETCH_SIZE = 800;

/** Gauss-Legendre on [-1, 1]: 2 points for the narrowest bins, 4 for narrow ones, 8 for pieces of half a standard deviation. */
const NARROWEST = { nodes: [-0.5773502691896257, 0.5773502691896257], weights: [1, 1] };
const NARROW = {
  nodes: [-0.8611363115940526, -0.33998104358485626, 0.33998104358485626, 0.8611363115940526],
  weights: [0.34785484513745385, 0.6521451548625461, 0.6521451548625461, 0.34785484513745385],
};
const WIDE = {
  nodes: [
    -0.9602898564975363, -0.7966664774136267, -0.525532409916329, -0.1834346424956498, 0.1834346424956498,
    0.525532409916329, 0.7966664774136267, 0.9602898564975363,
  ],
  weights: [
    0.1012285362903763, 0.2223810344533745, 0.3137066458778873, 0.362683783378362, 0.362683783378362,
    0.3137066458778873, 0.2223810344533745, 0.1012285362903763,
  ],
};

/**
 * One step of DP-SGD: Q = N(0, sigma^2), P = (1 - q) N(0, sigma^2) + q N(1, sigma^2). The loss
 * ln(1 - q + q e^u), u = (x - 1/2) / sigma^2, rises with x.
 */
export function subsampledGaussian(sigma: number, q: number): LossSource {
  const variance = sigma * sigma;
  const growth = (x: number) => q * expm1((x - 0.5) / variance);
  const loss = (x: number) => {
    const u = (x - 0.5) / variance;
    if (q === 1) return u;
    return u < 30 ? log1p(growth(x)) : u + ln(q) + log1p(((1 - q) / q) * exp(-u));
  };
  const position = (l: number) => {
    const ratio = expm1(l) / q;
    if (ratio <= -1) return -Infinity;
    return 0.5 + variance * (l < 30 ? log1p(ratio) : l - ln(q) + log1p(-(1 - q) * exp(-l)));
  };
  const bottom = -REACH * sigma;
  const top = 1 + REACH * sigma;

  return {
    atoms: [],
    smooth: true,
    reach: Infinity,
    sketch: sketch(loss, bottom, top, sigma),
    discretise(step) {
      // With q = 1 the loss is unbounded below; else everything down to minus infinity falls into the lowest bin.
      const lowest = q === 1 ? bottom : -40 * sigma;
      const first = Math.floor(loss(lowest) / step);
      const last = Math.ceil(loss(top) / step);
      const grid = new GridBuilder(first, last, step);
      let left = lowest;
      for (let i = first; i < last; i++) {
        const right = Math.min(top, position((i + 1) * step));
        if (right <= left) continue;
        integrate(left, right, sigma, (x, weight) => {
          const z = x / sigma;
          const density = (exp(-0.5 * z * z) * 0.3989422804014327) / sigma;
          const above = Math.min(step, Math.max(0, loss(x) - i * step));
          grid.add(i, above, weight * density * (1 + growth(x)));
        });
        left = right;
      }
      const upperTail = q * normalSurvival((top - 1) / sigma) + (1 - q) * normalSurvival(top / sigma);
      // "add" never sees the mass beyond the ends as more than it is: what lies at the far end of P moves up to the grid.
      grid.lower[last - first] += normalSurvival(top / sigma);
      return grid.finish(upperTail, q === 1 ? normalSurvival(REACH) : 0);
    },
  };
}

/** Visits the nodes of a quadrature over [left, right], fine enough for normal densities of deviation sigma. */
export function integrate(
  left: number,
  right: number,
  sigma: number,
  visit: (x: number, weight: number) => void,
): void {
  const width = (right - left) / sigma;
  const { nodes, weights } = width < 5e-4 ? NARROWEST : width < 0.05 ? NARROW : WIDE;
  const pieces = Math.ceil(2 * width);
  const half = (right - left) / (2 * pieces);
  for (let piece = 0; piece < pieces; piece++) {
    const centre = left + (2 * piece + 1) * half;
    for (let j = 0; j < nodes.length; j++) visit(centre + half * nodes[j], half * weights[j]);
  }
}

function sketch(loss: (x: number) => number, from: number, to: number, sigma: number): Sketch {
  const losses = new Float64Array(SKETCH_SIZE + 1);
  const weights = new Float64Array(SKETCH_SIZE + 1);
  let total = 0;
  for (let i = 0; i <= SKETCH_SIZE; i++) {
    const x = from + ((to - from) * i) / SKETCH_SIZE;
    losses[i] = loss(x);
    weights[i] = exp((-0.5 * x * x) / (sigma * sigma));
    total += weights[i];
  }
  return { losses, weights: weights.map((w) => w / total) };
}
