import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import {
  type ByteSource,
  bytesSource,
  type ReadOptions,
  readScorePair,
  readScores,
} from '../../src/io/index.ts';
import { csv, gzip, jsonLines, npy, npz, parquet, text } from './files.ts';

const score = Array.from({ length: 500 }, (_, i) => Math.sin(i));
const included = score.map((_, i) => i % 2);
const columns = { score, included };

async function refusal(source: ByteSource, options?: ReadOptions): Promise<string> {
  return readScores(source, options).then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(InvalidInput);
      return (error as Error).message;
    },
  );
}

const inText = JSON.parse(readFileSync(new URL('refused.json', import.meta.url), 'utf8'));

for (const { file, content, refusal: message } of inText)
  test(`refuses ${file}`, async () => {
    expect(await refusal(text(content))).toBe(message);
    expect(await refusal(bytesSource('scores.csv', gzip(new TextEncoder().encode(content))))).toBe(message);
  });

test('refuses options that the rows exceed, and options that the columns contradict', async () => {
  const rows = text('truth,guess\n0,1\n2,3\n');
  expect(await refusal(text('truth,guess\n0,1\n2,3\n1,\n'))).toBe(
    "invalid guess in scores.csv, row 2, column 'guess'; must be below the 3 options: 3",
  );
  expect(await readScores(rows, { options: 4 })).toMatchObject({ k: 4 });
  expect(await readScores(rows, { options: 9 })).toMatchObject({ k: 9 });
  expect(await refusal(text('truth,guess\n1,1\n2,2\n1,2\n'))).toBe(
    'unknown number of options in scores.csv; the truth shows 2 of the 3 labels from 0 to 2: state how many candidates each bucket has',
  );
  expect(await readScores(text('truth,guess\n1,1\n'))).toMatchObject({ k: 2 });
  expect(await refusal(rows, { options: 3 })).toBe(
    "invalid guess in scores.csv, row 2, column 'guess'; must be below the 3 options: 3",
  );
  expect(await refusal(rows, { options: 2 })).toContain('must be below the 2 options');
  expect(await refusal(rows, { options: 1.5 })).toBe(
    'invalid options; must be a whole number, at least 2: 1.5',
  );
  expect(await refusal(rows, { options: 2 ** 24 + 1 })).toBe(
    'invalid options; must be at most 16777216: 16777217',
  );
  expect(await refusal(text('truth,guess\n1,1\n2000000000,1\n'))).toBe(
    "invalid truth in scores.csv, row 2, column 'truth'; must be a whole number from 0 to 16777215: 2000000000",
  );
  const matrix = text('score_0,score_1,truth\n0,1,2\n');
  expect(await refusal(matrix)).toBe(
    "invalid truth in scores.csv, row 1, column 'truth'; must be below the 2 options: 2",
  );
  expect(await refusal(matrix, { options: 3 })).toBe('invalid options; scores.csv has 2 scores per row: 3');
});

test('refuses a name given for a column that is not there', async () => {
  expect(await refusal(text('score,included\n1,1\n'), { columns: { score: 'loss' } })).toBe(
    "missing column 'loss' in scores.csv (columns: score, included)",
  );
});

const binary: [string, Uint8Array][] = [
  ['gzip', gzip(csv(columns))],
  ['NPZ', npz({ scores: npy(score), included: npy(included) })],
  ['Parquet', parquet(columns)],
];

for (const [format, bytes] of binary)
  test(`refuses ${format} cut off anywhere`, async () => {
    const last = bytes.length;
    for (const length of [last - 1, last - 9, last >> 1, last >> 2, 40, 21, 8, 5]) {
      const message = await refusal(bytesSource('data', bytes.slice(0, length)));
      expect(message, `${length} of ${last}`).toMatch(
        new RegExp(`^invalid file data; must be a whole ${format} file: .`),
      );
    }
  });

test('refuses bytes that are damaged inside, where the format can tell', async () => {
  const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 0x55 : byte));
  const zipped = gzip(csv(columns));
  expect(await refusal(bytesSource('data.gz', flipped(zipped, zipped.length >> 1)))).toMatch(/^invalid/);
  const archive = npz({ scores: npy(score), included: npy(included) });
  expect(await refusal(bytesSource('data.npz', flipped(archive, 60)))).toMatch(/^invalid/);
});

test('refuses NPY that is alone, cut off, of two dimensions, or holds what is not finite', async () => {
  const whole = npy(score);
  expect(await refusal(bytesSource('a.npy', whole))).toBe(
    'invalid file a.npy; one NPY array does not say who was in: give two, one with the scores of canaries in and one with those of canaries out, or an NPZ',
  );
  const pair = (bytes: Uint8Array) =>
    readScorePair(bytesSource('in.npy', bytes), bytesSource('out.npy', whole)).catch((error: Error) => {
      expect(error).toBeInstanceOf(InvalidInput);
      return error.message;
    });
  for (const length of [whole.length - 1, whole.length - 8, 200, 100, 9, 6])
    expect(await pair(whole.slice(0, length)), `${length}`).toMatch(
      /^invalid file in\.npy; must be a whole NPY file: /,
    );
  expect(await pair(npy(score, [250, 2]))).toBe('invalid file in.npy; must have one dimension: 250 x 2');
  expect(await pair(npy([1, 2, Number.NaN]))).toBe(
    'invalid score in in.npy, row 3; must be a finite number: NaN',
  );
  expect(await pair(npy([]))).toBe('missing rows in in.npy; must have one per canary: 0');
  expect(await pair(csv(columns))).toMatch('invalid file in.npy; its name says npy, its first bytes do not');
  expect(await pair(parquet(columns))).toBe(
    'invalid file in.npy; a pair of score files must be NPY arrays: parquet',
  );
});

test('refuses binary files of other kinds, and names that promise another format', async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13);
  expect(await refusal(bytesSource('plot', png))).toMatch(
    /^invalid file plot; must be CSV, TSV or JSON Lines in UTF-8/,
  );
  const utf16 = new Uint8Array(Uint16Array.from('\ufeffscore,included\n', (c) => c.charCodeAt(0)).buffer);
  expect(await refusal(bytesSource('a.csv', utf16))).toMatch(/^invalid file a\.csv; .*UTF-8/);
  expect(await refusal(bytesSource('a.parquet', csv(columns)))).toBe(
    'invalid file a.parquet; its name says parquet, its first bytes do not',
  );
});

test('refuses arrays of different lengths or dimensions, and NPZ without the arrays', async () => {
  const of = (arrays: Record<string, Uint8Array>) => refusal(bytesSource('a.npz', npz(arrays)));
  expect(await of({ scores: npy(score), included: npy(included.slice(1)) })).toBe(
    "invalid array 'included' in a.npz; must have as many rows as 'scores' (500): 499",
  );
  expect(await of({ scores: npy(score, [100, 5]), truth: npy(included) })).toMatch(
    /must have as many rows as/,
  );
  expect(await of({ scores: npy(score, [5, 10, 10]), included: npy(included) })).toBe(
    "invalid array 'scores' in a.npz; must have one or two dimensions: 3",
  );
  expect(await of({ weights: npy(score) })).toBe(
    "missing column 'score' in a.npz (columns: weights); say which column it is",
  );
  expect(await of({ scores: npy([]), included: npy([]) })).toBe(
    'missing rows in a.npz; must have one per canary: 0',
  );
  expect(await of({})).toMatch(/^(no numpy arrays in a\.npz; write the scores as|invalid file) /);
});

test('refuses the same values in binary formats and JSON Lines as in text', async () => {
  const nan = { score: [1, Number.NaN], included: [0, 1] };
  const at = "row 2, column 'score'; must be a finite number";
  expect(await refusal(bytesSource('a.parquet', parquet(nan)))).toBe(
    `invalid score in a.parquet, ${at}: NaN`,
  );
  expect(await refusal(bytesSource('a.parquet', parquet({ ...nan, score: [1, null] })))).toBe(
    `invalid score in a.parquet, ${at}: (empty)`,
  );
  expect(
    await refusal(bytesSource('a.npz', npz({ score: npy(nan.score), included: npy(nan.included) }))),
  ).toBe(`invalid score in a.npz, ${at}: NaN`);
  const ids = { id: [7, 8, 7], score: [1, 2, 3], included: [0, 1, 1] };
  for (const bytes of [
    parquet(ids),
    jsonLines(ids),
    csv(ids),
    npz({ id: npy(ids.id), score: npy(ids.score), included: npy(ids.included) }),
  ])
    expect(await refusal(bytesSource('a', bytes))).toBe(
      "doubled id in a, row 3, column 'id'; every canary must stand once: 7",
    );
  expect(await refusal(bytesSource('a.parquet', parquet({ score: [], included: [] })))).toMatch(
    /^missing rows in a\.parquet/,
  );
});

test("a failure of the disk is passed on as it is, not called the file's fault", async () => {
  const failing = (bytes: Uint8Array): ByteSource => ({
    ...bytesSource('scores.csv', bytes),
    async *stream() {
      yield bytes.subarray(0, bytes.length >> 1);
      throw new Error('EIO: i/o error, read');
    },
  });
  for (const bytes of [csv(columns), gzip(csv(columns))])
    await expect(readScores(failing(bytes))).rejects.toThrow(/^EIO/);
});

test('a quote that is never closed does not swallow the file', async () => {
  const endless = `id,score,included\n"a,1,0\n${'b,1,0\n'.repeat(1_000_000)}`;
  expect(await refusal(text(endless))).toBe(
    'invalid row in scores.csv; must be at most 4194304 bytes long, with every quote closed',
  );
});

test('a refusal in the first row lets go of a long file at once, through gzip too', async () => {
  const long = new TextEncoder().encode(`score,included\nx,1\n${'0.123456,1\n'.repeat(500_000)}`);
  for (const bytes of [long, gzip(long), Uint8Array.of(0), new TextEncoder().encode('[1]')]) {
    let closed = 0;
    const source: ByteSource = {
      ...bytesSource('scores', bytes),
      async *stream() {
        try {
          for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
        } finally {
          closed++;
        }
      },
    };
    expect(await refusal(source)).toMatch(/^invalid/);
    expect(closed).toBe(1);
  }
});
