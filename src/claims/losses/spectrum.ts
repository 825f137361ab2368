import { cosm1, sin } from '../../numerics/index.ts';

/**
 * Characteristic functions at the frequencies 0, 1, ... times a unit, less 1: two laws on the same losses.
 * Next to 1 the difference keeps its digits, and a power multiplies only its errors.
 */
export interface Spectra {
  readonly firstRe: Float64Array;
  readonly firstIm: Float64Array;
  readonly secondRe: Float64Array;
  readonly secondIm: Float64Array;
}

/** Frequencies are k = BLOCK a + b: a rotation by both parts takes three roundings, whatever k is. */
const BLOCK = 16;
/** What has less weight than this does not show in a double next to 1, whatever the number of runs. */
const NEGLIGIBLE = 1e-27;

/** E[e^(i k unit L)] - 1 for k below `count`, of the laws with these losses and either weights. */
export function spectraOf(
  losses: Float64Array,
  first: Float64Array,
  second: Float64Array,
  unit: number,
  count: number,
): Spectra {
  const size = BLOCK * Math.ceil(count / BLOCK);
  const [firstRe, firstIm] = [new Float64Array(size), new Float64Array(size)];
  const [secondRe, secondIm] = [new Float64Array(size), new Float64Array(size)];
  const [blockRe, blockIm] = [new Float64Array(BLOCK), new Float64Array(BLOCK)];
  for (let i = 0; i < losses.length; i++) {
    const [p, q] = [first[i], second[i]];
    if (p + q < NEGLIGIBLE) continue;
    const angle = unit * losses[i];
    for (let b = 0; b < BLOCK; b++) {
      blockRe[b] = cosm1(b * angle);
      blockIm[b] = sin(b * angle);
    }
    for (let a = 0; a < size; a += BLOCK) {
      const re = cosm1(a * angle);
      const im = sin(a * angle);
      for (let b = 0; b < BLOCK; b++) {
        const [c, s] = [blockRe[b], blockIm[b]];
        // (1 + x) (1 + y) - 1 = x + y + x y.
        const x = re + c + (re * c - im * s);
        const y = im + s + (re * s + im * c);
        firstRe[a + b] += p * x;
        firstIm[a + b] += p * y;
        secondRe[a + b] += q * x;
        secondIm[a + b] += q * y;
      }
    }
  }
  return { firstRe, firstIm, secondRe, secondIm };
}

/** (1 + z)^count (1 + w) - 1 in place of w, by repeated squaring of numbers that are held less 1. */
export function multiplyPower(
  w: { readonly re: Float64Array; readonly im: Float64Array },
  zRe: Float64Array,
  zIm: Float64Array,
  count: number,
): void {
  for (let k = 0; k < w.re.length; k++) {
    let [x, y, a, b] = [w.re[k], w.im[k], zRe[k], zIm[k]];
    for (let n = count; n > 0; n = Math.floor(n / 2)) {
      if (n % 2 === 1) {
        const re = x + a + (x * a - y * b);
        y = y + b + (x * b + y * a);
        x = re;
      }
      const re = 2 * a + (a * a - b * b);
      b = 2 * b + 2 * a * b;
      a = re;
    }
    w.re[k] = x;
    w.im[k] = y;
  }
}
