import { exp, ln, log1p } from './elementary.ts';

/**
 * The standard normal distribution, accurate in both tails.
 * The exponential is taken of an exactly representable square plus a small remainder, so that the
 * rounding of z*z never reaches the result; the scaled rest is smooth and well conditioned.
 * Rational approximations: W. J. Cody (1969) for erf and erfc, M. J. Wichura (1988, AS 241) for the quantile.
 */

const SQRT1_2 = Math.SQRT1_2;
const SQRT_2PI = 2.5066282746310002;
const INV_SQRT_PI = 0.5641895835477563;
/** Below this |z| the central erf series is used. */
const CENTRE = 0.66;

/** erf(x) for |x| < 0.47. */
function erfCentre(x: number): number {
  const w = x * x;
  const top =
    (((1.85777706184603153e-1 * w + 3.1611237438705656) * w + 1.13864154151050156e2) * w +
      3.77485237685302021e2) *
      w +
    3.20937758913846947e3;
  const bottom =
    (((w + 2.36012909523441209e1) * w + 2.44024637934444173e2) * w + 1.28261652607737228e3) * w +
    2.84423683343917062e3;
  return (x * top) / bottom;
}

/** 1/sqrt(pi) - x exp(x^2) erfc(x) for x > 4, from w = 1 / x^2. */
function erfcxDefect(w: number): number {
  const top =
    ((((1.63153871373020978e-2 * w + 3.05326634961232344e-1) * w + 3.60344899949804439e-1) * w +
      1.25781726111229246e-1) *
      w +
      1.60837851487422766e-2) *
      w +
    6.58749161529837803e-4;
  const bottom =
    ((((w + 2.56852019228982242) * w + 1.87295284992346047) * w + 5.27905102951428412e-1) * w +
      6.05183413124413191e-2) *
      w +
    2.33520497626869185e-3;
  return (w * top) / bottom;
}

/** exp(x^2) erfc(x) for x >= 0.46. */
function erfcx(x: number): number {
  if (x > 4) return (INV_SQRT_PI - erfcxDefect(1 / (x * x))) / x;
  const top =
    (((((((2.15311535474403846e-8 * x + 5.64188496988670089e-1) * x + 8.88314979438837594) * x +
      6.61191906371416295e1) *
      x +
      2.98635138197400131e2) *
      x +
      8.8195222124176909e2) *
      x +
      1.71204761263407058e3) *
      x +
      2.05107837782607147e3) *
      x +
    1.23033935479799725e3;
  const bottom =
    (((((((x + 1.57449261107098347e1) * x + 1.17693950891312499e2) * x + 5.37181101862009858e2) * x +
      1.62138957456669019e3) *
      x +
      3.29079923573345963e3) *
      x +
      4.36261909014324716e3) *
      x +
      3.43936767414372164e3) *
      x +
    1.23033935480374942e3;
  return top / bottom;
}

/** Phi(-t) for t >= CENTRE. */
function lowerTail(t: number): number {
  if (t > 39) return 0;
  const near = Math.trunc(t * 16) / 16;
  const rest = 0.5 * erfcx(t * SQRT1_2) * exp(-0.5 * (t - near) * (t + near));
  if (t < 37) return exp(-0.5 * near * near) * rest;
  // Near the subnormal numbers the factor is split in two, so that only the last product rounds.
  const half = exp(-0.25 * near * near);
  return half * (half * rest);
}

/** Standard normal density. */
export function normalPdf(z: number): number {
  return exp(-0.5 * z * z) / SQRT_2PI;
}

/** P[Z <= z]. */
export function normalCdf(z: number): number {
  const t = Math.abs(z);
  if (t < CENTRE) return 0.5 + 0.5 * erfCentre(z * SQRT1_2);
  return z < 0 ? lowerTail(t) : 1 - lowerTail(t);
}

/** P[Z > z]. */
export function normalSurvival(z: number): number {
  return normalCdf(-z);
}

/** ln P[Z <= z], finite for every z above about -1e154. */
export function logNormalCdf(z: number): number {
  if (z > -CENTRE) return z < CENTRE ? ln(normalCdf(z)) : log1p(-lowerTail(z));
  if (z === -Infinity) return -Infinity;
  return -0.5 * z * z + ln(0.5 * erfcx(-z * SQRT1_2));
}

/** Mills' ratio P[Z > t] / pdf(t). It varies slowly where the tail itself falls exponentially. */
export function mills(t: number): number {
  return t < CENTRE ? normalCdf(-t) / normalPdf(t) : 0.5 * SQRT_2PI * erfcx(t * SQRT1_2);
}

/** 1 - t mills(t), minus the derivative of Mills' ratio; positive, and exact where t is large. */
export function millsGap(t: number): number {
  return t > 6 ? erfcxDefect(2 / (t * t)) / INV_SQRT_PI : 1 - t * mills(t);
}

/** The quantile of 1/2 + q, for |q| <= 0.425. */
export function quantileNearMedian(q: number): number {
  const w = 0.180625 - q * q;
  const top =
    ((((((2.5090809287301226727e3 * w + 3.3430575583588128105e4) * w + 6.7265770927008700853e4) * w +
      4.5921953931549871457e4) *
      w +
      1.3731693765509461125e4) *
      w +
      1.9715909503065514427e3) *
      w +
      1.3314166789178437745e2) *
      w +
    3.387132872796366608;
  const bottom =
    ((((((5.226495278852854561e3 * w + 2.8729085735721942674e4) * w + 3.930789580009271061e4) * w +
      2.1213794301586595867e4) *
      w +
      5.3941960214247511077e3) *
      w +
      6.871870074920579083e2) *
      w +
      4.2313330701600911252e1) *
      w +
    1;
  return (q * top) / bottom;
}

function quantileFar(w: number): number {
  const top =
    ((((((2.01033439929228813265e-7 * w + 2.71155556874348757815e-5) * w + 1.2426609473880784386e-3) * w +
      2.6532189526576123093e-2) *
      w +
      2.9656057182850489123e-1) *
      w +
      1.7848265399172913358) *
      w +
      5.4637849111641143699) *
      w +
    6.6579046435011037772;
  const bottom =
    ((((((2.04426310338993978564e-15 * w + 1.4215117583164458887e-7) * w + 1.8463183175100546818e-5) * w +
      7.868691311456132591e-4) *
      w +
      1.48753612908506148525e-2) *
      w +
      1.3692988092273580531e-1) *
      w +
      5.9983220655588793769e-1) *
      w +
    1;
  return -top / bottom;
}

/** The quantile of p, negative, from s = sqrt(-ln p), for p <= 0.075 and s <= 27.3. */
export function quantileFromRootLog(s: number): number {
  if (s > 5) return quantileFar(s - 5);
  const w = s - 1.6;
  const top =
    ((((((7.7454501427834140764e-4 * w + 2.27238449892691845833e-2) * w + 2.4178072517745061177e-1) * w +
      1.27045825245236838258) *
      w +
      3.64784832476320460504) *
      w +
      5.7694972214606914055) *
      w +
      4.6303378461565452959) *
      w +
    1.42343711074968357734;
  const bottom =
    ((((((1.05075007164441684324e-9 * w + 5.475938084995344946e-4) * w + 1.51986665636164571966e-2) * w +
      1.4810397642748007459e-1) *
      w +
      6.8976733498510000455e-1) *
      w +
      1.6763848301838038494) *
      w +
      2.05319162663775882187) *
      w +
    1;
  return -top / bottom;
}

/** The z with P[Z <= z] = p. */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return quantileNearMedian(q);
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : Number.NaN;
  const tail = Math.sqrt(-ln(q < 0 ? p : 1 - p));
  return q < 0 ? quantileFromRootLog(tail) : -quantileFromRootLog(tail);
}
