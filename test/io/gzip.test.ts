import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from '../../src/io/formats/crc32.ts';
import { bytesSource, readRunPair, readScores } from '../../src/io/index.ts';
import { csv, gzip, inPieces, npy } from './files.ts';

const columns = { score: Array.from({ length: 3000 }, (_, i) => Math.sin(i)), included: Array(3000).fill(1) };
const table = csv(columns);

const read = (bytes: Uint8Array, piece = 1 << 16) =>
  readScores(inPieces(bytesSource('a.csv.gz', bytes), piece));

test('a name full of what looks like the beginning of a member is read', async () => {
  const looks = Buffer.alloc(5_000_000);
  looks.fill(Uint8Array.of(0x1f, 0x8b, 8, 4, 3));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(table));
  trailer.writeUInt32LE(table.length, 4);
  const named = Buffer.concat([
    Uint8Array.of(0x1f, 0x8b, 8, 8, 1, 1, 1, 1, 2, 3),
    looks,
    Uint8Array.of(0),
    deflateRawSync(table),
    trailer,
  ]);
  expect(await read(gzip(named))).toMatchObject({ scores: Float64Array.from(columns.score) });
});

test('a gzip that lies uncompressed in two members of another is read', async () => {
  const inner = gzipSync(table, { level: 0 });
  for (const cut of [10, 18, 1000, inner.length >> 1, inner.length - 3]) {
    const parts = [inner.subarray(0, cut), inner.subarray(cut)].map((part) => gzipSync(part, { level: 0 }));
    for (const piece of [1 << 16, 1000])
      expect(await read(new Uint8Array(Buffer.concat(parts)), piece), `${cut}`).toMatchObject({
        scores: Float64Array.from(columns.score),
      });
  }
});

test('many small members are read, and none may be missing or damaged', async () => {
  const lines = Buffer.from(table)
    .toString()
    .split(/(?<=\n)/);
  const members = lines.slice(0, 400).map((line) => gzipSync(line));
  const whole = Buffer.concat(members);
  for (const piece of [1 << 16, 100])
    expect(await read(whole, piece)).toMatchObject({
      scores: Float64Array.from(columns.score.slice(0, 399)),
    });
  let start = 0;
  for (const member of members.slice(0, 60)) {
    for (const at of [start, start + 1, start + 2, start + member.length - 8, start + member.length - 1]) {
      const damaged = Uint8Array.from(whole);
      damaged[at] = damaged[at] === 0 ? 1 : 0;
      await expect(read(damaged), `byte ${at}`).rejects.toThrow(/must be a whole gzip file|its name says gz/);
    }
    start += member.length;
  }
});

test('what is refused before its end leaves no error behind', async () => {
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  process.on('uncaughtException', note);
  const zeros = gzip(Uint8Array.from([...npy([1, 2]), ...new Uint8Array(3e6)]));
  for (let i = 0; i < 20; i++) {
    const source = bytesSource('a.npy.gz', zeros);
    await expect(readRunPair(source, source)).rejects.toThrow('2 values announced, and more there');
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('uncaughtException', note);
  expect(failures).toEqual([]);
});
