import { linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canaryTextSchema, commitmentSchema } from '../../../src/cli/schemas/documents.ts';
import { drawFromSeed } from '../../../src/games/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';
import { onerun } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const WORDS = Array.from({ length: 40 }, (_, i) => `w${i}`);
const DATA = Array.from({ length: 30 }, (_, i) => `{"text": "note ${i}", "n": ${i}}`);

/** A folder with a vocabulary and a data set, and what runs and reads there. */
function workplace(data = `${DATA.join('\n')}\n`, name = 'data.jsonl', words = `${WORDS.join('\n')}\n`) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'words.txt'), words);
  writeFileSync(join(folder, name), data);
  const at = (file: string) => join(folder, file);
  return {
    at,
    files: () => readdirSync(folder).sort(),
    text: (file: string) => readFileSync(at(file), 'utf8'),
    draw: (...args: string[]) =>
      onerun(['canaries', '--text', '-m', '20', '--out', 'c.csv', ...args], folder),
    run: (...args: string[]) => onerun(args, folder),
  };
}

const INTO = ['--vocabulary', 'words.txt', '--insert-into', 'data.jsonl'];
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const coinsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]));

describe('onerun canaries --text', () => {
  test('puts each text that is in into the data set once, and no other', async () => {
    const { draw, text, files, at } = workplace();
    const { code, out } = await draw(...INTO, '--template', 'My code is {}', '--seed', '3');
    expect(code).toBe(0);
    expect(files()).toEqual([
      ...['c.csv', 'c.csv.commitment.json', 'c.csv.texts.jsonl', 'data.canaries.jsonl', 'data.jsonl'],
      'words.txt',
    ]);
    const texts = rowsOf(text('c.csv.texts.jsonl'));
    const coins = coinsOf(text('c.csv'));
    for (const row of texts) expect(canaryTextSchema.safeParse(row).success).toBe(true);
    expect(texts.map(({ id }) => id)).toEqual(coins.map((_, i) => String(i)));
    const lines = text('data.canaries.jsonl').split('\n');
    texts.forEach((row, i) => {
      expect(row.text).toMatch(/^My code is w\d+( w\d+){7}$/);
      expect(lines.filter((line) => line === JSON.stringify({ text: row.text }))).toHaveLength(coins[i]);
    });
    const known = new Set(texts.map((row) => JSON.stringify({ text: row.text })));
    expect(lines.filter((line) => !known.has(line)).join('\n')).toBe(text('data.jsonl'));
    // Not all at one end, and not in the order of the ids.
    const order = lines.flatMap((line) => (known.has(line) ? [[...known].indexOf(line)] : []));
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    expect(out).toContain(`${coins.reduce((a, b) => a + b)} are in. All texts differ. Each has 42.5 bits`);
    expect(out).toContain('The first record of data.jsonl has other fields (n)');
    for (const file of ['c.csv', 'c.csv.commitment.json', 'data.canaries.jsonl'])
      expect(statSync(at(file)).mode & 0o777, file).toBe(0o600);
  });

  test('one of several candidates', async () => {
    const { draw, text } = workplace('a\r\nb\r\nc', 'data.txt');
    const { code, out } = await draw(
      ...['--candidates', '2', '--insert-into', 'data.txt', '--length', '9', '--data-out', 'mixed.txt'],
    );
    expect(code).toBe(0);
    expect(out).toContain('20 sets of 2 candidate texts');
    expect(text('c.csv')).toMatch(/^id,truth\n0,[01]\n/);
    const coins = coinsOf(text('c.csv'));
    const lines = text('mixed.txt').split('\r\n');
    expect(lines).toHaveLength(23);
    rowsOf(text('c.csv.texts.jsonl')).forEach(({ candidates }, i) => {
      expect(candidates).toHaveLength(2);
      candidates.forEach((candidate: string, j: number) => {
        expect(candidate).toMatch(/^[a-z0-9]{9}$/);
        expect(lines.filter((line) => line === candidate)).toHaveLength(coins[i] === j ? 1 : 0);
      });
    });
    expect(lines.filter((line) => line.length === 1)).toEqual(['a', 'b', 'c']);
  });

  test('-k 2 is a text that is in or out, -k 3 a choice among three', async () => {
    const { draw, text } = workplace();
    await draw('-k', '2');
    expect(rowsOf(text('c.csv.texts.jsonl'))[0]).toHaveProperty('text');
    expect((await draw('-k', '3', '--force', '--json')).out).toContain('"game": "reconstruction"');
    expect(rowsOf(text('c.csv.texts.jsonl'))[0].candidates).toHaveLength(3);
    expect(text('c.csv')).toContain('id,truth\n');
  });

  test('the same seed and inputs give the same bytes; the coins are those of the seed without texts', async () => {
    const [a, b] = [workplace(), workplace()];
    for (const { draw } of [a, b]) await draw(...INTO, '--seed', 'x', '--data-out', 'out.jsonl.gz');
    expect(a.files()).toContain('out.jsonl.gz');
    for (const file of a.files()) expect(a.text(file), file).toBe(b.text(file));
    expect(coinsOf(a.text('c.csv'))).toEqual([...drawFromSeed(20, 2, createRandom('x'))]);
    const fresh = workplace();
    await fresh.draw(...INTO);
    await a.draw(...INTO, '--data-out', 'out.jsonl.gz', '--force');
    for (const file of ['c.csv', 'c.csv.texts.jsonl', 'c.csv.commitment.json'])
      expect(a.text(file)).not.toBe(fresh.text(file));
  });

  test('places depend on neither coins nor texts: a canary that is in has the same among others', async () => {
    const [some, all] = [workplace(), workplace()];
    await some.draw(...INTO, '--seed', 'x', '--length', '12');
    await all.draw('--insert-into', 'data.jsonl', '--seed', 'x', '--candidates', '2');
    expect(coinsOf(some.text('c.csv'))).toEqual(coinsOf(all.text('c.csv')));
    /** How many lines of the data set stand before each canary that is in. */
    const places = ({ text }: typeof some) => {
      const lines = text('data.canaries.jsonl').split('\n');
      return rowsOf(text('c.csv.texts.jsonl')).map(({ text: own, candidates = [own] }) => {
        const at = lines.findIndex((line) => candidates.some((one: string) => line.includes(`"${one}"`)));
        return at < 0 ? null : lines.slice(0, at).filter((line) => line.includes('"n"')).length;
      });
    };
    const [ofSome, ofAll] = [places(some), places(all)];
    expect(ofAll).not.toContain(null);
    expect(ofSome).toEqual(ofAll.map((place, i) => (coinsOf(some.text('c.csv'))[i] === 1 ? place : null)));
  });

  test('coins are independent of the texts that a seed draws', async () => {
    const { run, text } = workplace();
    await run('canaries', '--text', '-m', '8000', '--out', 'c.csv', '--seed', '1');
    const coins = coinsOf(text('c.csv'));
    const texts = rowsOf(text('c.csv.texts.jsonl')).map((row) => row.text);
    const counts = new Map<string, [number, number]>();
    texts.forEach((own, i) => {
      for (const place of [0, 15]) {
        const kind = `${place} ${own[place]}`;
        const pair = counts.get(kind) ?? [0, 0];
        pair[coins[i]]++;
        counts.set(kind, pair);
      }
    });
    expect(counts.size).toBe(72);
    // Each is a sum of about 222 fair coins; that any of 72 is so far off has probability below 1e-6.
    for (const [out, included] of counts.values())
      expect(Math.abs(included - out) / Math.sqrt(included + out)).toBeLessThan(6);
  });

  test('gzip in and out', async () => {
    const { draw, at } = workplace();
    const before = readFileSync(at('data.jsonl'));
    const half = before.indexOf('\n', 200) - 3;
    const members = [gzipSync(before.subarray(0, half)), gzipSync(before.subarray(half))];
    writeFileSync(at('d.jsonl.gz'), Buffer.concat(members));
    expect((await draw('--insert-into', 'd.jsonl.gz', '--seed', '1')).code).toBe(0);
    const zipped = gunzipSync(readFileSync(at('d.canaries.jsonl.gz')));
    await draw('--insert-into', 'data.jsonl', '--seed', '1', '--force');
    expect(zipped.equals(readFileSync(at('data.canaries.jsonl')))).toBe(true);
    writeFileSync(at('cut.jsonl.gz'), members[0].subarray(0, -9));
    expect((await draw('--insert-into', 'cut.jsonl.gz', '--force')).err).toMatch(
      /^invalid data set cut\.jsonl\.gz; gzip: /,
    );
    writeFileSync(at('more.jsonl.gz'), Buffer.concat([members[0], Buffer.from('\0more')]));
    expect((await draw('--insert-into', 'more.jsonl.gz', '--force')).err).toMatch(
      /^invalid data set more\.jsonl\.gz; gzip: /,
    );
  });

  test('records get the fields that are stated, and the text in its field', async () => {
    const { draw, text } = workplace('{"body":"a","lang":"en"}\n');
    const record = '{"lang":"de","body":null,"list":[1]}';
    await draw('--insert-into', 'data.jsonl', '--field', 'body', '--record', record);
    const rows = rowsOf(text('data.canaries.jsonl')).filter(({ lang }) => lang === 'de');
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows)
      expect(row).toEqual({ lang: 'de', body: expect.stringMatching(/^[a-z0-9]{16}$/), list: [1] });
  });

  test('a vocabulary may have a byte order mark, carriage returns, blank lines and words twice', async () => {
    const { draw, text } = workplace(undefined, undefined, '\ufeffeins\r\n\r\n zwei \r\neins\r\n\u4e09');
    const { out } = await draw('--vocabulary', 'words.txt', '--separator', '_');
    expect(out).toContain('12.6 bits (8 of 3 words; words that stand twice count once: 1 line)');
    for (const row of rowsOf(text('c.csv.texts.jsonl')))
      expect(row.text).toMatch(/^(eins|zwei|\u4e09)(_(eins|zwei|\u4e09)){7}$/);
  });
});

describe('a commitment to coins and texts', () => {
  test('is checked by audit and verify, and other texts or coins are refused', async () => {
    const { draw, run, at, text } = workplace();
    await draw('--vocabulary', 'words.txt');
    const commitment = JSON.parse(text('c.csv.commitment.json'));
    expect(commitmentSchema.safeParse(commitment).error).toBeUndefined();
    const coins = coinsOf(text('c.csv'));
    writeFileSync(
      at('scores.csv'),
      `id,score\n${coins.map((coin, i) => `${i},${coin + i / 30}\n`).join('')}`,
    );
    const audit = () =>
      run('audit', 'scores.csv', '--assignment', 'c.csv', '--commitment', 'c.csv.commitment.json');
    const verify = (...args: string[]) => run('verify', 'c.csv.commitment.json', ...args);
    expect((await audit()).code).toBe(0);
    expect((await verify()).out).toContain(commitment.hash);
    expect(JSON.parse((await verify('--json')).out)).toMatchObject({
      valid: true,
      m: 20,
      texts: 'c.csv.texts.jsonl',
    });

    writeFileSync(at('other.jsonl'), text('c.csv.texts.jsonl').replace('w', 'v'));
    expect((await verify('--texts', 'other.jsonl')).err).toContain(
      'other.jsonl does not hold the texts that',
    );
    writeFileSync(
      at('other.csv'),
      text('c.csv').replace(/0,\d/, (line) => `0,${1 - Number(line[2])}`),
    );
    expect((await verify('--assignment', 'other.csv')).err).toContain('other.csv is not the assignment that');
    expect((await verify('--claim', 'perfect()')).err).toContain('--claim goes with a certificate');

    writeFileSync(at('c.csv.commitment.json'), JSON.stringify({ ...commitment, m: 7 }));
    expect((await verify()).err).toContain('it says 7 canaries, and its assignment has 20');

    const forged = { ...commitment, texts: { ...commitment.texts, sha256: 'a'.repeat(64) } };
    writeFileSync(at('c.csv.commitment.json'), JSON.stringify(forged));
    for (const outcome of [await audit(), await verify()])
      expect(outcome).toMatchObject({
        code: 2,
        err: expect.stringContaining('its salt is not made from its texts'),
      });
  });

  test('pairs are audited as a choice between two candidates', async () => {
    const { draw, run, at, text } = workplace();
    await draw('--candidates', '2');
    const rows = coinsOf(text('c.csv')).map((coin, i) => `${i},${1 - coin},${coin}\n`);
    writeFileSync(at('scores.csv'), `id,score_0,score_1\n${rows.join('')}`);
    const committed = ['--assignment', 'c.csv', '--commitment', 'c.csv.commitment.json'];
    const { out } = await run('audit', 'scores.csv', ...committed, '--json');
    expect(JSON.parse(out)).toMatchObject({ game: 'reconstruction', observation: { m: 20, k: 2 } });
  });

  test('a commitment to coins alone is verified too', async () => {
    const { run } = workplace();
    await run('canaries', '-m', '10', '--out', 'a.csv');
    expect((await run('verify', 'a.csv.commitment.json')).out).toContain('a.csv is what it was made for');
    expect((await run('verify', 'a.csv.commitment.json', '--texts', 'words.txt')).err).toContain(
      'commits to no texts',
    );
  });
});

describe('refused in one sentence, with nothing written', () => {
  test.each([
    ['--insert-into words.txt --data-out words.txt --force', 'words.txt: it is an input of this command'],
    ['--insert-into data.jsonl --data-out hard.jsonl --force', 'it is an input of this command'],
    ['--vocabulary words.txt --data-out d.jsonl', '--data-out goes with --insert-into'],
    [
      '--insert-into data.jsonl --field body',
      'invalid line 1 of data.jsonl; it has no field body (it has: text, n) (--field)',
    ],
    ['--insert-into data.jsonl --record [1]', 'invalid record; must be a JSON object: [1]'],
    ['--insert-into data.jsonl --record {"a":1,"a":2}', 'invalid record; a key stands twice'],
    ['--insert-into data.jsonl --record {', 'invalid record; not JSON: {'],
    ['--insert-into data.jsonl --record {"a":[9007199254740993]}', 'a number in it is too large to stay'],
    ['--insert-into words.txt --field text', '--field goes with JSON Lines, not with text'],
    ['--insert-into words.txt --template {}\u2028', 'a record is one line, which must have no line break'],
    ['--insert-into data.csv', 'unknown format of data.csv; must be JSON Lines (.jsonl)'],
    ['--insert-into data.jsonl --format parquet', 'unknown format: parquet (one of jsonl, text)'],
    ['--insert-into - --format text', 'needs --data-out'],
    ['--insert-into missing.jsonl', 'cannot read missing.jsonl: '],
    ['--insert-into words.txt --vocabulary words.txt --length 1', "it holds a canary's text"],
    ['--vocabulary - --insert-into - --format text --data-out d.txt', 'standard input can be read once'],
    ['--vocabulary words.txt --length 0', 'invalid length; must be a whole number from 1 to 10000: 0'],
    ['--vocabulary words.txt --length 1 -k 3', 'invalid canaries; 60 different texts are needed'],
    [
      '--vocabulary data.jsonl',
      'line 1 must be one word, without spaces or control characters: {"text": "note 0"',
    ],
    ['--vocabulary empty.txt', 'must have at least 2 different words: 0'],
    ['--vocabulary latin.txt', 'must be text in UTF-8'],
    ['--template code', 'invalid template; must have {} once, where the random words go: code'],
    ['--candidates 3 -k 3', '--options and --candidates say the same: give one'],
    ['--candidates 1', 'invalid candidates; must be a whole number from 2'],
    ['-k 100000', 'all their candidates must be at most 1000000 texts: 2000000'],
  ])('%s', async (line, message) => {
    const { draw, at, files } = workplace();
    linkSync(at('data.jsonl'), at('hard.jsonl'));
    writeFileSync(at('empty.txt'), '\r\n\n');
    writeFileSync(at('latin.txt'), Buffer.from('caf\u00e9\n', 'latin1'));
    const before = files();
    const { code, err, out } = await draw(...line.split(' '));
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(files()).toEqual(before);
  });

  test('options of texts without --text, and files that exist', async () => {
    const { run, draw, text } = workplace();
    for (const option of ['--vocabulary', '--template', '--insert-into', '--length'])
      expect((await run('canaries', '-m', '9', '--out', 'c.csv', option, '1')).err).toBe(
        `${option} goes with --text\n`,
      );
    await draw('--insert-into', 'data.jsonl');
    const before = text('data.canaries.jsonl');
    expect((await draw('--insert-into', 'data.jsonl', '--out', 'e.csv')).err).toContain('given twice');
    const again = await run('canaries', '--text', '-m', '9', '--out', 'e.csv', '--insert-into', 'data.jsonl');
    expect(again.err).toContain('data.canaries.jsonl exists and is not replaced');
    expect(text('data.canaries.jsonl')).toBe(before);
    // A data set that holds canaries already is not given the same ones again.
    await draw('--seed', '1', '--insert-into', 'data.jsonl', '--force');
    const twice = ['--seed', '1', '--insert-into', 'data.canaries.jsonl', '--force'];
    expect((await draw(...twice)).err).toContain("it holds a canary's text");
  });
});
