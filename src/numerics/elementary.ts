/**
 * Exponentials and logarithms that are the same to the last bit on every engine: the language leaves the last
 * digit of Math.exp and its kin to the engine, and a composition of many steps multiplies that digit by their
 * number. Only operations that IEEE 754 defines exactly are used. Errors stay below about one unit in the
 * last place.
 */

/** ln 2 in two parts, the first so short that its products with exponents are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const INV_LN2 = Math.LOG2E;
/** Beyond these exp is 0 or infinite. */
const LEAST = -745.2;
const MOST = 709.8;

/** 2^-1022 to 2^1023. */
const POWERS = (() => {
  const powers = new Float64Array(2046);
  powers[1022] = 1;
  for (let k = 1; k <= 1023; k++) powers[1022 + k] = 2 * powers[1021 + k];
  for (let k = 1; k <= 1022; k++) powers[1022 - k] = powers[1023 - k] / 2;
  return powers;
})();

/** y 2^k, rounded once. */
function scale(y: number, k: number): number {
  if (k > 1023) return 2 * y * POWERS[2044 + k - 1023];
  return k < -1022 ? y * POWERS[1022 + k + 100] * POWERS[922] : y * POWERS[1022 + k];
}

/**
 * For |r| <= ln(2) / 2: r - P(r^2), where r coth(r / 2) = 2 + P(r^2) (Bernoulli's numbers). Then
 * e^r = 1 + r + r c / (2 - c) with that c.
 */
function remainder(r: number): number {
  const t = r * r;
  return (
    r -
    t *
      (1 / 6 +
        t *
          (-1 / 360 +
            t *
              (1 / 15120 +
                t * (-1 / 604800 + t * (1 / 23950080 + t * (-691 / 653837184000 + t / 37362124800))))))
  );
}

/** e^x. */
export function exp(x: number): number {
  if (!(x > LEAST)) return x <= LEAST ? 0 : x;
  if (x > MOST) return Infinity;
  const k = Math.round(x * INV_LN2);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const c = remainder(r);
  return scale(1 - (low - (r * c) / (2 - c) - high), k);
}

/** e^x - 1. */
export function expm1(x: number): number {
  if (!(x > -40)) return x <= -40 ? -1 : x;
  if (x > MOST) return Infinity;
  const k = Math.round(x * INV_LN2);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const c = remainder(r);
  const e = (r * c) / (2 - c);
  if (k === 0) return x + e;
  // The rounding error of r = high - low is added back last.
  const lost = high - r - low;
  if (k > 55) return scale(1 + (r + (e + lost)), k);
  const power = POWERS[1022 + k];
  return power * r + power * (e + lost) + (power - 1);
}

const DOUBLE = new Float64Array(1);
const WORDS = new Uint32Array(DOUBLE.buffer);
/** Which of the two words has the exponent. */
const UPPER = (() => {
  DOUBLE[0] = 1;
  return WORDS[1] === 0 ? 0 : 1;
})();

/**
 * ln(1 + f) - f for 1 + f between about 0.7 and 1.42, by the series of the inverse hyperbolic tangent of f /
 * (2 + f).
 */
function logRest(f: number, low: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const half = 0.5 * f * f;
  // Even and odd powers apart: two chains of operations that a processor can interleave.
  const odd = z * (2 / 3 + w * (2 / 7 + w * (2 / 11 + w * (2 / 15 + w * (2 / 19)))));
  const even = w * (2 / 5 + w * (2 / 9 + w * (2 / 13 + w * (2 / 17 + w * (2 / 21)))));
  const series = odd + even;
  return half - (s * (half + series) + low);
}

/** The natural logarithm. */
export function ln(x: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? Infinity : Number.NaN;
  let k = 0;
  let y = x;
  if (y < 2.2250738585072014e-308) {
    y *= 18014398509481984;
    k = -54;
  }
  if (y >= 8.98846567431158e307) {
    y *= 0.5;
    k = 1;
  }
  DOUBLE[0] = y;
  const exponent = (WORDS[UPPER] >>> 20) - 1023;
  k += exponent;
  let m = y * POWERS[1022 - exponent];
  if (m > Math.SQRT2) {
    m *= 0.5;
    k++;
  }
  const f = m - 1;
  return k * LN2_HIGH - (logRest(f, k * LN2_LOW) - f);
}

/** ln(1 + x). */
export function log1p(x: number): number {
  if (x > -0.29 && x < 0.41) return x - logRest(x, 0);
  const u = 1 + x;
  // The rounding error of 1 + x is corrected to first order.
  return u > 0 && u < Infinity ? ln(u) + (x - (u - 1)) / u : ln(u);
}

/** (e^x - e^-x) / 2. */
export function sinh(x: number): number {
  return 0.5 * (expm1(x) - expm1(-x));
}

/** The inverse of sinh. */
export function asinh(x: number): number {
  const size = Math.abs(x);
  // For larger x the square would overflow, and the 1 next to it does not matter.
  const value =
    size > 1e150 ? ln(size) + Math.LN2 : log1p(size + (size * size) / (1 + Math.sqrt(1 + size * size)));
  return Math.sign(x) * value;
}
