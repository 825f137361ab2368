import type { Random } from '../../../src/numerics/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';
import { type Columns, csv, gzip, jsonLines, npy, npz, parquet } from '../../io/files.ts';
import { pick, size, times } from '../target.ts';

/** Columns of a run that can be read: canaries, or buckets of candidates in either form. */
export function goodColumns(random: Random, rows = size(random, 4, 60)): Columns {
  const ids = times(rows, (i) => `c${i}`);
  const score = () => times(rows, () => Number(random.normal().toPrecision(1 + random.integer(17))));
  const withIds: Columns = random.bernoulli(0.5) ? { id: ids } : {};
  if (random.bernoulli(0.6)) return { ...withIds, score: score(), included: times(rows, (i) => i & 1) };
  const k = 2 + random.integer(3);
  const truth = times(rows, (i) => i % k);
  if (random.bernoulli(0.5))
    return { ...withIds, truth, ...Object.fromEntries(times(k, (i) => [`score_${i}`, score()])) };
  const guess = times(rows, () => (random.bernoulli(0.2) ? null : random.integer(k)));
  return { ...withIds, truth, guess, ...(random.bernoulli(0.5) ? { confidence: score() } : {}) };
}

/** The same data in a format that holds all of it. */
export function written(random: Random, columns: Columns): { name: string; bytes: Uint8Array } {
  const wide = 'score_0' in columns || 'guess' in columns || 'id' in columns;
  const ways: [string, () => Uint8Array][] = [
    ['a.csv', () => csv(columns)],
    ['a.csv', () => Buffer.from(`\ufeff${Buffer.from(csv(columns)).toString().replaceAll('\n', '\r\n')}`)],
    ['a.tsv', () => csv(columns, '\t')],
    ['a.jsonl', () => jsonLines(columns)],
    ['a.parquet', () => parquet(columns, pick(random, ['SNAPPY', 'GZIP']))],
  ];
  if (!wide)
    ways.push([
      'a.npz',
      () =>
        npz(Object.fromEntries(Object.entries(columns).map(([name, data]) => [name, npy(data as number[])]))),
    ]);
  const [name, make] = pick(random, ways);
  const bytes = make();
  return random.bernoulli(0.3) ? { name: `${name}.gz`, bytes: gzip(bytes) } : { name, bytes };
}

/** One run for all documents that need scores beside them. */
export function plainRun(): Columns {
  const random = createRandom('plain run');
  const included = times(60, () => random.coin());
  return {
    id: times(60, (i) => `c${i}`),
    score: included.map((coin) => Number((coin + random.normal()).toPrecision(6))),
    included,
  };
}
