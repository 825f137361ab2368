import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScores } from '../../src/io/index.ts';
import { inPieces, text } from './files.ts';

const expected = { kind: 'membership', scores: Float64Array.of(0.5, -2), included: Uint8Array.of(1, 0) };

const dialects: Record<string, string> = {
  'a byte order mark': '\ufeffscore,included\n0.5,1\n-2,0\n',
  'Windows line ends': 'score,included\r\n0.5,1\r\n-2,0\r\n',
  'no last line end': 'score,included\n0.5,1\n-2,0',
  'blank lines': '\n\nscore,included\n\n0.5,1\r\n   \n-2,0\n\n',
  'spaces around fields': ' score , included\n 0.5 ,\t1\n-2 , 0 \n',
  quotes: '"score","included","a ""note"", with commas"\n"0.5","1","two\nlines"\n"-2",0,""\n',
  'tabs and a comma inside': 'score\tincluded\tnote\n0.5\t1\ta,b\n-2\t0\tc\n',
};

for (const [what, content] of Object.entries(dialects))
  test(`a file with ${what} is read, wherever the pieces are cut`, async () => {
    expect(await readScores(text(content))).toEqual(expected);
    for (const size of [1, 2, 3, 7])
      expect(await readScores(inPieces(text(content), size))).toEqual(expected);
  });

test('a name that ends in .tsv settles a header with tabs and commas', async () => {
  const content = 'score\tincluded\t"a,b"\n0.5\t1\tx\n-2\t0\ty\n';
  expect(await readScores(text(content, 'scores.tsv'))).toEqual(expected);
});

/** Quoted where it must be, or at random. */
const field = fc.tuple(
  fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é'), maxLength: 6 }),
  fc.boolean(),
);

test('quoted fields come through: ids that differ are taken as different, equal ones as doubled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(field, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      async (fields, size) => {
        const ids = fields.map(([id]) => `_${id}_`);
        const rows = fields.map(([id, quote], i) =>
          quote || /[",\n\r]/.test(id)
            ? `"_${id.replaceAll('"', '""')}_",${i},${i % 2}`
            : `_${id}_,${i},${i % 2}`,
        );
        const source = inPieces(text(`id,score,included\n${rows.join('\n')}\n`), size);
        const firstTwice = ids.findIndex((id, i) => ids.indexOf(id) < i);
        if (firstTwice < 0) expect((await readScores(source)).kind).toBe('membership');
        else
          await expect(readScores(source)).rejects.toThrow(
            `doubled id in scores.csv, row ${firstTwice + 1},`,
          );
      },
    ),
    { seed: 6, numRuns: 300 },
  );
});

test('numbers are bit for bit what Number(text) gives', async () => {
  const doubles = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -10, max: 10, noNaN: true }),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(0, -0, 5e-324, Number.MAX_VALUE, 2 ** 53, 2 ** 53 - 1, 0.1, 1e22, 1e23),
  );
  const notation = fc.oneof(
    fc.constant((x: number) => (Object.is(x, -0) ? '-0' : String(x))),
    fc.integer({ min: 0, max: 30 }).map((d) => (x: number) => x.toFixed(d)),
    fc.integer({ min: 0, max: 30 }).map((d) => (x: number) => x.toExponential(d)),
    fc.integer({ min: 1, max: 30 }).map((d) => (x: number) => x.toPrecision(d).replace('e', 'E')),
    fc.constant((x: number) => (x >= 0 ? `+0${x}` : String(x))),
  );
  const digits = fc.tuple(
    fc.constantFrom('', '-', '+'),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 22 }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 22 }),
    fc.option(fc.integer({ min: -340, max: 280 })),
  );
  const written = fc.oneof(
    fc.tuple(doubles, notation).map(([x, write]) => write(x)),
    digits.map(
      ([sign, a, b, e]) => `${sign}${a || (b ? '' : '0')}${b ? `.${b}` : ''}${e === null ? '' : `e${e}`}`,
    ),
  );
  // Digits alone that stand for more than 2^53 are refused.
  const exact = (t: string) =>
    !/^[+-]?\d+$/.test(t) || Math.abs(Number(t)) < 2 ** 53 || BigInt(t) === 2n ** 53n;
  const texts = fc
    .sample(written, { seed: 7, numRuns: 60_000 })
    .filter((t) => Number.isFinite(Number(t)) && exact(t));
  const read = await readScores(text(`score,included\n${texts.map((t) => `${t},1\n`).join('')}`));
  if (read.kind !== 'membership') throw new Error('not membership');
  const wrong = texts.filter((t, i) => !Object.is(read.scores[i], Number(t)));
  expect(wrong).toEqual([]);
  expect(read.scores.length).toBe(texts.length);
});

test('what is not a decimal number is refused, whatever Number() makes of it', async () => {
  for (const bad of [
    '',
    ' ',
    '.',
    '-',
    '+-1',
    '1e',
    '1e+',
    'e5',
    '1.2.3',
    '0x10',
    '1_000',
    'Infinity',
    'NaN',
    'nan',
    'inf',
    '1e999',
    '1,5',
    'abc',
    '1 2',
    '１',
  ])
    await expect(readScores(text(`included\tscore\n1\t${bad}\n`)), bad).rejects.toThrow(
      "invalid score in scores.csv, row 1, column 'score'; must be a finite number",
    );
});
