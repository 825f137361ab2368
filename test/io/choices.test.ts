import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import { bytesSource, type ReadOptions, readScores } from '../../src/io/index.ts';
import { csv, gzip, jsonLines, npy, npz, parquet, text } from './files.ts';

async function refusal(content: string, options?: ReadOptions): Promise<string> {
  return readScores(text(content), options).then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(InvalidInput);
      return (error as Error).message;
    },
  );
}

test('a key that would play a part must stand in the first row', async () => {
  const first = '{"score":1,"included":0}\n';
  expect(await refusal(`${first}{"score":1,"included":0,"member":1}`)).toBe(
    "invalid row in scores.csv, row 2, column 'member'; such a key must stand in the first row too",
  );
  expect(await refusal(`${first}{"score":1,"included":0,"Score":7}`)).toMatch(/row 2, column 'Score'/);
  expect(await refusal(`${first}{"score":1,"included":0,"comment":1}`)).toBe('accepted');
});

describe('two columns for one part', () => {
  const columns = { score: [1, 2, 3], included: [1, 0, 1], member: [1, 0, 0] };
  const formats: [string, Uint8Array][] = [
    ['a.csv', csv(columns)],
    ['a.jsonl', jsonLines(columns)],
    ['a.parquet', parquet(columns)],
    [
      'a.npz',
      npz({ score: npy(columns.score), included: npy(columns.included), member: npy(columns.member) }),
    ],
  ];
  test.each(formats)('are refused until one is named: %s', async (name, bytes) => {
    await expect(readScores(bytesSource(name, bytes))).rejects.toThrow(
      `ambiguous columns in ${name}; 'included' and 'member' could both be the column included: name one`,
    );
    const named = { columns: { included: 'member' } };
    expect(await readScores(bytesSource(name, bytes), named)).toMatchObject({
      included: Uint8Array.of(1, 0, 0),
    });
  });

  test('scores, ids, guesses and candidates', async () => {
    expect(await refusal('score,scores,included\n1,1,0\n')).toMatch(/'score' and 'scores' could both/);
    expect(await refusal('index,id,score,included\na,a,1,0\n')).toMatch(/'id' and 'index' could both/);
    expect(await refusal('truth,guess,answer\n0,1,1\n')).toMatch(/'guess' and 'answer' could both/);
    expect(await refusal('truth,score_0,score_1,scores_1\n0,1,2,3\n')).toBe(
      'doubled column in scores.csv; must stand once: scores_1',
    );
    expect(await refusal('truth,score_0,score_1,score_01\n0,1,2,3\n')).toMatch(/^doubled column/);
  });
});

describe('a zero byte in text', () => {
  const cases: [string, string, string][] = [
    ['around a number', 'score,included\n1,0\n\x002,1\n', "row 2, column 'score'"],
    ['behind a number', 'score,included\n1,0\n2,1\0\n', "row 2, column 'included'"],
    ['within an id', 'id,score,included\na\0b,1,0\n', "row 1, column 'id'"],
    ['in a quoted field', 'id,score,included\n"a\0",1,0\n', "row 1, column 'id'"],
    ['in a column that nobody reads', 'score,included,note\n1,0,\0\n', "row 1, column 'note'"],
  ];
  for (const [what, content, place] of cases)
    test(what, async () => {
      const message = `invalid row in scores.csv, ${place}; text must have no zero bytes`;
      expect(await refusal(content)).toBe(message);
      const packed = bytesSource('scores.csv', gzip(new TextEncoder().encode(content)));
      await expect(readScores(packed)).rejects.toThrow(message);
    });

  test('far into the file', async () => {
    const rows = '0.25,1\n'.repeat(300_000);
    expect(await refusal(`score,included\n${rows}1\0,0\n`)).toBe(
      "invalid row in scores.csv, row 300001, column 'score'; text must have no zero bytes",
    );
  });

  test('nor are other control characters taken for blanks', async () => {
    expect(await refusal(`score,included\n${'1,0\n'.repeat(100_000)}\u00012,1\n`)).toMatch(
      /row 100001, column 'score'; must be a finite number/,
    );
  });
});

test('a number beyond 2^53 is no id in JSON, since it would be rounded to another; quoted it is', async () => {
  const line = (id: string) => `{"id":${id},"score":1,"included":0}\n`;
  expect(await refusal(line('1') + line('9007199254740993'))).toBe(
    "invalid id in scores.csv, row 2, column 'id'; must be quoted, as text, being beyond 2^53: 9007199254740992",
  );
  expect(await refusal(line('"9007199254740993"') + line('"9007199254740992"'))).toBe('accepted');
});

test('JSON that is no UTF-8 is refused', async () => {
  const latin = (content: string) => bytesSource('a', new Uint8Array(Buffer.from(content, 'latin1')));
  await expect(readScores(latin('{"id":"\xe9","score":1,"included":1}'))).rejects.toThrow(
    'invalid file a; text must be UTF-8',
  );
  await expect(readScores(latin('id,score,included\na,1,1\n\xe9,1,0\n'))).rejects.toThrow(
    "invalid id in a, row 2, column 'id'; text must be UTF-8",
  );
});

test('of two attacks in one file the one that is named is read', async () => {
  const both = text('truth,guess,score_0,score_1\n1,0,0,1\n0,1,1,0\n');
  const guesses = async (columns: NonNullable<ReadOptions['columns']>) => {
    const scores = await readScores(both, { columns });
    return scores.kind === 'reconstruction' ? [...scores.guesses] : [];
  };
  expect(await guesses({ guess: 'guess' })).toEqual([0, 1]);
  expect(await guesses({ score: 'score' })).toEqual([1, 0]);
});

test('one column does not play two parts', async () => {
  const table = 'id,score,included,index\n1,0,1,4\n2,1,0,5\n';
  for (const columns of [
    { score: 'included', included: 'Included' },
    { score: 'score', id: 'score' },
  ])
    await expect(readScores(text(table), { columns })).rejects.toThrow(
      /^invalid columns in scores\.csv; (score and included|id and score) must be two columns: (included|score)$/,
    );
  // A column that is named for one part is not taken unasked for another.
  await expect(readScores(text(table), { columns: { score: 'included' } })).rejects.toThrow(
    "missing column 'included' in scores.csv",
  );
  expect(await readScores(text(table), { columns: { score: 'index' } })).toMatchObject({
    scores: Float64Array.of(4, 5),
  });
  const assignment = text('id,included\n1,1\n2,0\n', 'a.csv');
  expect(
    await readScores(text('id,score\n1,0\n2,1\n'), { assignment, columns: { included: 'included' } }),
  ).toBeDefined();
});
