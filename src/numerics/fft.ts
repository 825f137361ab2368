import FFT from 'fft.js';
import { rootsOfUnity } from './angles.ts';

/** The last plan is kept: its tables take as long to make as a transform, and searches repeat one size. */
let plan: FFT | null = null;

function planOf(size: number): FFT {
  if (plan === null || plan.size !== size) {
    plan = new FFT(size);
    // The library fills its table by Math.sin, whose last digits differ between engines.
    if (size >= 8) setTable(plan, rootsOfUnity(size));
  }
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
