import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onerun } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { often } from '../../support/thorough.ts';

const characters = ['a', 'b', 'c', '\u00e9', '\u4e2d', '\u{1f600}', '"', '\\'];
const word = fc
  .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 3 })
  .map((all) => all.join(''));
const content = fc
  .array(fc.constantFrom(...characters, ' ', '\t'), { maxLength: 12 })
  .map((all) => all.join(''));

const setting = fc.record({
  words: fc.uniqueArray(word, { minLength: 8, maxLength: 20 }),
  lines: fc.array(content, { minLength: 1, maxLength: 12 }),
  jsonl: fc.boolean(),
  gzip: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  ended: fc.boolean(),
  game: fc.constantFrom([], ['-k', '3'], ['--candidates', '2']),
  template: fc.constantFrom([], ['--template', 'My code is {}.'], ['--template', 'x{}', '--template', '{}y']),
  m: fc.integer({ min: 1, max: 12 }),
  seed: fc.nat(),
});

const folder = temporaryFolder();

test('whatever the data set: what is in stands there once, what is out nowhere, and the rest is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(setting, async ({ words, lines, jsonl, gzip, end, mark, ended, ...rest }) => {
      const where = mkdtempSync(join(folder, 'run-'));
      const at = (name: string) => join(where, name);
      const records = jsonl ? lines.map((text, i) => JSON.stringify({ i, text })) : [...lines, 'end'];
      // Where no line of the data set ends, lines end as on most systems.
      const lineEnd = records.length > 1 || ended ? end : '\n';
      const text = mark + records.join(end) + (ended ? end : '');
      const name = `data.${jsonl ? 'jsonl' : 'txt'}${gzip ? '.gz' : ''}`;
      writeFileSync(at(name), gzip ? gzipSync(text) : text);
      writeFileSync(at('words.txt'), words.join('\r\n'));
      const { code, err } = await onerun(
        [
          ...['canaries', '--text', '-m', String(rest.m), '--vocabulary', 'words.txt', '--length', '6'],
          ...[
            '--insert-into',
            name,
            '--out',
            'c.csv',
            '--seed',
            String(rest.seed),
            ...rest.game,
            ...rest.template,
          ],
        ],
        where,
      );
      expect(err).toBe('');
      expect(code).toBe(0);
      const read = (file: string) => readFileSync(at(file), 'utf8').trimEnd().split('\n');
      const out = readFileSync(at(name.replace('data', 'data.canaries')));
      const result = (gzip ? gunzipSync(out) : out).toString('utf8');
      const coins = read('c.csv').map((row) => Number(row.split(',')[1]));
      const found = (jsonl ? result.replace('\ufeff', '') : result).split(/\r?\n/).flatMap((row) => {
        if (!jsonl) return [row];
        return row === '' ? [] : [JSON.parse(row).text as string];
      });
      let without = result;
      let inserted = 0;
      read('c.csv.texts.jsonl').forEach((row, i) => {
        const { id, text: own, candidates } = JSON.parse(row);
        expect(id).toBe(String(i));
        const all: string[] = candidates ?? [own];
        all.forEach((candidate, j) => {
          const isIn = candidates === undefined ? coins[i + 1] === 1 : coins[i + 1] === j;
          const holding = found.filter((each) => each.includes(candidate)).length;
          expect(holding, candidate).toBe(isIn ? 1 : 0);
          if (!isIn) return;
          inserted++;
          const line = jsonl ? JSON.stringify({ text: candidate }) : candidate;
          // The line goes with the end before it where there is none behind it.
          const behind = without.replace(`${line}${lineEnd}`, () => '');
          without = behind === without ? without.replace(`${lineEnd}${line}`, () => '') : behind;
        });
      });
      expect(found.filter((each) => each !== '' || jsonl).length).toBeGreaterThanOrEqual(inserted);
      expect(without).toBe(text);
    }),
    { seed: 1, numRuns: often(100, 12) },
  );
});
