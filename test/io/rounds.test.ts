import { expect, test } from 'vitest';
import { bytesSource, readRounds } from '../../src/io/index.ts';

const read = (text: string, name = 'rounds.jsonl') =>
  readRounds(bytesSource(name, new TextEncoder().encode(text)));
const line = (row: object) => `${JSON.stringify(row)}\n`;
const round = (n: number, scores: unknown = [0.5, 1, -2], included: unknown = [0, 1, 1]) =>
  line({ round: n, scores, included });

test('a line may be a round with lists of its scores and coins', async () => {
  const { rounds, counts } = await read(round(2) + round(1, [1, 2, 3], [true, false, true]));
  expect(counts).toBe('round');
  expect(rounds.map(({ label }) => label)).toEqual([1, 2]);
  expect(rounds[0]).toMatchObject({ canaries: 3, right: null });
  expect([...(rounds[0].scores?.[0] ?? [])]).toEqual([1, 2, 3]);
  expect([...(rounds[0].included ?? [])]).toEqual([1, 0, 1]);
});

test('a round without scores, or with one missing, was begun and shows nothing', async () => {
  const { rounds } = await read(round(1) + line({ round: 2 }) + round(3, null) + round(4, [1, null, 2]));
  expect(rounds.map(({ scores }) => scores === null)).toEqual([false, true, true, true]);
});

test('a file that grows may end within a line; a line that ends and is none is refused', async () => {
  expect((await read(`${round(1)}${round(2)}{"round":3,"sco`)).rounds.length).toBe(2);
  await expect(read(`${round(1)}{"round":3,"sco\n`)).rejects.toThrow('one JSON object');
});

test.each([
  [round(1, [1, 2]), 'must be one for each of 2 scores'],
  [round(1) + round(2, 1), 'a list in every row'],
  [round(1) + round(1), 'more than once'],
  [round(1, [1, 2, 'x']), 'finite number'],
  [round(1, [1, 2, 3], [0, 1, 2]), '0 or 1'],
])('%j is refused', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('two scores of the same canaries', async () => {
  const { rounds } = await read(line({ step: 1, scores: [1, 2], scores2: [3, 4], included: [0, 1] }));
  expect(rounds[0].scores?.map((each) => [...each])).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('counts say how many were in', async () => {
  const text = 'round,canaries,in,guesses,right\n1,80,41,10,7\n1,80,41,20,12\n2,80,,10,6\n2,80,,20,11\n';
  const { rounds } = await read(text, 'counts.csv');
  expect(rounds.map(({ inside }) => inside)).toEqual([41, null]);
  expect(rounds[0].right).toEqual(
    new Map([
      [10, 7],
      [20, 12],
    ]),
  );
});
