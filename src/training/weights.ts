import type { Random } from '../numerics/index.ts';

/** Normal weights that keep the size of signals (He et al.), no biases; a last layer of zeros. */
export function firstWeights(sizes: readonly number[], random: Random): Float32Array {
  const weights: number[] = [];
  for (let l = 0; l + 1 < sizes.length; l++) {
    const spread = l + 2 < sizes.length ? Math.sqrt(2 / sizes[l]) : 0;
    for (let i = 0; i < sizes[l] * sizes[l + 1]; i++) weights.push(spread * random.normal());
    for (let i = 0; i < sizes[l + 1]; i++) weights.push(0);
  }
  return Float32Array.from(weights);
}
