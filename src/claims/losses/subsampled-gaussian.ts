import { exp, expm1, GAUSS_LEGENDRE, ln, log1p, normalSurvival, visitNodes } from '../../numerics/index.ts';
import { GridBuilder, type LossSource, type Sketch, type Tails } from './law.ts';

/** How many standard deviations carry all but 1e-40 of a normal law. */
export const NORMAL_REACH = 13.4;
export const SKETCH_SIZE = 400;

/**
 * (1 - q) + q e^u, what a step's outcomes have under P relative to Q, with all its digits where q is next to
 * 1 and u far below 0.
 */
export function likelihoodRatio(q: number, u: number): number {
  return u < 0 ? 1 - q + q * exp(u) : 1 + q * expm1(u);
}

/**
 * One step of DP-SGD: Q = N(0, sigma^2), P = (1 - q) N(0, sigma^2) + q N(1, sigma^2). The loss
 * ln(1 - q + q e^u), u = (x - 1/2) / sigma^2, rises with x.
 */
export function subsampledGaussian(sigma: number, q: number): LossSource {
  const variance = sigma * sigma;
  const loss = (x: number) => {
    const u = (x - 0.5) / variance;
    if (q === 1) return u;
    if (u >= 30) return u + ln(q) + log1p(((1 - q) / q) * exp(-u));
    const growth = q * expm1(u);
    return growth < -0.5 ? ln(likelihoodRatio(q, u)) : log1p(growth);
  };
  const position = (l: number) => {
    if (q === 1) return 0.5 + variance * l;
    const ratio = expm1(l) / q;
    if (ratio <= -1) return -Infinity;
    return 0.5 + variance * (l < 30 ? log1p(ratio) : l - ln(q) + log1p(-(1 - q) * exp(-l)));
  };
  const bottom = -NORMAL_REACH * sigma;
  const top = 1 + NORMAL_REACH * sigma;
  const nodes = (count: number) => sketch(loss, bottom, top, sigma, count);
  const beyond = (x: number, sign: 1 | -1): Tails => {
    const lower = normalSurvival((sign * x) / sigma);
    return { upper: (1 - q) * lower + q * normalSurvival((sign * (x - 1)) / sigma), lower };
  };

  return {
    atoms: [],
    smooth: true,
    reach: Infinity,
    sketch: nodes(SKETCH_SIZE),
    smoothLaw: {
      nodesNeeded(frequency) {
        const far = expm1((0.5 + RELEVANT_REACH * sigma) / variance);
        const steepest = q === 1 ? 1 : 1 - (1 - q) / (1 + q * far);
        return nodesNeeded(frequency * steepest, sigma, top - bottom);
      },
      nodes,
    },
    exactTails: {
      symmetric: q === 1,
      lowest: bottom,
      highest: top,
      balanced: 0.5,
      deviation: sigma,
      steepest: 1 / variance,
      lossAt: loss,
      beyond,
      above: (l, sign) => beyond(position(l), sign),
    },
    discretise(step) {
      // With q = 1 the loss is unbounded below; else everything down to minus infinity falls into the lowest
      // bin.
      const lowest = q === 1 ? bottom : -40 * sigma;
      const first = Math.floor(loss(lowest) / step);
      const last = Math.ceil(loss(top) / step);
      const grid = new GridBuilder(first, last, step);
      let left = lowest;
      for (let i = first; i < last; i++) {
        const right = Math.min(top, position((i + 1) * step));
        if (right <= left) continue;
        visitNormalNodes(left, right, sigma, (x, weight) => {
          const z = x / sigma;
          const density = (exp(-0.5 * z * z) * 0.3989422804014327) / sigma;
          const above = Math.min(step, Math.max(0, loss(x) - i * step));
          grid.add(i, above, weight * density * likelihoodRatio(q, (x - 0.5) / variance));
        });
        left = right;
      }
      const upperTail = q * normalSurvival((top - 1) / sigma) + (1 - q) * normalSurvival(top / sigma);
      // "add" never sees the mass beyond the ends as more than it is: what lies at the far end of P moves up
      // to the grid.
      grid.lower[last - first] += normalSurvival(top / sigma);
      return grid.finish(upperTail, q === 1 ? normalSurvival(NORMAL_REACH) : 0);
    },
  };
}

/**
 * Visits the nodes of a quadrature over [left, right], fine enough for normal densities of deviation sigma.
 */
export function visitNormalNodes(
  left: number,
  right: number,
  sigma: number,
  visit: (x: number, weight: number) => void,
): void {
  const width = (right - left) / sigma;
  const rule = GAUSS_LEGENDRE[width < 5e-4 ? 2 : width < 0.05 ? 4 : 8];
  visitNodes(rule, left, right, Math.ceil(2 * width), visit);
}

/** How many standard deviations carry all of a normal law that shows in a double. */
export const RELEVANT_REACH = 10;

/**
 * The intervals of a trapezoidal rule over a range on which normal densities of deviation sigma are
 * multiplied by waves of the given frequency in x / sigma^2. The rule's error is the part of the product at
 * the frequency 2 pi / width. The densities spread frequencies by about 9 / sigma, and the logarithm in the
 * loss, which has singularities at the distance pi sigma^2 from the real line, by about 14 / sigma^2.
 */
export function nodesNeeded(frequency: number, sigma: number, range: number): number {
  const highest = (frequency + 14) / (sigma * sigma) + 9 / sigma;
  return Math.ceil((range * highest) / (2 * Math.PI));
}

function sketch(loss: (x: number) => number, from: number, to: number, sigma: number, size: number): Sketch {
  const losses = new Float64Array(size + 1);
  const weights = new Float64Array(size + 1);
  let total = 0;
  for (let i = 0; i <= size; i++) {
    const x = from + ((to - from) * i) / size;
    losses[i] = loss(x);
    weights[i] = exp((-0.5 * x * x) / (sigma * sigma));
    total += weights[i];
  }
  return { losses, weights: weights.map((w) => w / total) };
}
