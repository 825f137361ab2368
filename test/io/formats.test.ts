import { expect, test } from 'vitest';
import { bytesSource, readScorePair, readScores } from '../../src/io/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { type Columns, csv, gzip, jsonLines, npy, npz, parquet, text, withoutIds } from './files.ts';

const m = 1234;
const random = createRandom('formats');
const score = Array.from({ length: m }, (_, i) =>
  i % 7 === 0 ? Math.round(random.normal()) + 0 : random.normal(),
);
const included = score.map(() => random.coin());
const truth = score.map(() => random.integer(4));
const guess = truth.map((t) =>
  random.bernoulli(0.2) ? null : random.bernoulli(0.5) ? t : random.integer(4),
);
const confidence = score.map((s) => Math.abs(s));
const candidates = [0, 1, 2, 3].map(() => score.map(() => random.normal()));

const membership = {
  kind: 'membership',
  scores: Float64Array.from(score),
  included: Uint8Array.from(included),
};
const ready = {
  kind: 'reconstruction',
  k: 4,
  truth: Uint32Array.from(truth),
  guesses: Int32Array.from(guess, (g) => g ?? -1),
  confidence: Float64Array.from(confidence),
};
const fromMatrix = {
  kind: 'reconstruction',
  k: 4,
  truth: Uint32Array.from(truth),
  guesses: Int32Array.from(score, (_, i) => {
    const row = candidates.map((column) => column[i]);
    return row.indexOf(Math.max(...row));
  }),
  confidence: Float64Array.from(score, (_, i) => {
    const row = candidates.map((column) => column[i]).sort((a, b) => b - a);
    return row[0] - row[1];
  }),
};

const id = score.map((_, i) => `c${i}`);
const matrix = npy(
  score.flatMap((_, i) => candidates.map((column) => column[i])),
  [m, 4],
);
const matrixColumns = Object.fromEntries(candidates.map((column, i) => [`score_${i}`, column]));

function tables(columns: Columns): [string, Uint8Array][] {
  return [
    ['data.csv', csv(columns)],
    ['data.tsv', csv(columns, '\t')],
    ['semicolons.csv', csv(columns, ';')],
    ['data.jsonl', jsonLines(columns)],
    ['data.parquet', parquet(columns)],
    ['packed.parquet', parquet(columns, 'GZIP')],
  ];
}

const cases: [string, unknown, [string, Uint8Array][]][] = [
  [
    'membership',
    membership,
    [...tables({ id, score, included }), ['data.npz', npz({ scores: npy(score), included: npy(included) })]],
  ],
  ['membership with words', membership, tables({ score, is_member: included.map((i) => i === 1) })],
  [
    'ready guesses',
    ready,
    [
      ...tables({ truth, guess, confidence }),
      [
        'data.npz',
        npz({ truth: npy(truth), guess: npy(guess.map((g) => g ?? -1)), confidence: npy(confidence) }),
      ],
    ],
  ],
  [
    'a score per candidate',
    fromMatrix,
    [...tables({ truth, ...matrixColumns }), ['data.npz', npz({ scores: matrix, truth: npy(truth) })]],
  ],
];

for (const [what, expected, files] of cases)
  for (const [name, bytes] of files) {
    test(`${what}: ${name}, plain and as gzip, gives the same data`, async () => {
      expect(withoutIds(await readScores(bytesSource(name, bytes)))).toEqual(expected);
      expect(withoutIds(await readScores(bytesSource(`${name}.gz`, gzip(bytes))))).toEqual(expected);
      // The content decides, not the name.
      expect(withoutIds(await readScores(bytesSource('data', gzip(gzip(bytes)))))).toEqual(expected);
    });
  }

test('a pair of NPY arrays holds the same pairs, members first', async () => {
  const side = (which: number) => npy(score.filter((_, i) => included[i] === which));
  for (const wrap of [(bytes: Uint8Array) => bytes, gzip]) {
    const pair = await readScorePair(
      bytesSource('in.npy', wrap(side(1))),
      bytesSource('out.npy', wrap(side(0))),
    );
    const sorted = (scores: ArrayLike<number>, flags: ArrayLike<number>) =>
      Array.from(scores, (s, i) => [flags[i], s]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    expect(sorted(pair.scores, pair.included)).toEqual(sorted(score, included));
    expect(pair.included.lastIndexOf(1)).toBe(pair.included.indexOf(0) - 1);
  }
});

test('arrays of other types than doubles are read by value', async () => {
  const array = (descr: string, shape: string, data: ArrayBufferView, fortran = 'False') => {
    const header = `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': (${shape}), }`.padEnd(117);
    const bytes = new Uint8Array(128 + data.byteLength);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
    bytes.set(new TextEncoder().encode(`${header}\n`), 10);
    bytes.set(new Uint8Array(data.buffer), 128);
    return bytes;
  };
  const names = Uint32Array.from('a1\0b22', (c) => c.codePointAt(0) ?? 0);
  const read = await readScores(
    bytesSource(
      'data.npz',
      npz({
        id: array('<U3', '2,', names),
        scores: array('<f4', '2,', Float32Array.of(0.1, -2)),
        memberships: array('|b1', '2,', Uint8Array.of(1, 0)),
        unrelated: array('|O', '2,', new Uint8Array(3)),
      }),
    ),
  );
  expect(withoutIds(read)).toEqual({
    kind: 'membership',
    scores: Float64Array.of(Math.fround(0.1), -2),
    included: Uint8Array.of(1, 0),
  });
  const rebuilt = await readScores(
    bytesSource(
      'data.npz',
      npz({
        scores: array('<f8', '2, 3', Float64Array.of(1, 2, 5, 1, 3, 7), 'True'),
        truth: array('<i8', '2,', BigInt64Array.of(1n, 2n)),
      }),
    ),
  );
  expect(rebuilt).toMatchObject({ k: 3, truth: Uint32Array.of(1, 2), guesses: Int32Array.of(1, 2) });
});

test('columns are found by their aliases, in any case and order, or by the names given', async () => {
  const expected = { kind: 'membership', scores: Float64Array.of(0.5, 2), included: Uint8Array.of(1, 0) };
  for (const header of ['In,Scores', 'MEMBER, membership_score ', 'is_member,score', '"membership","score"'])
    expect(withoutIds(await readScores(text(`${header}\n1,0.5\n0,2\n`)))).toEqual(expected);
  const own = text('loss,score,used\n0.5,9,TRUE\n2,9,0.0\n');
  expect(await readScores(own, { columns: { score: 'Loss', included: 'used' } })).toEqual(expected);
});

test('progress goes up to the size of all files', async () => {
  const assignment = bytesSource('a.csv', csv({ id, included }));
  for (const [name, bytes] of tables({ id, score })) {
    const seen: number[] = [];
    const total = bytes.length + assignment.byteLength;
    const onProgress = (done: number, all: number) => {
      expect(all).toBe(total);
      seen.push(done);
    };
    expect(withoutIds(await readScores(bytesSource(name, bytes), { assignment, onProgress }))).toEqual(
      membership,
    );
    expect(seen.at(-1)).toBe(total);
  }
});

test('a first column called PK or PAR does not make a table an archive', async () => {
  for (const name of ['PK', 'PKs', 'PAR', 'PA'])
    expect(await readScores(text(`${name},score,included\n1,0.5,1\n2,1.5,0\n`))).toMatchObject({
      scores: Float64Array.of(0.5, 1.5),
    });
});
