import FFT from 'fft.js';

/** The last plan is kept: its tables take as long to make as a transform, and searches repeat one size. */
let plan: FFT | null = null;

function planOf(size: number): FFT {
  if (plan === null || plan.size !== size) plan = new FFT(size);
  return plan;
}

/** The discrete Fourier transform of interleaved complex numbers, 2^n of them. */
export function fourier(data: Float64Array): Float64Array {
  const out = new Float64Array(data.length);
  planOf(data.length / 2).transform(out, data);
  return out;
}

/** Its inverse. */
export function inverseFourier(data: Float64Array): Float64Array {
  const out = new Float64Array(data.length);
  planOf(data.length / 2).inverseTransform(out, data);
  return out;
}
