import * as zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from '../../src/io/formats/crc32.ts';

const text = (content: string) => new TextEncoder().encode(content);

test('agrees with known checksums, however the bytes are cut', () => {
  expect(crc32(text(''))).toBe(0);
  expect(crc32(text('123456789'))).toBe(0xcbf43926);
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * i) % 251);
  // The last eight bytes of gzip are the checksum and the length.
  const zipped = zlib.gzipSync(bytes);
  const known = zipped.readUInt32LE(zipped.length - 8);
  for (const cut of [0, 1, 7, 8, 9, 500, 999, 1000]) {
    const [first, second] = [bytes.subarray(0, cut), bytes.subarray(cut)];
    expect(crc32(second, crc32(first))).toBe(known);
  }
});
