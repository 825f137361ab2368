import { all } from '../mechanisms/index.ts';
import type { Network } from './network.ts';
import { chunksOf, countOf, type Records } from './records.ts';

/** The loss of every record, and how many are classified as labelled. */
export async function evaluate(
  network: Network,
  weights: Float32Array,
  records: Records,
): Promise<{ losses: Float64Array; accuracy: number }> {
  network.load(weights);
  const n = countOf(records);
  const classes = network.sizes[network.sizes.length - 1];
  const losses = new Float64Array(n);
  let right = 0;
  let at = 0;
  for (const { inputs, count } of chunksOf(records, all(n), network.chunk, classes)) {
    const logs = await network.logProbabilities(inputs);
    for (let row = 0; row < count; row++, at++) {
      const own = logs.subarray(row * classes, (row + 1) * classes);
      losses[at] = -own[records.labels[at]];
      if (own.indexOf(own.reduce((a, b) => Math.max(a, b))) === records.labels[at]) right++;
    }
  }
  return { losses, accuracy: right / n };
}
