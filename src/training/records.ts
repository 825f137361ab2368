import type { Chunk } from './network.ts';

/** Labelled records: bytes, `width` of them each. */
export interface Records {
  readonly inputs: Uint8Array;
  readonly labels: Uint8Array;
  readonly width: number;
}

export function countOf({ labels }: Records): number {
  return labels.length;
}

/** Records `from` to `to`, without copying. */
export function sliceRecords({ inputs, labels, width }: Records, from: number, to: number): Records {
  return { inputs: inputs.subarray(from * width, to * width), labels: labels.subarray(from, to), width };
}

/** The number from 0 to 1 that each byte stands for. */
const SHADES = Float32Array.from({ length: 256 }, (_, i) => i / 255);

/** Some of the records as chunks of one size, so that every chunk runs the same compiled code. */
export function* chunksOf(
  { inputs, labels, width }: Records,
  chosen: ArrayLike<number>,
  size: number,
  classes: number,
): Generator<Chunk & { readonly count: number }> {
  for (let from = 0; from < chosen.length; from += size) {
    const count = Math.min(size, chosen.length - from);
    const chunk = {
      inputs: new Float32Array(size * width),
      targets: new Float32Array(size * classes),
      weights: new Float32Array(size),
      count,
    };
    for (let row = 0; row < count; row++) {
      const i = chosen[from + row];
      for (let j = 0, a = row * width, b = i * width; j < width; j++)
        chunk.inputs[a + j] = SHADES[inputs[b + j]];
      chunk.targets[row * classes + labels[i]] = 1;
      chunk.weights[row] = 1;
    }
    yield chunk;
  }
}
