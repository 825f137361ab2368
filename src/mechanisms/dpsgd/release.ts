import type { Random } from '../../numerics/index.ts';
import type { Flaws } from '../zoo.ts';
import type { DiracCanaries } from './dirac.ts';
import type { Privacy } from './privacy.ts';
import { sampleBatch } from './sampling.ts';

/** The ordinary records of a batch. */
export interface Batch {
  /** The sum of their gradients, each clipped where that is done. */
  readonly sum: Float64Array;
  /** How many they are. */
  readonly count: number;
  /** The expected number of records in a batch, which the average is taken over. */
  readonly expected: number;
}

/** What one step publishes, and the part of it that the ordinary records account for. */
export interface Released {
  /** The noisy sum of clipped gradients. */
  readonly update: Float64Array;
  readonly ordinary: Float64Array;
}

/**
 * One step of DP-SGD, given the sum of the ordinary gradients: adds the canaries in the batch, then the
 * noise. Canaries are records like others: each comes into the batch by its own coin and is clipped. Random
 * streams are named by the step, so that a step can be repeated without those before it.
 */
export function release(
  step: number,
  { sum, count, expected }: Batch,
  canaries: DiracCanaries | null,
  { noise, rate, clip }: Privacy,
  flaws: Flaws,
  random: Random,
): Released {
  const update = Float64Array.from(sum);
  let records = count;
  if (canaries !== null) {
    const { coordinates, present, size } = canaries;
    const gradient = clip * (flaws.clipping === 'each' ? clippedNorm(size, flaws) : size);
    const coins = random.split('canary batches');
    for (const i of sampleBatch(coordinates.length, step, rate, flaws.batches, coins))
      if (present[i] === 1) {
        update[coordinates[i]] += gradient;
        records++;
      }
  }
  let ordinary = sum;
  if (flaws.clipping === 'average') {
    const shrink = Math.min(1, (clip * expected) / norm(update));
    for (let i = 0; i < update.length; i++) update[i] *= shrink;
    ordinary = sum.map((x) => x * shrink);
  }
  const spread = (noise * clip * flaws.noiseShare) / (flaws.noiseOverBatch ? expected : 1);
  const stream = random.split('noise').split(flaws.sameNoise ? 0 : step);
  if (!(flaws.noiseless > 0 && random.split('forgotten').split(step).bernoulli(flaws.noiseless)))
    for (let i = 0; i < update.length; i++) update[i] += spread * stream.normal();
  if (flaws.realisedBatch) {
    // Whoever uses the release divides it by the expected number.
    const rescaled = expected / Math.max(1, records);
    for (let i = 0; i < update.length; i++) update[i] *= rescaled;
    ordinary = sum.map((x) => x * rescaled);
  }
  return { update, ordinary };
}

/**
 * The norm of a canary's gradient after clipping, in clip norms. A gradient that single precision holds as
 * infinite has the factor 0, and 0 times infinity is NaN.
 */
function clippedNorm(size: number, { nonFinite }: Flaws): number {
  return nonFinite && Math.fround(size) === Infinity ? Number.NaN : Math.min(1, size);
}

function norm(vector: Float64Array): number {
  let sum = 0;
  for (const x of vector) sum += x * x;
  return Math.sqrt(sum);
}
