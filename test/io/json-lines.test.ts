import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonRow } from '../../src/io/formats/json-row.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { text } from './files.ts';

/** How many keys there are in a value, and in the text of one: fewer are left where one stands twice. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, one) => sum + keysIn(one), own);
}
const colonsIn = (line: string) => (line.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/:/g) ?? []).length;

/** What is to be found in a line: an object whose keys stand once, or null. */
function naive(line: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(line);
    const fits = typeof value === 'object' && value !== null && !Array.isArray(value);
    return fits && keysIn(value) === colonsIn(line) ? value : null;
  } catch {
    return null;
  }
}

function scanned(row: JsonRow, line: string, names: readonly string[]): Record<string, unknown> | null {
  // What stands around the line must not matter.
  if (!row.scan(`{"a":\n${line}\n}`, 6, 6 + line.length, names)) return null;
  const result: Record<string, unknown> = Object.create(null);
  for (const [i, key] of row.keys.entries()) {
    const own = row.value(i);
    result[key] = typeof own === 'bigint' ? Number(own) : own;
  }
  return result;
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: fc.constantFrom(...'a"\\\u00e9\u0000\ud83d\ude00:,{}[]') }),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.constantFrom(null, true, false, 0, -0, 1e300, 5e-324),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '"', '\\u', '__proto__'), tie('any'), { maxKeys: 4 }),
  ),
})).any;

const spaced = (json: string) => json.replaceAll(':', ' :\t').replaceAll(',', ' , ');

test('a row is what JSON.parse finds, whatever is changed in it', () => {
  const row = new JsonRow();
  const change = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 3 }),
    put: fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \t\u0001019.eE+-truefalsn'), maxLength: 3 }),
  });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b', 'score', 'x'), value, { maxKeys: 4 }),
      fc.array(change, { maxLength: 2 }),
      fc.boolean(),
      (object, changes, wide) => {
        let line = wide ? spaced(JSON.stringify(object)) : JSON.stringify(object);
        for (const { at, cut, put } of changes) {
          const place = at % (line.length + 1);
          line = line.slice(0, place) + put + line.slice(place + cut);
        }
        const expected = naive(line);
        for (const names of [[], Object.keys(object), ['score', 'x']]) {
          const found = scanned(row, line, names);
          if (expected === null) expect(found, line).toBeNull();
          else expect({ ...found }, line).toEqual({ ...expected });
        }
      },
    ),
    { seed: 3, numRuns: 5000 },
  );
});

test('a key that stands twice is found at any depth, in whatever spelling', () => {
  const row = new JsonRow();
  const many = Array.from({ length: 20 }, (_, i) => `"k${i}":${i}`).join();
  for (const [line, doubled] of [
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":1}', 'a'],
    ['{"a":[{"b":{"c":1,"d":2,"c":3}}]}', 'c'],
    [`{"a":{${many},"k7":1}}`, 'k7'],
    [`{${many},"k0":1}`, 'k0'],
  ]) {
    expect(row.scan(line, 0, line.length, ['a'])).toBe(false);
    expect(row.problem).toEqual({ doubled });
  }
  expect(scanned(row, '{"a":{"b":1},"b":{"a":1,"b":{"b":2}}}', [])).not.toBeNull();
});

test('whole numbers beyond 2^53 are refused as scores, and read as written as ids', async () => {
  const rule = 'must be at most 2^53 in size, beyond which numbers are rounded';
  for (const [number, taken] of [
    ['9007199254740993', false],
    ['-9007199254740993', false],
    ['100000000000000000000000', false],
    ['9007199254740992', true],
    ['1e300', true],
    ['9007199254740993.0', true],
    ['0.12345678901234567890', true],
  ] as const)
    for (const content of [
      `score,included\n${number},1\n`,
      `{"score":${number},"included":1}`,
      `{"score":"${number}","included":1}`,
    ])
      if (taken)
        expect(await readScores(text(content))).toMatchObject({ scores: Float64Array.of(Number(number)) });
      else
        await expect(readScores(text(content))).rejects.toThrow(
          `invalid score in scores.csv, row 1, column 'score'; ${rule}: ${number}`,
        );
  const ids = async (content: string) => (await readScores(text(content))).ids;
  const big = ['9007199254740993', '9007199254740992'];
  expect(await ids(big.map((id) => `{"id":${id},"score":1,"included":1}`).join('\n'))).toEqual(
    await ids(`id,score,included\n${big.map((id) => `${id},1,1\n`).join('')}`),
  );
});

test('text that is no UTF-8 is refused with its row', async () => {
  const latin = (content: string) => bytesSource('a', new Uint8Array(Buffer.from(content, 'latin1')));
  const row = '{"id":"a","score":1,"included":1}';
  for (const second of [
    '{"id":"\xe9","score":1,"included":1}',
    '{"id":"b","score":1,"included":1,"x":"\xff"}',
  ])
    await expect(readScores(latin(`${row}\n\n${second}\n`))).rejects.toThrow(
      'invalid row in a, row 2; text must be UTF-8',
    );
  await expect(readScores(latin('id,score,included\na,1,1\n\xe9,1,0\n'))).rejects.toThrow(
    "invalid id in a, row 2, column 'id'; text must be UTF-8",
  );
  expect(await readScores(latin('score,included,note\n1,1,\xe9\n'))).toBeDefined();
});
