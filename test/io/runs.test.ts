import { describe, expect, test } from 'vitest';
import { runOrder } from '../../src/io/columns/runs/split-runs.ts';
import { bytesSource, type ReadOptions, readRun, readRuns, readScores } from '../../src/io/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import type { Scores } from '../../src/types.ts';
import { type Columns, csv, gzip, jsonLines, npy, npz, parquet, text } from './files.ts';

/** Each run as a file of its own gives it: the naive twin of the split. */
async function apart(columns: Columns, options: ReadOptions = {}) {
  const { run, ...others } = columns;
  const labels = [...new Set(run.map(String))];
  const runs = runOrder(labels).map(async (place) => {
    const own = Object.fromEntries(
      Object.entries(others).map(([name, values]) => [
        name,
        values.filter((_, row) => String(run[row]) === labels[place]),
      ]),
    );
    const { input, scores } = await readRun(bytesSource('own.csv', csv(own)), options);
    return { run: labels[place], rows: input.rows, scores: withStoredIds(scores) };
  });
  return Promise.all(runs);
}

/** Ids that count follow from the first; runs that were split have all of them. */
function withStoredIds({ ids, ...scores }: Scores) {
  return { ...scores, ids: ids ?? null };
}

async function together(bytes: Uint8Array, options: ReadOptions = {}) {
  const runs = await readRuns(bytesSource('runs', bytes), options);
  return runs.map(({ input, scores }) => {
    expect(input.name).toBe(`runs, run ${input.run}`);
    expect(input.file).toBe('runs');
    return { run: input.run, rows: input.rows, scores: withStoredIds(scores) };
  });
}

function table(rows: number, labels: readonly (string | number)[], seed: string): Columns {
  const random = createRandom(seed);
  const run = Array.from(
    { length: rows },
    (_, i) => labels[i < labels.length ? i : random.integer(labels.length)],
  );
  const counts = new Map<string, number>();
  const id = run.map((label) => {
    const next = counts.get(String(label)) ?? 0;
    counts.set(String(label), next + 1);
    return next;
  });
  return { id, score: run.map(() => random.normal()), run, included: run.map(() => random.coin()) };
}

describe('a column of runs splits a file', () => {
  test('into what files of their own would have been, in every format', async () => {
    const numbers = table(3000, [10, 2, 1, 7], 'numbers');
    const texts = table(500, ['run 10', 'run 2', 'é', 'a,b'], 'texts');
    const expected = await apart(numbers);
    expect(expected.map(({ run }) => run)).toEqual(['1', '2', '7', '10']);
    const arrays = Object.fromEntries(
      Object.entries(numbers).map(([name, values]) => [name, npy(values as number[])]),
    );
    for (const bytes of [
      csv(numbers),
      csv(numbers, ';'),
      gzip(csv(numbers)),
      jsonLines(numbers),
      parquet(numbers),
      npz(arrays),
    ])
      expect(await together(bytes)).toEqual(expected);
    const named = await apart({ ...texts, run: texts.run.map((label) => String(label)) });
    expect(named.map(({ run }) => run)).toEqual(['a,b', 'run 2', 'run 10', 'é']);
    for (const bytes of [csv(texts, '\t'), jsonLines(texts), parquet(texts)])
      expect(await together(bytes)).toEqual(named);
  });

  test('whatever the order of the rows', async () => {
    const columns = table(400, [3, 1, 2], 'order');
    const order = columns.id.map((_, i) => (i * 7) % 400);
    const shuffled = Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [name, order.map((i) => values[i])]),
    );
    const [there, here] = [await together(csv(columns)), await together(csv(shuffled))];
    expect(here.map(({ run, rows }) => [run, rows])).toEqual(there.map(({ run, rows }) => [run, rows]));
    const sorted = (run: (typeof here)[number]) =>
      run.scores.kind === 'membership' ? run.scores.scores.toSorted() : null;
    expect(here.map(sorted)).toEqual(there.map(sorted));
  });

  test('of guesses too, and by another name', async () => {
    const columns = {
      truth: [0, 1, 2, 0, 1, 2],
      guess: [0, 1, null, 2, 1, 0],
      run: ['b', 'a', 'b', 'a', 'a', 'b'],
    };
    const expected = await apart(columns, { options: 3 });
    const { run: seed, ...others } = columns;
    for (const name of ['seed', 'Seed '])
      expect(
        await together(csv({ ...others, [name]: seed }), { options: 3, columns: { run: 'seed' } }),
      ).toEqual(expected);
    await expect(readRuns(text('score,included\n1,1\n'), { columns: { run: 'seed' } })).rejects.toThrow(
      "missing column 'seed' in scores.csv",
    );
  });

  test('ids are unique within a run', async () => {
    const rows = 'run,id,score,included\na,1,1,1\nb,1,2,0\na,2,3,0\nb,2,4,1\n';
    const runs = await readRuns(text(rows));
    const alone = await readRun(text('id,score,included\n1,2,0\n2,4,1\n'));
    expect(runs[1].scores.ids).toEqual(runs[0].scores.ids);
    expect(runs[1].scores).toMatchObject({ scores: Float64Array.of(2, 4), included: Uint8Array.of(0, 1) });
    expect(alone.scores.ids).toEqual(runs[0].scores.ids);
    await expect(readRuns(text(`${rows}b,1,5,1\n`))).rejects.toThrow(
      "doubled id in scores.csv, row 5, column 'id'; every canary must stand once in run b",
    );
  });
});

describe('a column of runs with one value, or said to be none', () => {
  const several = 'run,id,score,included\na,1,1,1\nb,2,2,0\n';

  test('leaves the file what it was', async () => {
    const plain = text('id,score,included\n1,1,1\n2,2,0\n');
    const expected = await readRun(plain);
    const [same] = await readRuns(text('run,id,score,included\nx,1,1,1\nx,2,2,0\n'));
    expect(same.scores).toEqual(expected.scores);
    expect(Object.keys(same.input)).toEqual(Object.keys(expected.input));
    const runs = await readRuns(text(several), { columns: { run: null } });
    expect(runs).toHaveLength(1);
    expect(runs[0].scores).toEqual(expected.scores);
    const remark = { run: npy([7], []), score: npy([1, 2]), included: npy([1, 0]) };
    expect(await readRuns(bytesSource('a.npz', npz(remark)))).toHaveLength(1);
    // A column that is named for something else does not tell runs apart.
    const scored = await readRuns(text('run,included\n1,1\n2,0\n'), { columns: { score: 'run' } });
    expect(scored).toHaveLength(1);
  });

  test('one run is asked for and several are there', async () => {
    for (const read of [readRun, readScores])
      await expect(read(text(several))).rejects.toThrow(
        'several runs in scores.csv; must be one: 2 (read them as several, or say that no column tells runs apart)',
      );
  });

  test('a label is a text or a number, and not longer than a name', async () => {
    await expect(readRuns(text('run,score,included\na,1,1\n,2,0\n'))).rejects.toThrow(
      "invalid run in scores.csv, row 2, column 'run'; must be a text or a number: (empty)",
    );
    await expect(readRuns(text('{"run":true,"score":1,"included":1}\n'))).rejects.toThrow(
      'invalid run in scores.csv, row 1',
    );
    await expect(readRuns(text(`run,score,included\n${'x'.repeat(201)},1,1\n`))).rejects.toThrow(
      'must have at most 200 bytes: 201',
    );
    const rows = Array.from({ length: 100_001 }, (_, i) => `${i},1,1\n`).join('');
    await expect(readRuns(text(`run,score,included\n${rows}`))).rejects.toThrow(
      "too many runs in scores.csv; column 'run' must name at most 100000",
    );
  });
});

describe('an assignment beside runs', () => {
  const scores = text('run,id,score\na,1,1\nb,1,2\na,2,3\nb,2,4\n');
  const coins = (content: string) => ({ assignment: text(content, 'coins.csv') });

  test('is joined by run and id where it has runs', async () => {
    const assigned = coins('id,included,run\n2,1,b\n1,1,a\n2,0,a\n1,0,b\n');
    const runs = await readRuns(scores, assigned);
    expect(runs.map(({ scores }) => scores)).toMatchObject([
      { scores: Float64Array.of(1, 3), included: Uint8Array.of(1, 0) },
      { scores: Float64Array.of(2, 4), included: Uint8Array.of(0, 1) },
    ]);
    const truths = await readRuns(text('run,id,guess\na,1,1\nb,1,\n'), {
      ...coins('run,id,truth\nb,1,0\na,1,1\n'),
    });
    expect(truths.map(({ scores }) => scores)).toMatchObject([
      { truth: Uint32Array.of(1), guesses: Int32Array.of(1) },
      { truth: Uint32Array.of(0), guesses: Int32Array.of(-1) },
    ]);
  });

  test('of one run goes with scores of that run only', async () => {
    const one = text('run,id,score\n0,1,1\n0,2,2\n');
    expect(await readRuns(one, coins('run,id,included\n0,1,1\n0,2,0\n'))).toHaveLength(1);
    await expect(readRuns(one, coins('run,id,included\n7,1,1\n7,2,0\n'))).rejects.toThrow(
      'scores.csv is of run 0 and coins.csv of run 7',
    );
    for (const [own, theirs] of [
      ['a,1,1\na,2,2', 'b,1,1\nc,2,0'],
      ['a,1,1\na,2,2', 'a,1,1\nb,2,0'],
      ['a,1,1\nb,2,2', 'c,1,1\nc,2,0'],
    ])
      await expect(
        readRuns(text(`run,id,score\n${own}\n`), coins(`run,id,included\n${theirs}\n`)),
      ).rejects.toThrow('the coins of another run say nothing');
    const none = { ...coins('run,id,included\n7,1,1\n7,2,0\n'), columns: { run: null } };
    expect(await readRuns(one, none)).toHaveLength(1);
  });

  test('without runs it is joined by id, which then stands once', async () => {
    const own = text('run,id,score\na,1,1\nb,2,2\n');
    const runs = await readRuns(own, coins('id,included\n2,1\n1,0\n'));
    expect(runs.map(({ scores }) => scores)).toMatchObject([
      { included: Uint8Array.of(0) },
      { included: Uint8Array.of(1) },
    ]);
    await expect(readRuns(scores, coins('id,included\n2,1\n1,0\n'))).rejects.toThrow(
      "doubled id in scores.csv, row 2, column 'id'; every canary must stand once, unless coins.csv has a column of runs too: 1 (the first of 2)",
    );
    // Scores of one run do not take coins of several, where ids say nothing of the run.
    const one = text('run,id,score\na,1,1\na,2,3\n');
    await expect(readRuns(one, coins('id,included,run\n2,1,b\n1,1,a\n1,0,b\n'))).rejects.toThrow(
      'scores.csv is of run a and coins.csv of 2 runs',
    );
  });

  test.each([
    [
      'id,included,run\n2,1,b\n1,1,a\n2,0,a\n',
      "extra id in scores.csv, row 2, column 'id'; must stand in coins.csv too, in run b",
    ],
    ['id,included,run\n1,1,c\n1,1,a\n2,0,a\n', "row 2, column 'id'; must stand in coins.csv too, in run b"],
    [
      'id,included,run\n2,1,b\n1,1,a\n2,0,a\n1,0,b\n9,1,c\n',
      'missing id in scores.csv; must have every canary of coins.csv: 9 of run c',
    ],
    ['id,included,run\n2,1,b\n1,1,a\n2,0,a\n1,0,b\n1,0,b\n', 'doubled id in coins.csv, row 5'],
  ])('ids and runs must be the same in both: %#', async (content, message) => {
    await expect(readRuns(scores, coins(content))).rejects.toThrow(message);
  });
});

test('runs are in the order in which people count', () => {
  const sorted = (labels: string[]) => runOrder(labels).map((i) => labels[i]);
  expect(sorted(['10', '9', '-1', '0.5', '1e3'])).toEqual(['-1', '0.5', '9', '10', '1e3']);
  expect(sorted(['run10', 'run9', 'run1b', 'run1', 'a'])).toEqual(['a', 'run1', 'run1b', 'run9', 'run10']);
  expect(sorted(['01', '1', '001'])).toEqual(['001', '01', '1']);
  expect(sorted(['2026-11-16', '2026-2-3'])).toEqual(['2026-2-3', '2026-11-16']);
});
