import type { Array as Tensor } from '@jax-js/jax';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/numerics/index.ts';
import { type Chunk, layersOf, Network, tensorsOf } from '../../src/training/network.ts';
import { chunksOf } from '../../src/training/records.ts';
import { loadJax, mnist } from '../support/training.ts';

let jax: Awaited<ReturnType<typeof loadJax>>;
beforeAll(async () => {
  jax = await loadJax();
});

/** Every record's gradient, formed in full: the naive twin. */
async function naive(sizes: readonly number[], flat: Float32Array, chunk: Chunk): Promise<Float64Array[]> {
  const { numpy: np, nn, vmap, grad } = jax;
  const rows = chunk.weights.length;
  const loss = (layers: Tensor[], x: Tensor, y: Tensor) => {
    let a = x;
    for (let l = 0; l < layers.length; l += 2) {
      a = np.matmul(a, layers[l]).add(layers[l + 1]);
      if (l + 2 < layers.length) a = nn.relu(a);
    }
    return nn.logSoftmax(a).mul(y).sum().neg();
  };
  const layers = layersOf(jax, sizes, flat);
  const { x, y, w } = tensorsOf(jax, sizes, rows, chunk);
  w.dispose();
  const found = vmap(grad(loss), [layers.map(() => null), 0, 0] as never)(
    layers,
    x,
    y,
  ) as unknown as Tensor[];
  const parts = (await Promise.all(found.map((part: Tensor) => part.data()))) as Float32Array[];
  return Array.from({ length: rows }, (_, row) => {
    const own = parts.map((part) => {
      const width = part.length / rows;
      return part.subarray(row * width, (row + 1) * width);
    });
    return Float64Array.from(own.flatMap((part) => Array.from(part as Float32Array)));
  });
}

const norm = (v: ArrayLike<number>) => Math.sqrt(Array.from(v).reduce((sum, x) => sum + x * x, 0));
const weightsOf = (network: Network, random: Random, spread: number) =>
  Float32Array.from({ length: network.dimension }, () => spread * random.normal());
const chunkOf = (chosen: number[], size: number) => [...chunksOf(mnist(200), chosen, size, 10)][0];
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe.each([[[784, 10]], [[784, 32, 10]], [[784, 16, 12, 10]]])('dense layers %j', (sizes) => {
  test('ghost norms and clipped sums agree with vmap(grad) to 1e-4', async () => {
    const network = new Network(jax, sizes, 64);
    for (const [seed, spread] of [0.01, 0.1, 1].entries()) {
      const flat = weightsOf(network, createRandom(seed), spread);
      const chunk = chunkOf(range(64), 64);
      const each = await naive(sizes, flat, chunk);
      const clip = norm(each[0]);
      network.load(flat);
      const { sum, norms, losses } = await network.gradients(chunk, clip);
      expect(losses.every((loss) => loss >= 0)).toBe(true);
      const expected = new Float64Array(network.dimension);
      each.forEach((gradient, i) => {
        const size = norm(gradient);
        expect(Math.abs(norms[i] - size)).toBeLessThan(1e-4 * size + 1e-12);
        const shrink = Math.min(1, clip / size);
        gradient.forEach((x, j) => {
          expected[j] += x * shrink;
        });
      });
      expect(norm(expected.map((x, j) => x - sum[j]))).toBeLessThan(1e-4 * norm(expected));
    }
  });

  test('a record more or less moves the sum by at most the clip norm', async () => {
    const network = new Network(jax, sizes, 64);
    for (const [seed, clip] of [0.01, 0.5, 5].entries()) {
      network.load(weightsOf(network, createRandom(seed), 0.2));
      const random = createRandom(seed).split('records');
      for (let trial = 0; trial < 10; trial++) {
        const batch = range(1 + random.integer(60)).map(() => random.integer(200));
        const full = await network.gradients(chunkOf(batch, 64), clip);
        const without = batch.filter((_, i) => i !== trial % batch.length);
        const less = await network.gradients(chunkOf(without, 64) ?? emptyChunk(), clip);
        expect(norm(full.sum.map((x, j) => x - less.sum[j]))).toBeLessThanOrEqual(clip);
      }
    }
  });
});

function emptyChunk(): Chunk {
  return {
    inputs: new Float32Array(64 * 784),
    targets: new Float32Array(64 * 10),
    weights: new Float32Array(64),
  };
}

test('records that are padding change nothing', async () => {
  const network = new Network(jax, [784, 32, 10], 64);
  network.load(weightsOf(network, createRandom(1), 0.1));
  const half = chunkOf(range(20), 64);
  const { sum, norms } = await network.gradients(half, 1);
  expect(norms.slice(20).every((x) => x === 0)).toBe(true);
  const noisy = { ...half, inputs: half.inputs.map((x, i) => (i < 20 * 784 ? x : 0.7)) };
  expect((await network.gradients(noisy, 1)).sum).toEqual(sum);
});
