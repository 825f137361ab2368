import type { Random } from '../numerics/index.ts';

/** Initial weights: normal with variance 2 / inputs (He et al.), biases 0, the last layer all zeros. */
export function firstWeights(sizes: readonly number[], random: Random): Float32Array {
  const weights: number[] = [];
  for (let l = 0; l + 1 < sizes.length; l++) {
    const spread = l + 2 < sizes.length ? Math.sqrt(2 / sizes[l]) : 0;
    for (let i = 0; i < sizes[l] * sizes[l + 1]; i++) weights.push(spread * random.normal());
    for (let i = 0; i < sizes[l + 1]; i++) weights.push(0);
  }
  return Float32Array.from(weights);
}
