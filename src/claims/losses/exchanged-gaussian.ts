import { asinh, exp, expm1, ln, log1p, normalSurvival } from '../../numerics/index.ts';
import { GridBuilder, type LossSource, type Sketch, type Tails } from './law.ts';
import {
  likelihoodRatio,
  NORMAL_REACH,
  nodesNeeded,
  RELEVANT_REACH,
  SKETCH_SIZE,
  visitNormalNodes,
} from './subsampled-gaussian.ts';

/**
 * One step of DP-SGD in which a record is exchanged for one whose gradient points the other way, in units of
 * the clip norm: P = (1 - q) N(0, sigma^2) + q N(1, sigma^2), Q = (1 - q) N(0, sigma^2) + q N(-1, sigma^2), q
 * < 1. The loss is odd and rises with x; Q against P is the mirror image.
 */
export function exchangedGaussian(sigma: number, q: number): LossSource {
  const variance = sigma * sigma;
  const shift = 0.5 / variance;
  /** The ratio of P's density to N(0, sigma^2)'s; of Q's at the opposite place. */
  const ratio = (x: number) => likelihoodRatio(q, x / variance - shift);
  /** ln p/q at x >= 0. */
  const loss = (x: number) => {
    const u = x / variance - shift;
    const opposite = ratio(-x);
    // The difference of the two ratios, q e^u (1 - e^(-2 x / sigma^2)).
    if (u < 30) return log1p((-q * exp(u) * expm1((-2 * x) / variance)) / opposite);
    return u + ln(q) + log1p(((1 - q) / q) * exp(-u)) - ln(opposite);
  };
  /** The inverse: x / sigma^2 = l / 2 + asinh(c sinh(l / 2)), c = (1 - q) e^shift / q. */
  const position = (l: number) => {
    const half = 0.5 * l;
    const logTwice = ln((1 - q) / q) + shift + half + ln(-expm1(-l));
    // asinh(e^y / 2), which is y where e^y leaves the doubles.
    return variance * (half + (logTwice > 300 ? logTwice : asinh(0.5 * exp(logTwice))));
  };
  const bell = (z: number) => exp(-0.5 * z * z) * 0.3989422804014327;
  const top = 1 + NORMAL_REACH * sigma;
  /** Q's density. */
  const lower = (x: number) => (1 - q) * bell(x / sigma) + q * bell((x + 1) / sigma);
  const nodes = (count: number) => sketch(loss, lower, top, count);
  const beyond = (x: number): Tails => {
    const neither = (1 - q) * normalSurvival(x / sigma);
    return {
      upper: neither + q * normalSurvival((x - 1) / sigma),
      lower: neither + q * normalSurvival((x + 1) / sigma),
    };
  };

  return {
    atoms: [],
    smooth: true,
    reach: Infinity,
    sketch: nodes(SKETCH_SIZE),
    smoothLaw: {
      nodesNeeded(frequency) {
        // The slope of the loss in x / sigma^2 is that of both records together.
        const far = expm1((0.5 + RELEVANT_REACH * sigma) / variance);
        return nodesNeeded(frequency * (1 - (1 - q) / (1 + q * far) + q), sigma, 2 * top);
      },
      nodes,
    },
    exactTails: {
      symmetric: true,
      lowest: -top,
      highest: top,
      balanced: 0,
      deviation: sigma,
      steepest: (1 + q) / variance,
      lossAt: loss,
      beyond,
      above: (l) => beyond(l > 0 ? position(l) : 0),
    },
    discretise(step) {
      const last = Math.ceil(loss(top) / step);
      const grid = new GridBuilder(-last, last, step);
      const { upper, raised, lowered } = grid;
      let left = 0;
      for (let i = 0; i < last; i++) {
        const right = Math.min(top, position((i + 1) * step));
        if (right <= left) continue;
        visitNormalNodes(left, right, sigma, (x, weight) => {
          const above = Math.min(step, Math.max(0, loss(x) - i * step));
          const mass = weight * (bell(x / sigma) / sigma);
          grid.add(i, above, mass * ratio(x));
          grid.spread += mass * ratio(-x) * above * (step - above);
        });
        left = right;
      }
      // Below 0 the mirror image: P has there what Q has above.
      upper[last] *= 2;
      raised[last] += lowered[last];
      lowered[last] = raised[last];
      for (let i = 1; i <= last; i++) {
        const shrink = exp(-i * step);
        upper[last - i] = upper[last + i] * shrink;
        raised[last - i] = lowered[last + i] * shrink;
        lowered[last - i] = raised[last + i] * shrink;
      }
      // Outcomes beyond the ends: P's above count as infinite loss, Q's above move up to the grid; below
      // alike.
      const farther = q * normalSurvival(NORMAL_REACH) + (1 - q) * normalSurvival(top / sigma);
      const nearer = q * normalSurvival((top + 1) / sigma) + (1 - q) * normalSurvival(top / sigma);
      const law = grid.finish(farther, farther);
      law.upper[0] += nearer;
      law.lower[2 * last] += nearer;
      return law;
    },
  };
}

/** Q's law of the loss: at x and at -x alike. */
function sketch(
  loss: (x: number) => number,
  density: (x: number) => number,
  top: number,
  size: number,
): Sketch {
  const xs = Float64Array.from({ length: size + 1 }, (_, i) => top * ((2 * i - size) / size));
  const weights = xs.map(density);
  const total = weights.reduce((sum, w) => sum + w, 0);
  return {
    losses: xs.map((x) => (x < 0 ? -loss(-x) : loss(x))),
    weights: weights.map((w) => w / total),
  };
}
