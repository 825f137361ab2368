import { expect, test } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import { bytesSource, openParquet } from '../../src/io/index.ts';
import { parquet } from './files.ts';
import { BOOLEAN, flags, included, score } from './parquet-canaries.ts';
import { parquetFile, plainPage } from './parquet-file.ts';

test('no change of one byte makes the reader hang, crash or take much memory', async () => {
  const values = Array.from({ length: 300 }, (_, i) => Math.sin(i));
  const columns = {
    id: values.map((_, i) => `c${i}`),
    score: values,
    included: values.map((_, i) => i % 2 === 0),
    note: values.map((v) => (v > 0 ? 'up' : null)),
  };
  const files = [
    parquet(columns),
    parquet(columns, 'GZIP'),
    parquetFile([score, included, { name: 'b', type: BOOLEAN, values: 4, pages: [plainPage(flags)] }]),
  ];
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 900; i++) {
    const bytes = files[i % files.length].slice();
    const footer = new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
    const at = i % 2 ? random(bytes.length) : bytes.length - 9 - random(footer);
    bytes[at] = [bytes[at] ^ (1 << random(8)), 0xff, 0, 0x80, random(256)][i % 5];
    const table = await openParquet(bytesSource('a.parquet', bytes)).catch((error) => error);
    if (table instanceof Error) {
      expect(table).toBeInstanceOf(InvalidInput);
      continue;
    }
    for (const position of table.names.keys())
      try {
        for await (const { rows } of table.batches([position])) expect(rows).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInput);
      }
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
});
