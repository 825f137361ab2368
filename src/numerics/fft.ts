import FFT from 'fft.js';
import { rootsOfUnity } from './angles.ts';

/** Plans by size: their tables take as long to make as a transform, and searches repeat a few sizes. */
const plans = new Map<number, FFT>();
/** Tables of larger plans are not kept beside others. */
const LARGE = 2 ** 18;

function planOf(size: number): FFT {
  const known = plans.get(size);
  if (known !== undefined) return known;
  for (const other of [...plans.keys()]) if (other > LARGE || size > LARGE) plans.delete(other);
  const plan = new FFT(size);
  // The library fills its table by Math.sin, whose last digits differ between engines.
  if (size >= 8) setTable(plan, rootsOfUnity(size));
  plans.set(size, plan);
  return plan;
}

function setTable(made: FFT, roots: Float64Array): void {
  const { table } = made as FFT & { table: number[] };
  for (let i = 0; i < roots.length; i += 2) {
    table[i] = roots[i];
    table[i + 1] = -roots[i + 1];
  }
}

/** The discrete Fourier transform of interleaved complex numbers, 2^n of them. */
export function fourier(data: Float64Array): Float64Array {
  const out = new Float64Array(data.length);
  planOf(data.length / 2).transform(out, data);
  return out;
}

/** The inverse of the discrete Fourier transform. */
export function inverseFourier(data: Float64Array): Float64Array {
  const out = new Float64Array(data.length);
  planOf(data.length / 2).inverseTransform(out, data);
  return out;
}
