import { normalCdf } from '../../src/numerics/index.ts';

/** A step of DP-SGD with a record exchanged, by its definition: P = (1-q) N(0,s^2) + q N(1,s^2), Q with -1 for 1. */
export interface Step {
  readonly noise: number;
  readonly rate: number;
}

function density({ noise, rate }: Step, x: number, sign: 1 | -1): number {
  const bell = (z: number) => Math.exp(-0.5 * z * z) / (noise * Math.sqrt(2 * Math.PI));
  return (1 - rate) * bell(x / noise) + rate * bell((x - sign) / noise);
}

function above({ noise, rate }: Step, x: number, sign: 1 | -1): number {
  return (1 - rate) * normalCdf(-x / noise) + rate * normalCdf((sign - x) / noise);
}

/** ln of the density with the record over the density without it. */
function removalLoss({ noise, rate }: Step, x: number): number {
  const u = (x - 0.5) / (noise * noise);
  return u < 500 ? Math.log1p(rate * Math.expm1(u)) : u + Math.log(rate);
}

function lossAt(step: Step, x: number): number {
  return removalLoss(step, x) - removalLoss(step, -x);
}

/** delta(epsilon) of one step at any real epsilon: P and Q of the outcomes with a larger loss, found by bisection. */
export function deltaOfOne(step: Step, epsilon: number): number {
  let [low, high] = [-2 - 60 * step.noise, 2 + 60 * step.noise];
  for (let i = 0; i < 56; i++) {
    const middle = 0.5 * (low + high);
    if (lossAt(step, middle) > epsilon) high = middle;
    else low = middle;
  }
  return above(step, high, 1) - Math.exp(epsilon) * above(step, high, -1);
}

/** The integral of g over P, by the trapezoidal rule, which converges geometrically for smooth g. */
function meanUnderP(step: Step, nodes: number, g: (x: number) => number): number {
  const reach = 1 + 10 * step.noise;
  const width = (2 * reach) / nodes;
  let sum = 0;
  for (let i = 0; i <= nodes; i++) {
    const x = -reach + i * width;
    sum += density(step, x, 1) * g(x);
  }
  return sum * width;
}

/** delta(epsilon) of two steps: one step's, at what the other leaves over. */
export function deltaOfTwo(step: Step, epsilon: number, nodes = 3200): number {
  return meanUnderP(step, nodes, (x) => deltaOfOne(step, epsilon - lossAt(step, x)));
}

/**
 * delta(epsilon) of many exchanged steps, or of many steps from which a record is removed.
 */
export function deltaOfMany(
  step: Step,
  steps: number,
  epsilon: number,
  { reach = 60, fine = 200, removed = false } = {},
): number {
  const nodes = 600;
  const [ps, ls] = [new Float64Array(nodes), new Float64Array(nodes)];
  const far = 1 + 12 * step.noise;
  for (let i = 0; i < nodes; i++) {
    const x = -far + (2 * far * (i + 0.5)) / nodes;
    ps[i] = (density(step, x, 1) * 2 * far) / nodes;
    ls[i] = removed ? removalLoss(step, x) : lossAt(step, x);
  }
  return deltaByInversion(ps, ls, steps, epsilon, reach, fine);
}

/**
 * delta(epsilon) = (1 / 2 pi i) times the integral over Re s = c of M(s)^T e^(-s epsilon) / (s (s + 1)), M(s) = E_P[e^(s L)]:
 * Laplace's transform of (1 - e^(epsilon - L))_+. No grid of losses: L has the P-probabilities ps.
 */
function deltaByInversion(
  ps: Float64Array,
  ls: Float64Array,
  steps: number,
  epsilon: number,
  reach: number,
  fine: number,
): number {
  const nodes = ps.length;
  /** ln of M(c)^T e^(-c epsilon), which the best contour makes small. */
  const height = (c: number) => {
    let sum = 0;
    for (let i = 0; i < nodes; i++) sum += ps[i] * Math.exp(c * ls[i]);
    return steps * Math.log(sum) - c * epsilon - Math.log(c * (c + 1));
  };
  let [low, high] = [-8, 6];
  for (let i = 0; i < 60; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (height(Math.exp(a)) < height(Math.exp(b)) || !Number.isFinite(height(Math.exp(b)))) high = b;
    else low = a;
  }
  // A little less steep than the saddle: tails that a single step decides fall more slowly further out.
  const c = 0.7 * Math.exp(low);
  let deviation = 0;
  for (let i = 0; i < nodes; i++) deviation += ps[i] * ls[i] * ls[i];
  deviation = Math.sqrt(steps * deviation);
  // The rule repeats the law of the loss with period 2 pi / width, weighed down by e^(-c period).
  const width = Math.min(0.25 / deviation, (2 * Math.PI * c) / fine);
  let total = 0;
  for (let n = 0; n * width < reach / deviation; n++) {
    const t = n * width;
    let [re, im] = [0, 0];
    for (let i = 0; i < nodes; i++) {
      const size = ps[i] * Math.exp(c * ls[i]);
      re += size * Math.cos(t * ls[i]);
      im += size * Math.sin(t * ls[i]);
    }
    // The denominator s (s + 1), s = c + i t.
    const [dRe, dIm] = [c * (c + 1) - t * t, t * (2 * c + 1)];
    const log =
      0.5 * steps * Math.log(re * re + im * im) - c * epsilon - 0.5 * Math.log(dRe * dRe + dIm * dIm);
    const angle = steps * Math.atan2(im, re) - t * epsilon - Math.atan2(dIm, dRe);
    total += (n === 0 ? 0.5 : 1) * Math.exp(log) * Math.cos(angle);
  }
  return (total * width) / Math.PI;
}
