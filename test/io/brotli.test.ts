import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesSource, readScores } from '../../src/io/index.ts';
import type { MembershipScores } from '../../src/types.ts';
import { parquetFile, plainPage } from './parquet-file.ts';

const ROWS = 4000;
const values = Float64Array.from({ length: ROWS }, (_, i) => Math.sin(i));
const flags = Int32Array.from(values, (_, i) => i & 1);

/** Packed with a window so small that it is written out many times, or one beyond the page. */
function pack(bytes: Uint8Array, window: number): Uint8Array {
  const params = { [constants.BROTLI_PARAM_LGWIN]: window, [constants.BROTLI_PARAM_QUALITY]: 3 };
  return new Uint8Array(brotliCompressSync(bytes, { params }));
}

async function read(body: Uint8Array): Promise<number[] | string> {
  const page = { ...plainPage(values), body, size: 8 * ROWS };
  const bytes = parquetFile([
    { name: 'score', type: 5, values: ROWS, meta: { 4: 4 }, pages: [page] },
    { name: 'included', type: 1, values: ROWS, pages: [plainPage(flags)] },
  ]);
  return readScores(bytesSource('a.parquet', bytes)).then(
    (scores) => [...(scores as MembershipScores).scores],
    (error: Error) => error.message.replace(/^.*whole Parquet file: /, ''),
  );
}

test('a page of Brotli must come to its length', async () => {
  const whole = new Uint8Array(values.buffer);
  const longer = new Uint8Array(whole.length + 8);
  longer.set(whole);
  for (const window of [10, 24]) {
    expect(await read(pack(whole, window))).toEqual([...values]);
    for (const other of [whole.subarray(8), longer, new Uint8Array(0)])
      expect(await read(pack(other, window))).toBe('a page has two lengths');
  }
});

test('what goes on beyond the page is not unpacked', async () => {
  const bomb = pack(new Uint8Array(100e6), 16);
  expect(bomb.length).toBeLessThan(100_000);
  const begin = process.cpuUsage();
  expect(await read(bomb)).toBe('a page has two lengths');
  expect(process.cpuUsage(begin).user).toBeLessThan(400_000);
});
