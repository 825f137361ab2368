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

const inText: [string, string, string][] = [
  ['an empty file', '', 'empty file: scores.csv'],
  ['a file of blanks', ' \n\r\n\t', 'empty file: scores.csv'],
  ['a header only', 'score,included\n', 'missing rows in scores.csv; must have one per canary: 0'],
  [
    'no score',
    'id,value,included\n1,2,0\n',
    "missing column 'score' in scores.csv; found: id, value, included",
  ],
  ['no included', 'id,score\n1,2\n', "missing column 'included' in scores.csv; found: id, score"],
  ['no guess', 'id,truth\n1,2\n', "missing column 'guess' in scores.csv; found: id, truth"],
  ['no truth', 'id,guess\n1,2\n', "missing column 'truth' in scores.csv; found: id, guess"],
  [
    'no truth beside candidates',
    'score_0,score_1\n1,2\n',
    "missing column 'truth' in scores.csv; found: score_0, score_1",
  ],
  [
    'a gap in the candidates',
    'score_0,score_2,truth\n1,2,0\n',
    "missing column 'score_1' in scores.csv; found: score_0, score_2, truth",
  ],
  ['a column twice', 'score,Score,included\n1,2,0\n', 'doubled column in scores.csv; must stand once: score'],
  [
    'both games',
    'score,included,truth,guess\n1,1,1,1\n',
    'ambiguous columns in scores.csv; must hold score and included, or truth and guess, not both: score, included, truth, guess',
  ],
  [
    'ready guesses beside a score per candidate',
    'truth,guess,score_0,score_1\n1,1,1,0\n',
    'ambiguous columns in scores.csv; must hold truth and guess, or truth and a score per candidate, not both: truth, guess, score_0, score_1',
  ],
  [
    'both games with a score per candidate',
    'score,included,truth,score_0,score_1\n1,1,1,1,0\n',
    'ambiguous columns in scores.csv; must hold score and included, or truth and a score per candidate, not both: score, included, truth, score_0, score_1',
  ],
  [
    'a word for a score',
    'score,included\n1,1\nabc,0\n',
    "invalid score in scores.csv, row 2, column 'score'; must be a finite number: abc",
  ],
  [
    'NaN',
    'score,included\nNaN,1\n',
    "invalid score in scores.csv, row 1, column 'score'; must be a finite number: NaN",
  ],
  [
    'infinity',
    'score,included\n-inf,1\n',
    "invalid score in scores.csv, row 1, column 'score'; must be a finite number: -inf",
  ],
  [
    'an empty score',
    'score,included\n,1\n',
    "invalid score in scores.csv, row 1, column 'score'; must be a finite number: (empty)",
  ],
  [
    'included 2',
    'score,included\n1,1\n1,2\n',
    "invalid included in scores.csv, row 2, column 'included'; must be 0 or 1, false or true: 2",
  ],
  [
    'included yes',
    'score,In\n1,yes\n',
    "invalid included in scores.csv, row 1, column 'In'; must be 0 or 1, false or true: yes",
  ],
  [
    'included empty',
    'score,included\n1,\n',
    "invalid included in scores.csv, row 1, column 'included'; must be 0 or 1, false or true: (empty)",
  ],
  [
    'a doubled id',
    'id,score,included\na,1,0\nb,1,0\na,1,1\nb,2,0\n',
    "doubled id in scores.csv, row 3, column 'id'; every canary must stand once: a (the first of 2)",
  ],
  [
    'an empty id',
    'id,score,included\n,1,0\n',
    "invalid id in scores.csv, row 1, column 'id'; must be a text or a number: (empty)",
  ],
  [
    'a short row',
    'id,score,included\na,1,0\nb,1\n',
    'invalid row in scores.csv, row 2; must have 3 fields like the header: 2',
  ],
  [
    'a long row',
    'score,included\n1,0,\n',
    'invalid row in scores.csv, row 1; must have 2 fields like the header: 3',
  ],
  [
    'an open quote',
    'id,score,included\n"a,1,0\nb,1,0\n',
    'invalid row in scores.csv, row 1; every quote must be closed',
  ],
  [
    'text after a quote',
    'id,score,included\n"a"b,1,0\n',
    'invalid row in scores.csv, row 1; nothing may follow a closing quote in its field',
  ],
  [
    'a JSON array',
    '[{"score":1,"included":0}]',
    'invalid file scores.csv; JSON must come as one object per line, not as an array',
  ],
  [
    'a broken line',
    '{"score":1,"included":0}\n{"score":1,"inclu',
    'invalid row in scores.csv, row 2; must be one JSON object on a line of its own: {"score":1,"inclu',
  ],
  [
    'a null score',
    '{"score":1,"included":0}\n{"score":null,"included":0}\n',
    "invalid score in scores.csv, row 2, column 'score'; must be a finite number: (empty)",
  ],
  [
    'a key left out',
    '{"score":1,"included":0}\n{"score":1}\n',
    "invalid included in scores.csv, row 2, column 'included'; must be 0 or 1, false or true: (empty)",
  ],
  [
    'an object for a score',
    '{"score":{"a":1},"included":0}\n',
    `invalid score in scores.csv, row 1, column 'score'; must be a finite number: {"a":1}`,
  ],
  [
    'true for a score',
    '{"score":true,"included":0}\n',
    "invalid score in scores.csv, row 1, column 'score'; must be a finite number: true",
  ],
  [
    'a negative truth',
    'truth,guess\n-1,0\n',
    "invalid truth in scores.csv, row 1, column 'truth'; must be a whole number from 0 on: -1",
  ],
  [
    'a broken truth',
    'truth,guess\n0.5,0\n',
    "invalid truth in scores.csv, row 1, column 'truth'; must be a whole number from 0 on: 0.5",
  ],
  [
    'a negative guess',
    'truth,guess\n0,-2\n',
    "invalid guess in scores.csv, row 1, column 'guess'; must be a whole number from 0 on, or empty or -1 to abstain: -2",
  ],
  [
    'a huge guess',
    'truth,guess\n0,4294967296\n',
    "invalid guess in scores.csv, row 1, column 'guess'; must be a whole number from 0 to 16777215, or empty or -1 to abstain: 4294967296",
  ],
  [
    'a guess unsure',
    'truth,guess,confidence\n0,,\n0,1,\n',
    "invalid confidence in scores.csv, row 2, column 'confidence'; must be a finite number where there is a guess: (empty)",
  ],
];

for (const [what, content, message] of inText)
  test(`refuses ${what}`, async () => {
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
    "missing column 'loss' in scores.csv; found: score, included",
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
  expect(await of({ weights: npy(score) })).toBe("missing column 'score' in a.npz; found: weights");
  expect(await of({ scores: npy([]), included: npy([]) })).toBe(
    'missing rows in a.npz; must have one per canary: 0',
  );
  expect(await of({})).toMatch(/^(missing column 'scores'|invalid file) /);
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
