import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileLines } from '../../src/cli/input/file-lines.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

test('a file is read by lines as if it were split as a whole, wherever its parts end', () => {
  const random = createRandom('lines');
  const long = Array.from({ length: 40 }, () => 'ü€x'[random.integer(3)].repeat(random.integer(200_000)));
  for (const [text, hasEnd] of [
    [`${long.join('\n')}\n`, true],
    [`${long.join('\n')}\nlast`, false],
    ['\n\n', true],
    ['one', false],
  ] as const) {
    const lines = [...fileLines(temporaryFile('lines', text))];
    const split = text.split('\n');
    if (hasEnd) split.pop();
    expect(lines.map(({ bytes }) => bytes.toString()).join('|') === split.join('|')).toBe(true);
    expect(lines.map((line) => line.hasEnd)).toEqual(split.map((_, i) => hasEnd || i < split.length - 1));
  }
  expect([...fileLines(temporaryFile('empty', ''))]).toEqual([]);
});

test('what is no file is refused in words', () => {
  const folder = join(temporaryFolder(), 'folder');
  expect(() => [...fileLines(folder)]).toThrow(/^cannot read .*: there is no such file/);
  mkdirSync(folder);
  expect(() => [...fileLines(folder)]).toThrow(/^cannot read .*: it is not a regular file/);
});
