import type * as JaxModule from '@jax-js/jax';

/** jax-js as it is imported. The package is optional, so its own types are not part of these. */
export interface Jax {
  readonly numpy: object;
  readonly nn: object;
  readonly jit: unknown;
}

type FullJax = typeof JaxModule;
type Tensor = JaxModule.Array;

/**
 * Gradients are clipped to slightly less than the clip norm, so that rounding in single precision stays below
 * it.
 */
const CLIP_MARGIN = 1 - 2 ** -16;

/** A clip norm that no gradient reaches. */
export const NO_CLIP = 1e30;

/** What one pass over a chunk of records gives. */
export interface ChunkGradients {
  /**
   * The sum of the records' gradients, each scaled to at most the clip norm; weights then biases, layer by
   * layer.
   */
  readonly sum: Float32Array;
  readonly losses: Float32Array;
  /** Norms before clipping. */
  readonly norms: Float32Array;
}

/** Records to compute on, padded to the chunk size with records of weight 0. */
export interface Chunk {
  readonly inputs: Float32Array;
  /** One-hot. */
  readonly targets: Float32Array;
  readonly weights: Float32Array;
}

/** The number of weights and biases of dense layers of these sizes. */
export function dimensionOf(sizes: readonly number[]): number {
  let sum = 0;
  for (let l = 0; l + 1 < sizes.length; l++) sum += (sizes[l] + 1) * sizes[l + 1];
  return sum;
}

/**
 * Dense layers with rectifiers between them and a softmax at the end. A record's gradient for a layer is the
 * outer product of the layer's input a and the loss's slope d, so its norm is |d| sqrt(|a|^2 + 1), bias
 * included: all norms come from one backward pass, and the clipped sum from one more product, without any
 * record's gradient being formed.
 */
export class Network {
  readonly sizes: readonly number[];
  readonly chunk: number;
  readonly dimension: number;
  private readonly jax: FullJax;
  private readonly compiled: (layers: Tensor[], x: Tensor, y: Tensor, w: Tensor, clip: Tensor) => Tensor[];
  private readonly compiledForward: (layers: Tensor[], x: Tensor) => Tensor;
  private layers: Tensor[] = [];

  constructor(given: Jax, sizes: readonly number[], chunk: number) {
    const jax = given as FullJax;
    this.jax = jax;
    this.sizes = sizes;
    this.chunk = chunk;
    this.dimension = dimensionOf(sizes);
    this.compiled = jax.jit((layers: Tensor[], x: Tensor, y: Tensor, w: Tensor, clip: Tensor) =>
      clippedSum(jax, layers, x, y, w, clip),
    );
    this.compiledForward = jax.jit((layers: Tensor[], x: Tensor) => forward(jax, layers, x));
  }

  /** Puts these weights into the network. */
  load(flat: Float32Array): void {
    this.dispose();
    this.layers = layersOf(this.jax, this.sizes, flat);
  }

  dispose(): void {
    for (const layer of this.layers) layer.dispose();
    this.layers = [];
  }

  async gradients(chunk: Chunk, clip: number): Promise<ChunkGradients> {
    const { x, y, w } = tensorsOf(this.jax, this.sizes, this.chunk, chunk);
    const found = this.compiled(this.layerReferences(), x, y, w, this.jax.numpy.array(clip * CLIP_MARGIN));
    const [losses, norms, ...layers] = await Promise.all(found.map(read));
    const sum = new Float32Array(this.dimension);
    let at = 0;
    for (const layer of layers) {
      sum.set(layer, at);
      at += layer.length;
    }
    return { sum, losses, norms };
  }

  /** The log-probability of every class, record by record. */
  async logProbabilities(inputs: Float32Array): Promise<Float32Array> {
    const x = this.jax.numpy.array(inputs).reshape([this.chunk, this.sizes[0]]);
    return read(this.compiledForward(this.layerReferences(), x));
  }

  /** References to the layers, which a call of the compiled code uses up. */
  private layerReferences(): Tensor[] {
    return this.layers.map((layer) => layer.ref);
  }
}

async function read(tensor: Tensor): Promise<Float32Array> {
  return (await tensor.data()) as Float32Array;
}

export function layersOf({ numpy: np }: FullJax, sizes: readonly number[], flat: Float32Array): Tensor[] {
  const layers: Tensor[] = [];
  let at = 0;
  for (let l = 0; l + 1 < sizes.length; l++) {
    const [rows, columns] = [sizes[l], sizes[l + 1]];
    layers.push(np.array(flat.slice(at, at + rows * columns)).reshape([rows, columns]));
    at += rows * columns;
    layers.push(np.array(flat.slice(at, at + columns)));
    at += columns;
  }
  return layers;
}

export function tensorsOf(
  { numpy: np }: FullJax,
  sizes: readonly number[],
  rows: number,
  { inputs, targets, weights }: Chunk,
): { x: Tensor; y: Tensor; w: Tensor } {
  return {
    x: np.array(inputs).reshape([rows, sizes[0]]),
    y: np.array(targets).reshape([rows, sizes[sizes.length - 1]]),
    w: np.array(weights).reshape([rows, 1]),
  };
}

function forward({ numpy: np, nn }: FullJax, layers: Tensor[], x: Tensor): Tensor {
  let a = x;
  for (let l = 0; l < layers.length; l += 2) {
    a = np.matmul(a, layers[l]).add(layers[l + 1]);
    if (l + 2 < layers.length) a = nn.relu(a);
  }
  return nn.logSoftmax(a);
}

/** jax-js counts references: an argument is used up unless it is passed as `.ref`. */
function clippedSum(
  { numpy: np, nn }: FullJax,
  layers: Tensor[],
  x: Tensor,
  y: Tensor,
  w: Tensor,
  clip: Tensor,
): Tensor[] {
  const depth = layers.length / 2;
  const inputs = [x];
  for (let l = 0; l + 1 < depth; l++)
    inputs.push(nn.relu(np.matmul(inputs[l].ref, layers[2 * l].ref).add(layers[2 * l + 1])));
  const logits = np.matmul(inputs[depth - 1].ref, layers[2 * depth - 2].ref).add(layers[2 * depth - 1]);
  const logs = nn.logSoftmax(logits);
  const losses = logs.ref
    .mul(y.ref)
    .sum(1)
    .neg()
    .mul(w.ref.reshape([-1]));
  const slopes: Tensor[] = [];
  slopes[depth - 1] = np.exp(logs).sub(y).mul(w);
  for (let l = depth - 1; l > 0; l--) {
    const active = np.greater(inputs[l].ref, 0).astype(np.float32);
    slopes[l - 1] = np.matmul(slopes[l].ref, layers[2 * l].transpose()).mul(active);
  }
  layers[0].dispose();
  const squares = slopes.map((d, l) => np.square(d.ref).sum(1).mul(np.square(inputs[l].ref).sum(1).add(1)));
  const norms = np.sqrt(squares.reduce((a, b) => a.add(b)));
  const shrink = np.minimum(1, clip.div(np.maximum(norms.ref, 1e-30))).reshape([-1, 1]);
  const sums: Tensor[] = [];
  for (let l = 0; l < depth; l++) {
    const scaled = slopes[l].mul(shrink.ref);
    sums.push(np.matmul(inputs[l].transpose(), scaled.ref), scaled.sum(0));
  }
  shrink.dispose();
  return [losses, norms, ...sums];
}
