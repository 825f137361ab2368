import type { Random } from '../../numerics/index.ts';
import type { Flaws } from '../zoo.ts';

/** In how many batches a data set falls where batches are taken in turn. */
export function batchesPerEpoch(rate: number): number {
  return Math.max(1, Math.round(1 / rate));
}

/**
 * The records of one batch: each of n by its own coin. A coin is tossed for every record, so whether one is
 * in the batch never depends on which others exist. The broken ways take batches in turn: in the order of the
 * data, or shuffled for every epoch.
 */
export function sampleBatch(
  n: number,
  step: number,
  rate: number,
  batches: Flaws['batches'],
  random: Random,
): Uint32Array {
  if (batches === 'poisson') {
    const coins = random.split(step);
    const batch: number[] = [];
    for (let i = 0; i < n; i++) if (coins.uniform() < rate) batch.push(i);
    return Uint32Array.from(batch);
  }
  const epoch = batchesPerEpoch(rate);
  const order = all(n);
  if (batches === 'shuffled') shuffle(order, random.split(`epoch ${Math.floor(step / epoch)}`));
  return order.filter((_, place) => place % epoch === step % epoch);
}

/** The indices 0 to n - 1. */
export function all(n: number): Uint32Array {
  return Uint32Array.from({ length: n }, (_, i) => i);
}

/** Puts indices into a random order (Fisher and Yates). */
export function shuffle(order: Uint32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
}
