/**
 * Examples per second: DP-SGD by ghost norms, plain training of the same model, and per-example gradients by
 * vmap.
 */
import * as jax from '@jax-js/jax';
import { Network, NO_CLIP, Trainer } from '../dist/training.js';
import { mnist, SETTING } from './mnist.js';

const { numpy: np, nn, jit, vmap, grad } = jax;
await jax.init('wasm');
jax.defaultDevice('wasm');

const BATCH = 1200;
const ordinary = mnist();
const setting = { ...SETTING, rate: BATCH / 60_000, steps: 1e6 };

/** Examples per second over about `seconds`, the first call not counted. */
async function speed(step, seconds = 5) {
  await step();
  const begin = performance.now();
  let examples = 0;
  while (performance.now() - begin < 1000 * seconds) examples += await step();
  return (1000 * examples) / (performance.now() - begin);
}

function batch(rows) {
  const x = Float32Array.from(ordinary.inputs.subarray(0, rows * 784), (byte) => byte / 255);
  const y = new Float32Array(rows * 10);
  for (let i = 0; i < rows; i++) y[i * 10 + ordinary.labels[i]] = 1;
  return { x, y };
}

function forward(layers, x) {
  let a = x;
  for (let l = 0; l < layers.length; l += 2) {
    a = np.matmul(a, layers[l]).add(layers[l + 1]);
    if (l + 2 < layers.length) a = nn.relu(a);
  }
  return nn.logSoftmax(a);
}

function layersOf(sizes) {
  return sizes.slice(1).flatMap((columns, l) => {
    const weights = Float32Array.from({ length: sizes[l] * columns }, (_, i) => 0.05 * Math.sin(i));
    return [np.array(weights).reshape([sizes[l], columns]), np.zeros([columns])];
  });
}

/** Plain training as one would write it in jax-js: gradients of the mean loss and a step, all compiled. */
function plain(sizes) {
  const loss = (layers, x, y) => forward(layers, x).mul(y).sum().neg().div(BATCH);
  const update = jit((layers, x, y) => {
    const gradients = grad(loss)(
      layers.map((layer) => layer.ref),
      x,
      y,
    );
    return layers.map((layer, i) => layer.sub(gradients[i].mul(0.1)));
  });
  let layers = layersOf(sizes);
  const { x, y } = batch(BATCH);
  return async () => {
    // The batch is handed over anew every time, as a real one would be.
    layers = update(layers, np.array(x).reshape([BATCH, 784]), np.array(y).reshape([BATCH, 10]));
    await layers[layers.length - 1].ref.data();
    return BATCH;
  };
}

/** Every example's gradient formed in full, then clipped and summed. */
function naive(sizes) {
  const rows = 64;
  const loss = (layers, x, y) => forward(layers, x).mul(y).sum().neg();
  const layers = layersOf(sizes);
  const sum = jit((own, x, y) => {
    const each = vmap(grad(loss), [own.map(() => null), 0, 0])(own, x, y);
    const flat = each.map((part) => part.reshape([rows, -1]));
    const squares = flat.map((part) => np.square(part.ref).sum(1)).reduce((a, b) => a.add(b));
    const shrink = np.minimum(1, np.reciprocal(np.sqrt(squares))).reshape([rows, 1]);
    const clipped = flat.map((part) => part.mul(shrink.ref).sum(0));
    shrink.dispose();
    return clipped;
  });
  const { x, y } = batch(rows);
  return async () => {
    const found = sum(
      layers.map((layer) => layer.ref),
      np.array(x).reshape([rows, 784]),
      np.array(y).reshape([rows, 10]),
    );
    for (const part of found) await part.data();
    return rows;
  };
}

/** The ghost-norm gradients alone, without sampling, noise and canaries. */
function ghost(sizes) {
  const network = new Network(jax, sizes, 256);
  network.load(Float32Array.from({ length: network.dimension }, (_, i) => 0.05 * Math.sin(i)));
  const { x, y } = batch(256);
  const chunk = { inputs: x, targets: y, weights: new Float32Array(256).fill(1) };
  return async () => {
    await network.gradients(chunk, NO_CLIP);
    return 256;
  };
}

console.log(`Training on MNIST, batches of about ${BATCH}: examples per second (jax-js on WebAssembly)\n`);
for (const [name, hidden] of [
  ['logistic regression', []],
  ['MLP, 128 hidden', [128]],
]) {
  const sizes = [784, ...hidden, 10];
  const trainer = new Trainer(
    jax,
    { ...setting, hidden },
    { ordinary, canaries: null, classes: 10 },
    new Uint8Array(1000).map((_, i) => i % 2),
  );
  const dpsgd = await speed(() => trainer.next());
  const ghosts = await speed(ghost(sizes));
  const nonPrivate = await speed(plain(sizes));
  const perExample = await speed(naive(sizes));
  const round = (x) => Math.round(x).toLocaleString('en-US');
  console.log(`${name}: DP-SGD ${round(dpsgd)} (all of it: sampling, clipping, 1,000 canaries, noise)`);
  console.log(`  clipped gradients alone ${round(ghosts)}`);
  console.log(
    `  plain training ${round(nonPrivate)}: DP-SGD has ${(dpsgd / nonPrivate).toFixed(2)} of its speed`,
  );
  console.log(
    `  vmap(grad), gradients alone ${round(perExample)}: DP-SGD is ${(dpsgd / perExample).toFixed(0)}x as fast`,
  );
}
