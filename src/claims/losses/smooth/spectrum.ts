import { cosm1, exp, fourier, sin } from '../../../numerics/index.ts';

/**
 * Characteristic functions at the frequencies 0, 1, ... times a unit, less 1: two laws on the same losses.
 * Next to 1 the difference keeps its digits, and a power multiplies only its errors.
 */
export interface Spectra {
  readonly firstRe: Float64Array;
  readonly firstIm: Float64Array;
  readonly secondRe: Float64Array;
  readonly secondIm: Float64Array;
  /** The size of rounding errors in them. */
  readonly rounding: number;
}

/** Frequencies are k = BLOCK a + b: a rotation by both parts takes three roundings, whatever k is. */
const BLOCK = 16;
/** What has less weight than this does not show in a double next to 1, whatever the number of runs. */
const NEGLIGIBLE = 1e-27;

/** The most products of a node with a frequency that are computed one by one. */
const MOST_PRODUCTS = 1.5e6;

/** E[e^(i k unit L)] - 1 for k below `count`, of the laws with these losses and either weights. */
export function spectraOf(
  losses: Float64Array,
  first: Float64Array,
  second: Float64Array,
  unit: number,
  count: number,
): Spectra {
  const each = losses.length * count <= MOST_PRODUCTS;
  return (each ? spectraByNode : spectraByGrid)(losses, first, second, unit, count);
}

/** One wave after the other. */
export function spectraByNode(
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
    const p = first[i];
    const q = second[i];
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
        const c = blockRe[b];
        const s = blockIm[b];
        // (1 + x) (1 + y) - 1 = x + y + x y.
        const x = re + c + (re * c - im * s);
        const y = im + s + (re * s + im * c);
        const k = a + b;
        firstRe[k] += p * x;
        firstIm[k] += p * y;
        secondRe[k] += q * x;
        secondIm[k] += q * y;
      }
    }
  }
  return {
    firstRe,
    firstIm,
    secondRe,
    secondIm,
    rounding: 8 * 2 ** -53 + ofAngles(losses, first, second, unit * count),
  };
}

/** What the rounding of angles does, frequencies going up to `highest`. */
function ofAngles(losses: Float64Array, first: Float64Array, second: Float64Array, highest: number): number {
  let mean = 0;
  for (let i = 0; i < losses.length; i++) mean += (first[i] + second[i]) * Math.abs(losses[i]);
  return 2 ** -52 * highest * mean;
}

/** Grid points that share a node, the sharpness of the kernel by which they do, and nodes of the kernel. */
const WIDTH = 15;
const SHARPNESS = 2.3 * WIDTH;
const KERNEL_NODES = 96;

function kernel(z: number): number {
  return z * z < 1 ? exp(SHARPNESS * (Math.sqrt(1 - z * z) - 1)) : 0;
}

/**
 * All waves at once: each node is spread over the points of a grid, by a kernel whose transform is known, and
 * the grid is transformed (Barnett, Magland and af Klinteberg, 2019).
 */
export function spectraByGrid(
  losses: Float64Array,
  first: Float64Array,
  second: Float64Array,
  unit: number,
  count: number,
): Spectra {
  const size = 2 ** Math.ceil(Math.log2(8 * count));
  const grid = new Float64Array(2 * size);
  const perLoss = (unit * size) / (2 * Math.PI);
  for (let i = 0; i < losses.length; i++) {
    const [p, q] = [first[i], second[i]];
    if (p + q < NEGLIGIBLE) continue;
    const place = perLoss * losses[i];
    const from = Math.ceil(place - 0.5 * WIDTH);
    for (let m = from; m < from + WIDTH; m++) {
      const share = kernel((2 / WIDTH) * (m - place));
      const at = 2 * (((m % size) + size) % size);
      grid[at] += p * share;
      grid[at + 1] += q * share;
    }
  }
  const transformed = fourier(grid);
  const spread = kernelTransform(size, count);
  const [firstRe, firstIm] = [new Float64Array(count), new Float64Array(count)];
  const [secondRe, secondIm] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; k++) {
    // The transform turns the other way, and has one law in the real parts, the other in the imaginary ones.
    const here = 2 * k;
    const there = 2 * ((size - k) % size);
    const half = 0.5 / spread[k];
    firstRe[k] = half * (transformed[here] + transformed[there]) - 1;
    firstIm[k] = half * (transformed[there + 1] - transformed[here + 1]);
    secondRe[k] = half * (transformed[here + 1] + transformed[there + 1]) - 1;
    secondIm[k] = half * (transformed[here] - transformed[there]);
  }
  return {
    firstRe,
    firstIm,
    secondRe,
    secondIm,
    rounding: 1e-13 + ofAngles(losses, first, second, unit * count),
  };
}

/** The transform of the kernel on a grid, by the trapezoidal rule. */
function kernelTransform(size: number, count: number): Float64Array {
  const places = Float64Array.from({ length: KERNEL_NODES }, (_, i) => (2 * i) / KERNEL_NODES - 1);
  const weights = places.map((z) => (WIDTH / KERNEL_NODES) * kernel(z));
  const total = weights.reduce((sum, w) => sum + w, 0);
  const { firstRe } = spectraByNode(places, weights, weights, (Math.PI * WIDTH) / size, count);
  return firstRe.map((re) => total + re);
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
