import fc from 'fast-check';
import { xxhash64 } from 'hyparquet/src/xxhash.js';
import { describe, expect, test } from 'vitest';
import { xxh64Low } from '../../src/io/formats/parquet/codecs/xxh64.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import type { MembershipScores } from '../../src/types.ts';
import { parquetFile, plainPage } from './parquet-file.ts';

/** The hash in BigInt alone. */
const naive = (bytes: Uint8Array) => Number(xxhash64(bytes) & 0xffffffffn);

test('the checksum of Zstandard is that of its naive twin', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(xxh64Low(bytes)).toBe(naive(bytes));
    }),
  );
  // High bits everywhere, so that every sum and product carries.
  for (let length = 0; length < 100; length++) {
    const bytes = new Uint8Array(length).fill(0xff);
    expect(xxh64Low(bytes)).toBe(naive(bytes));
  }
});

const ROWS = 64;
const values = Float64Array.from({ length: ROWS }, (_, i) => [0.5, -1, 2, 0.25][i % 4] + (i >> 4));
const raw = new Uint8Array(values.buffer);

const frames = {
  'compressed, with size and checksum':
    'KLUv/WQAAWUCANgAAOA/APC/AEAA0PgI9PgEQPA/EAJADBRACkAWAAcmAAPDwL1FAmR3gITAMYAbGLqHQgZeAHfg2MA4yT0A7vVQM3bmBQ0DHKDHCrCYYeG2',
  'compressed, from a stream, with a checksum':
    'KLUv/QRYZQIA2AAA4D8A8L8AQADQ+Aj0+ARA8D8QAkAMFEAKQBYAByYAA8PAvUUCZHeAhMAxgBsYuodCBl4Ad+DYwDjJPQDu9VAzduYFDQMcoMcKsJhh4bY=',
  'compressed, from a stream, without a checksum':
    'KLUv/QBo/QEA8sUKEtBnDaByXbsAAODQAByKSAkJKeM/89//yIH/yn/Wf4H9J5520n9/tP6j/gUAOZiGA6SYuKl0D4cxUkUG',
};

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/** A block of bytes as they are. */
function block(bytes: Uint8Array, last: boolean): number[] {
  const head = (bytes.length << 3) | (last ? 1 : 0);
  return [head & 255, (head >> 8) & 255, head >> 16, ...bytes];
}

/** The sum at the end of a frame. */
const sum = (bytes: Uint8Array) => [...new Uint8Array(Uint32Array.of(naive(bytes)).buffer)];

/** A window of 1 kB, and one of 128 MB. */
const SMALL_WINDOW = 0;
const LARGE_WINDOW = 17 << 3;

async function read(frame: ArrayLike<number>): Promise<string | number[]> {
  const flags = Int32Array.from(values, (_, i) => i & 1);
  const fields = { 1: 0, 5: { 1: ROWS, 2: 0, 3: 3, 4: 3 } };
  const page = { fields, body: Uint8Array.from(frame), size: raw.length };
  const bytes = parquetFile([
    { name: 'score', type: 5, values: ROWS, meta: { 4: 6 }, pages: [page] },
    { name: 'included', type: 1, values: ROWS, pages: [plainPage(flags)] },
  ]);
  return readScores(bytesSource('a.parquet', bytes)).then(
    (scores) => [...(scores as MembershipScores).scores],
    (error: Error) => error.message.replace(/^.*whole Parquet file: /, ''),
  );
}

describe('a page of Zstandard', () => {
  for (const [what, text] of Object.entries(frames))
    test(what, async () => {
      const frame = Buffer.from(text, 'base64');
      expect(await read(frame)).toEqual([...values]);
      expect(await read([...frame, 0])).toBe('a page has two lengths');
      expect(await read([...frame, ...frame])).toBe('a page has two lengths');
      expect(await read(frame.subarray(0, -1))).toMatch(/two lengths|damaged/);
    });

  test('is held against the checksum of its frame', async () => {
    const frame = [...MAGIC, 4, SMALL_WINDOW, ...block(raw, true)];
    expect(await read([...frame, ...sum(raw)])).toEqual([...values]);
    expect(await read([...frame, 1, 2, 3, 4])).toBe('a page has another checksum than announced');
    const compressed = Buffer.from(frames['compressed, with size and checksum'], 'base64');
    // Each byte in turn: whatever is read is what was written.
    for (let at = 0; at < compressed.length; at++) {
      const altered = compressed.map((byte, i) => (i === at ? byte ^ 0x10 : byte));
      const outcome = await read(altered);
      if (typeof outcome !== 'string') expect(outcome).toEqual([...values]);
    }
  });

  test('must come to its length', async () => {
    const short = raw.subarray(0, 320);
    const single = [...MAGIC, 0x60, (raw.length - 256) & 255, (raw.length - 256) >> 8];
    expect(await read([...single, ...block(raw, true)])).toEqual([...values]);
    expect(await read([...single, ...block(short, true)])).toBe('a page has two lengths');
    expect(await read([...MAGIC, 0, SMALL_WINDOW, ...block(short, true)])).toBe('a page has two lengths');
    expect(await read([...single, ...block(raw, false), ...block(short, true)])).toBe(
      'a page has two lengths',
    );
  });

  test('takes the memory of its length, whatever its window', async () => {
    const blocks = Array.from({ length: 32 }, (_, i) =>
      block(raw.subarray(16 * i, 16 * i + 16), i === 31),
    ).flat();
    const begin = process.cpuUsage();
    expect(await read([...MAGIC, 0, LARGE_WINDOW, ...blocks])).toEqual([...values]);
    const { user, system } = process.cpuUsage(begin);
    expect(user + system).toBeLessThan(300_000);
  });

  test('needs no dictionary from elsewhere', async () => {
    expect(await read([...MAGIC, 1, SMALL_WINDOW, 7, ...block(raw, true)])).toBe('a page is damaged');
  });
});
