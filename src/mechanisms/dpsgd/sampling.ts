import type { Random } from '../../numerics/index.ts';
import type { Flaws } from '../zoo.ts';

/** In how many batches a data set falls where batches are taken in a fixed order. */
export function batchesPerEpoch(rate: number): number {
  return Math.max(1, Math.round(1 / rate));
}

/**
 * The records of one batch: each of n by its own coin. A coin is tossed for every record, so what the others do never
 * depends on who is there.
 */
export function sampleBatch(
  n: number,
  step: number,
  rate: number,
  batches: Flaws['batches'],
  random: Random,
): Uint32Array {
  const batch: number[] = [];
  if (batches === 'fixed') {
    const epoch = batchesPerEpoch(rate);
    for (let i = step % epoch; i < n; i += epoch) batch.push(i);
  } else {
    for (let i = 0; i < n; i++) if (random.uniform() < rate) batch.push(i);
  }
  return Uint32Array.from(batch);
}
