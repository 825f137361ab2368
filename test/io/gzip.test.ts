import { expect, test } from 'vitest';
import { bytesSource, readRunPair, readScores } from '../../src/io/index.ts';
import { csv, gzip, inPieces, npy } from './files.ts';

const columns = { score: Array.from({ length: 3000 }, (_, i) => Math.sin(i)), included: Array(3000).fill(1) };
const table = csv(columns);

const read = (bytes: Uint8Array, piece = 1 << 16) =>
  readScores(inPieces(bytesSource('a.csv.gz', bytes), piece));

test('a file of several members is read whole, or refused where the engine reads one', async () => {
  const [first, second] = [gzip(table), gzip(new TextEncoder().encode('4,1\n'))];
  const scores = await read(Uint8Array.from([...first, ...second])).catch((error: Error) => error.message);
  if (typeof scores === 'string')
    expect(scores).toMatch(/^invalid file a\.csv\.gz; must be a whole gzip file/);
  else expect(scores).toMatchObject({ scores: Float64Array.from([...columns.score, 4]) });
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
