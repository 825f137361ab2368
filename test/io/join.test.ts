import { expect, test } from 'vitest';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { csv, gzip, jsonLines, parquet, text, withoutIds } from './files.ts';

const scores = (content: string) => text(content, 'scores.csv');
const assignment = (content: string) => text(content, 'canaries.csv');

test('scores and assignment are joined by id, in the order of the scores, across formats', async () => {
  const random = createRandom('join');
  const id = Array.from({ length: 3000 }, (_, i) => 3 * i);
  const included = id.map(() => random.coin());
  const order = id.map((_, i) => i).sort(() => random.uniform() - 0.5);
  const shuffled = { id: order.map((i) => id[i]), score: order.map((i) => i / 8) };
  const expected = {
    kind: 'membership',
    scores: Float64Array.from(shuffled.score),
    included: Uint8Array.from(order, (i) => included[i]),
  };
  for (const first of [csv(shuffled), jsonLines(shuffled), parquet(shuffled)])
    for (const second of [
      csv({ id, included }),
      gzip(jsonLines({ id, included })),
      parquet({ id, included }),
    ])
      expect(
        withoutIds(
          await readScores(bytesSource('scores', first), { assignment: bytesSource('canaries', second) }),
        ),
      ).toEqual(expected);
});

test('the truth of a reconstruction may come from the assignment', async () => {
  const truth = assignment('id,truth\nb,2\na,0\n');
  expect(
    withoutIds(await readScores(scores('id,guess\na,1\nb,\n'), { assignment: truth, options: 3 })),
  ).toEqual({
    kind: 'reconstruction',
    k: 3,
    truth: Uint32Array.of(0, 2),
    guesses: Int32Array.of(1, -1),
    confidence: null,
  });
  expect(
    await readScores(scores('id,score_0,score_1,score_2\na,1,5,2\nb,0,0,9\n'), { assignment: truth }),
  ).toMatchObject({
    k: 3,
    truth: Uint32Array.of(0, 2),
    guesses: Int32Array.of(1, 2),
    confidence: Float64Array.of(3, 9),
  });
  await expect(readScores(scores('id,guess\na,1\nb,\n'), { assignment: truth, options: 2 })).rejects.toThrow(
    "invalid truth in canaries.csv, row 1, column 'truth'; must be below the 2 options: 2",
  );
});

test('names given for who was in are names of the assignment', async () => {
  const columns = { id: 'key', score: 'loss', included: 'used' };
  for (const header of ['key,used', 'id,used'])
    expect(
      await readScores(scores('key,loss\na,1\nb,2\n'), {
        columns,
        assignment: assignment(`${header}\nb,1\na,0\n`),
      }),
    ).toMatchObject({ included: Uint8Array.of(0, 1) });
});

const refused: [string, string, string, string][] = [
  [
    'an id without a canary',
    'id,score\na,1\nx,2\ny,3\nb,4\n',
    'id,included\na,0\nb,1\n',
    "extra id in scores.csv, row 2, column 'id'; must stand in canaries.csv too: x (the first of 2)",
  ],
  [
    'a canary without a score',
    'id,score\nb,4\n',
    'id,included\na,0\nb,1\nc,1\n',
    'missing id in scores.csv; must have every canary of canaries.csv: a (the first of 2)',
  ],
  [
    'an id twice among the scores',
    'id,score\na,1\nb,2\na,4\n',
    'id,included\na,0\nb,1\n',
    "doubled id in scores.csv, row 3, column 'id'; every canary must stand once: a",
  ],
  [
    'an id twice in the assignment',
    'id,score\na,1\nb,2\n',
    'id,included\na,0\nb,1\nb,1\n',
    "doubled id in canaries.csv, row 3, column 'id'; every canary must stand once: b",
  ],
  [
    'scores without ids',
    'score\n1\n',
    'id,included\na,0\n',
    "missing column 'id' in scores.csv (columns: score)",
  ],
  [
    'an assignment without ids',
    'id,score\na,1\n',
    'included\n0\n',
    "missing column 'id' in canaries.csv (columns: included)",
  ],
  [
    'an assignment that says nothing',
    'id,score\na,1\n',
    'id,x\na,0\n',
    "missing column 'included' in canaries.csv (columns: id, x)",
  ],
  [
    'membership scores with a truth',
    'id,score\na,1\n',
    'id,truth\na,0\n',
    "missing column 'included' in canaries.csv (columns: id, truth)",
  ],
  [
    'two files that contradict each other',
    'id,score,included\na,1,1\n',
    'id,included\na,0\n',
    'invalid included in scores.csv, row 1; must be what canaries.csv says (0): 1',
  ],
];

for (const [what, first, second, message] of refused)
  test(`refuses ${what}`, async () => {
    await expect(readScores(scores(first), { assignment: assignment(second) })).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidInput', message }),
    );
  });
