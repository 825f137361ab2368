import { InvalidInput } from '../errors.ts';
import { all, checkRoom, shuffle } from '../mechanisms/index.ts';
import { createRandom, type Random } from '../numerics/index.ts';
import { evaluate } from './evaluate.ts';
import { dimensionOf, type Jax, Network, NO_CLIP } from './network.ts';
import { chunksOf, countOf, type Records, sliceRecords } from './records.ts';
import { slotsOf, type TrainSetting } from './setting.ts';
import type { TrainingData } from './trainer.ts';
import { firstWeights } from './weights.ts';

/** The most records for the reference model, which also gets at most a tenth of the data. */
const REFERENCE = 5000;

/** The most weights: with more the arrays of a training do not fit into memory. */
const MOST_WEIGHTS = 5e7;

export interface Split {
  readonly data: TrainingData;
  /** Held out from the training, for a black-box audit; null in a white-box one. */
  readonly reference: Records | null;
}

/**
 * Divides the data. With white-box canaries all of it is for training; for a black-box audit the end is held
 * out: images for the canaries, and records for the reference model that their losses are compared with.
 */
export function splitData(records: Records, classes: number, setting: TrainSetting): Split {
  const dimension = dimensionOf([records.width, ...setting.hidden, classes]);
  if (dimension > MOST_WEIGHTS)
    throw new InvalidInput(`invalid hidden; must come to at most ${MOST_WEIGHTS} weights: ${dimension}`);
  if (setting.attack === 'white-box') {
    checkRoom(slotsOf(setting), dimension);
    return { data: { ordinary: records, canaries: null, classes }, reference: null };
  }
  const n = countOf(records);
  const slots = slotsOf(setting);
  const reference = Math.min(REFERENCE, Math.floor(n / 10));
  const ordinary = n - slots - reference;
  if (ordinary < 1)
    throw new InvalidInput(
      `invalid canaries; ${slots} canary images and ${reference} for reference leave nothing of ${n} records to train on: ${setting.canaries}`,
    );
  const random = createRandom(setting.seed).split('canary images');
  const held = sliceRecords(records, ordinary, ordinary + slots);
  return {
    data: {
      ordinary: sliceRecords(records, 0, ordinary),
      canaries:
        setting.canaryKind === 'out-of-distribution'
          ? speckled(held, classes, random)
          : mislabelled(held, classes, random),
      classes,
    },
    reference: sliceRecords(records, ordinary + slots, n),
  };
}

/** The same images, each under a label that is not its own. */
function mislabelled({ inputs, labels, width }: Records, classes: number, random: Random): Records {
  const wrong = labels.map((label) => (label + 1 + random.integer(classes - 1)) % classes);
  return { inputs, labels: wrong, width };
}

/** Random images, in which each pixel is white with probability 1/10, under random labels. */
function speckled({ inputs, labels, width }: Records, classes: number, random: Random): Records {
  return {
    inputs: inputs.map(() => (random.integer(10) === 0 ? 255 : 0)),
    labels: labels.map(() => random.integer(classes)),
    width,
  };
}

/**
 * Each canary's loss under the trained model, less its loss under a model of the same form that saw none of
 * them: lower is likelier in. The difference keeps a canary that is hard for every model from looking as if
 * it were out.
 */
export async function calibratedLosses(
  jax: Jax,
  network: Network,
  weights: Float32Array,
  { data, reference }: Split,
  setting: TrainSetting,
): Promise<Float64Array> {
  if (data.canaries === null || reference === null) throw new Error('internal: no black-box canaries');
  const trained = await evaluate(network, weights, data.canaries);
  const plain = await trainPlain(jax, network.sizes, reference, setting);
  const other = await evaluate(network, plain, data.canaries);
  return trained.losses.map((loss, i) => loss - other.losses[i]);
}

/** Ten epochs of ordinary gradient descent: no clipping, no noise. */
async function trainPlain(
  jax: Jax,
  sizes: readonly number[],
  records: Records,
  { seed }: TrainSetting,
): Promise<Float32Array> {
  const size = 64;
  const random = createRandom(seed).split('reference');
  const network = new Network(jax, sizes, size);
  const weights = firstWeights(sizes, random.split('weights'));
  const n = countOf(records);
  for (let epoch = 0; epoch < 10; epoch++) {
    const order = all(n);
    shuffle(order, random.split(epoch));
    for (const chunk of chunksOf(records, order, size, sizes[sizes.length - 1])) {
      network.load(weights);
      const { sum } = await network.gradients(chunk, NO_CLIP);
      for (let i = 0; i < weights.length; i++) weights[i] -= (0.1 * sum[i]) / chunk.count;
    }
  }
  network.dispose();
  return weights;
}
