import { expect, test } from 'vitest';
import { readScores } from '../../src/io/index.ts';
import { text } from './files.ts';

test('a tie among the candidates has confidence 0, and the first of them is the guess', async () => {
  const read = await readScores(
    text('truth,score_1,score_0,score_2\n0,5,5,5\n2,1,-3,1\n1,1e308,-1e308,-1e308\n'),
  );
  expect(read).toEqual({
    kind: 'reconstruction',
    k: 3,
    truth: Uint32Array.of(0, 2, 1),
    guesses: Int32Array.of(0, 1, 1),
    confidence: Float64Array.of(0, 0, Number.MAX_VALUE),
  });
});

test('empty, -1 and null abstain; an abstention without a confidence has the least there is', async () => {
  const expected = {
    kind: 'reconstruction',
    k: 2,
    truth: Uint32Array.of(0, 1, 0, 1),
    guesses: Int32Array.of(-1, -1, 0, 1),
    confidence: Float64Array.of(-Number.MAX_VALUE, 0.5, -2, 3),
  };
  expect(await readScores(text('truth,answer,confidence\n0,,\n1,-1,0.5\n0,0.0,-2\n1,1,3\n'))).toEqual(
    expected,
  );
  const lines = [
    { truth: 0, guess: null },
    { truth: 1, guess: -1, confidence: 0.5 },
    { truth: 0, guess: 0, confidence: -2 },
    { truth: 1, guess: 1, confidence: 3 },
  ];
  const json = lines.map((line) => JSON.stringify({ confidence: null, ...line })).join('\n');
  expect(await readScores(text(json))).toEqual(expected);
});

test('without a confidence column every guess stands as it is, and there are at least two options', async () => {
  expect(await readScores(text('truth,guess\n0,0\n0,\n'))).toEqual({
    kind: 'reconstruction',
    k: 2,
    truth: Uint32Array.of(0, 0),
    guesses: Int32Array.of(0, -1),
    confidence: null,
  });
});
