import type { Random } from '../../numerics/index.ts';

/** Where canaries go into a data set of lines. */
export interface TextPlaces {
  /** For each canary, how many lines of the data set stand before it. */
  readonly linesBefore: Float64Array;
  /** The canaries in the order in which they stand; those between the same two lines in a random order. */
  readonly order: Uint32Array;
}

/**
 * A place for each of m canaries in a data set of so many lines: every place as likely as any other, each
 * drawn by itself. Canaries that stay out get one too, so that whether one is in moves no other.
 */
export function drawPlaces(m: number, lines: number, random: Random): TextPlaces {
  const linesBefore = new Float64Array(m);
  const ties = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    linesBefore[i] = random.integer(lines + 1);
    ties[i] = random.uniform();
  }
  const order = Uint32Array.from({ length: m }, (_, i) => i);
  order.sort((a, b) => linesBefore[a] - linesBefore[b] || ties[a] - ties[b] || a - b);
  return { linesBefore, order };
}
