import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InsertedLine, withInsertions } from '../../../src/cli/canaries/insert-lines.ts';
import { surveyData } from '../../../src/cli/canaries/survey-data.ts';
import { textFinder } from '../../../src/games/index.ts';

const READING = { name: 'data', format: 'text', field: 'text' } as const;

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const survey = (
  text: string,
  size = 7,
  texts = ['CANARY'],
  how: Partial<Parameters<typeof surveyData>[1]> = {},
) => surveyData(pieces(text, size), { ...READING, ...how }, textFinder(texts));

async function inserted(text: string, size: number, insertions: readonly InsertedLine[], lineEnd: string) {
  const parts: Uint8Array[] = [];
  for await (const part of withInsertions(pieces(text, size), insertions, lineEnd)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** The same, line by line. */
function insertedNaively(text: string, insertions: readonly InsertedLine[], lineEnd: string): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const rest = text.slice(mark.length);
  const ended = rest.endsWith('\n');
  const lines = (ended ? rest.slice(0, -1) : rest).split('\n');
  const all: string[] = [];
  for (let line = 0; line <= lines.length; line++) {
    for (const { line: own } of insertions.filter(({ linesBefore }) => linesBefore === line))
      all.push(own + lineEnd.slice(0, -1));
    if (line < lines.length) all.push(lines[line]);
  }
  // Without an end of the last line, the carriage return of its end stands before what is behind it, if anything.
  const behind = insertions.filter(({ linesBefore }) => linesBefore === lines.length).length;
  if (!ended && behind > 0 && lineEnd === '\r\n') {
    all[all.length - behind - 1] += '\r';
    all[all.length - 1] = all[all.length - 1].slice(0, -1);
  }
  return mark + all.join('\n') + (ended ? '\n' : '');
}

test('inserted lines are the only difference, whatever the line ends, marks and pieces', async () => {
  const line = fc
    .array(fc.constantFrom('a', 'b', '\u00e9', '\u{1f600}', ' ', '"'), { maxLength: 6 })
    .map((characters) => characters.join(''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat({ max: 8 }), { maxLength: 6 }),
      async (lines, end, hasMark, ended, size, places) => {
        const last = ended ? end : '';
        // Something must stand in the last line if nothing ends it: else there is no such line.
        fc.pre(ended || lines[lines.length - 1] !== '');
        const text = (hasMark ? '\ufeff' : '') + lines.join(end) + last;
        const found = await survey(text, size);
        expect(found.lines).toBe(lines.length);
        if (lines.length > 1 || ended) expect(found.lineEnd).toBe(end);
        const insertions = places
          .map((place) => Math.min(place, lines.length))
          .sort((a, b) => a - b)
          .map((linesBefore, i) => ({ linesBefore, line: `CANARY ${i}` }));
        const result = await inserted(text, size, insertions, found.lineEnd);
        expect(result).toBe(insertedNaively(text, insertions, found.lineEnd));
        // Each stands once, on a line of its own, and without them the bytes are those of before.
        for (const [i] of insertions.entries()) expect(result.split(`CANARY ${i}`)).toHaveLength(2);
        const without = result
          .replace(/(?<=^|\ufeff|\n)CANARY \d\r?\n/g, '')
          .replace(/(\r?\nCANARY \d)+$/, '');
        expect(without).toBe(text);
      },
    ),
    { seed: 1, numRuns: 150 },
  );
});

describe('a data set is refused', () => {
  test.each([
    ['', {}, 'invalid data set data; it has no records'],
    ['\n\n', { format: 'jsonl' }, 'it has no records'],
    [
      'a\nx CANARY y\n',
      {},
      "invalid line 2 of data; it holds a canary's text, which would be in whatever its coin says: CANARY",
    ],
    ['{"text":"\\u0043ANARY"}\n', { format: 'jsonl' }, 'it holds a canary'],
    ['{"text":"a"}\n[1]\n', { format: 'jsonl' }, 'invalid line 2 of data; must be a JSON object: [1]'],
    ['{"text":"a"}\nnull\n', { format: 'jsonl' }, 'must be a JSON object'],
    ['{"text":"a"}\n{"text":\n', { format: 'jsonl' }, 'invalid line 2 of data; not JSON'],
    ['{"text":"a"}\n{"Text":"b"}\n', { format: 'jsonl' }, 'it has no field text (it has: Text)'],
    ['{"toString":"a"}\n', { format: 'jsonl', field: 'valueOf' }, 'it has no field valueOf'],
    ['{"text":["a"]}\n', { format: 'jsonl' }, 'the field text must be a text'],
    ['{"text":"a","id":"a CANARY"}\n', { format: 'jsonl' }, 'it holds a canary'],
    ['{"text":"a","meta":[{"CANARY":1}]}\n', { format: 'jsonl' }, 'it holds a canary'],
    ['a\rb\rc\r', {}, 'its lines must end in line feeds, not in carriage returns alone'],
    ['a\nb\0c\n', {}, 'invalid line 2 of data; must be text in UTF-8'],
  ] as const)('%j', async (text, how, message) => {
    await expect(survey(text, 5, ['CANARY'], how)).rejects.toThrow(message);
  });

  test('that is not UTF-8, or has no lines', async () => {
    async function* latin() {
      yield Buffer.from('caf\u00e9\n', 'latin1');
    }
    await expect(surveyData(latin(), READING, textFinder(['CANARY']))).rejects.toThrow(
      'must be text in UTF-8',
    );
    async function* endless() {
      for (let i = 0; i < 70; i++) yield Buffer.alloc(1 << 20, 'a');
    }
    await expect(surveyData(endless(), READING, textFinder(['CANARY']))).rejects.toThrow(
      'a line must have at most',
    );
  });

  test('not for a number in another field, nor for empty lines', async () => {
    const text = '\ufeff{"id":7,"text":"a"}\r\n\r\n{"text":"b"}';
    expect(await survey(text, 3, ['CANARY'], { format: 'jsonl' })).toEqual({
      lines: 3,
      lineEnd: '\r\n',
      otherFields: ['id'],
    });
  });
});
