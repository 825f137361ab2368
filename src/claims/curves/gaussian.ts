import {
  exp,
  findSignChange,
  gaussLegendre,
  ln,
  mills,
  millsGap,
  normalCdf,
  normalQuantile,
} from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import type { TradeOff } from './trade-off.ts';

const LN_SQRT_2PI = 0.9189385332046728;
/** Bounds the relative error of Phi(Phi^-1(p) + shift) per unit of squared argument, four times over. */
const ROUNDING = 2 ** -48;
const GAP = 1e-12;

/** ln delta(epsilon) of mu-GDP (Dong, Roth and Su, 2019), without cancellation and without underflow. */
function logDelta(mu: number, epsilon: number): number {
  const u = epsilon / mu - 0.5 * mu;
  const v = epsilon / mu + 0.5 * mu;
  // delta = Phi(-u) - e^epsilon Phi(-v) = pdf(u) (mills(u) - mills(v)), and mills' = -millsGap.
  if (u < -1) return ln(normalCdf(-u) - exp(-0.5 * u * u - LN_SQRT_2PI) * mills(v));
  const difference = mu < 0.5 ? gaussLegendre(millsGap, epsilon / mu, 0.5 * mu) : mills(u) - mills(v);
  return -0.5 * u * u - LN_SQRT_2PI + ln(difference);
}

function epsilonOf(mu: number, delta: number): number {
  if (delta <= 0) return Infinity;
  const target = ln(delta);
  if (logDelta(mu, 0) <= target) return 0;
  let high = mu * (0.5 * mu + 1);
  while (logDelta(mu, high) >= target) high *= 2;
  return findSignChange((epsilon) => logDelta(mu, epsilon) - target, 0, high, 1e-15).hi;
}

/** mu-Gaussian differential privacy: a sum with noise sigma = sensitivity / mu, mu > 0. */
export function gaussianCurve(mu: number, relation: Relation, name: string): TradeOff {
  const margin = ROUNDING * (2 + mu * mu);
  return {
    name,
    relation,
    symmetric: true,
    gap: GAP,
    fBar(x) {
      if (!(x > 0)) return 0;
      if (x >= 1) return 1;
      const z = normalQuantile(x);
      return Math.min(1, normalCdf(z + mu) * (1 + margin + ROUNDING * z * z) + Number.MIN_VALUE);
    },
    fBarInv(y) {
      if (!(y > 0)) return 0;
      if (y >= 1) return 1;
      const z = normalQuantile(y);
      const x = normalCdf(z - mu) * (1 - margin - ROUNDING * z * z);
      return x > 1e-306 ? x : 0;
    },
    slope: (x) => exp(-mu * (normalQuantile(x) + 0.5 * mu)),
    delta(epsilon) {
      // The exponent is the square of epsilon / mu - mu / 2, which multiplies that number's rounding error by
      // the number.
      const spread = epsilon / mu + mu;
      return Math.min(1, exp(logDelta(mu, epsilon)) * (1 + GAP + 2 ** -50 * spread * spread));
    },
    epsilon: (delta) => epsilonOf(mu, delta) * (1 + 1e-13),
    epsilonLower: (delta) => epsilonOf(mu, delta) * (1 - 1e-13),
    twice: () => gaussianCurve(2 * mu, relation, `${name} twice`),
  };
}
