import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canaryTextSchema, commitmentSchema } from '../../../src/cli/schemas/documents.ts';
import { drawFromSeed } from '../../../src/games/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';
import { onerun } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const WORDS = Array.from({ length: 40 }, (_, i) => `w${i}`);

/** A folder with a vocabulary, and what runs and reads there. */
function workplace(words = `${WORDS.join('\n')}\n`) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'words.txt'), words);
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

const FROM_WORDS = ['--vocabulary', 'words.txt'];
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
  test('draws different texts and who is in', async () => {
    const { draw, text, files, at } = workplace();
    const { code, out } = await draw(...FROM_WORDS, '--template', 'My code is {}', '--seed', '3');
    expect(code).toBe(0);
    expect(files()).toEqual(['c.csv', 'c.csv.commitment.json', 'c.csv.texts.jsonl', 'words.txt']);
    const texts = rowsOf(text('c.csv.texts.jsonl'));
    const coins = coinsOf(text('c.csv'));
    for (const row of texts) {
      expect(canaryTextSchema.safeParse(row).success).toBe(true);
      expect(row.text).toMatch(/^My code is w\d+( w\d+){7}$/);
    }
    expect(texts.map(({ id }) => id)).toEqual(coins.map((_, i) => String(i)));
    expect(new Set(texts.map((row) => row.text)).size).toBe(20);
    expect(out).toContain(`${coins.reduce((a, b) => a + b)} are in. All texts differ. Each has 42.5 bits`);
    for (const file of ['c.csv', 'c.csv.commitment.json'])
      expect(statSync(at(file)).mode & 0o777, file).toBe(0o600);
  });

  test('one of several candidates', async () => {
    const { draw, text } = workplace();
    const { code, out } = await draw('--candidates', '2', '--length', '9');
    expect(code).toBe(0);
    expect(out).toContain('20 sets of 2 candidate texts');
    expect(text('c.csv')).toMatch(/^id,truth\n0,[01]\n/);
    for (const { candidates } of rowsOf(text('c.csv.texts.jsonl'))) {
      expect(candidates).toHaveLength(2);
      for (const candidate of candidates) expect(candidate).toMatch(/^[a-z0-9]{9}$/);
    }
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
    for (const { draw } of [a, b]) await draw(...FROM_WORDS, '--seed', 'x');
    for (const file of a.files()) expect(a.text(file), file).toBe(b.text(file));
    expect(coinsOf(a.text('c.csv'))).toEqual([...drawFromSeed(20, 2, createRandom('x'))]);
    const fresh = workplace();
    await fresh.draw(...FROM_WORDS);
    await a.draw(...FROM_WORDS, '--force');
    for (const file of ['c.csv', 'c.csv.texts.jsonl', 'c.csv.commitment.json'])
      expect(a.text(file)).not.toBe(fresh.text(file));
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

  test('a vocabulary may have a byte order mark, carriage returns, blank lines and words twice', async () => {
    const { draw, text } = workplace('\ufeffeins\r\n\r\n zwei \r\neins\r\n\u4e09');
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
    ['--vocabulary missing.txt', 'cannot read missing.txt: '],
    ['--vocabulary words.txt --length 0', 'invalid length; must be a whole number from 1 to 10000: 0'],
    ['--vocabulary words.txt --length 1 -k 3', 'invalid canaries; 60 different texts are needed'],
    ['--vocabulary notes.txt', 'line 1 must be one word, without spaces or control characters: two words'],
    ['--vocabulary empty.txt', 'must have at least 2 different words: 0'],
    ['--vocabulary latin.txt', 'must be text in UTF-8'],
    ['--template code', 'invalid template; must have {} once, where the random words go: code'],
    ['--candidates 3 -k 3', '--options and --candidates say the same: give one'],
    ['--candidates 1', 'invalid candidates; must be a whole number from 2'],
    ['-k 100000', 'all their candidates must be at most 1000000 texts: 2000000'],
  ])('%s', async (line, message) => {
    const { draw, at, files } = workplace();
    writeFileSync(at('notes.txt'), 'two words\n');
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
    for (const option of ['--vocabulary', '--template', '--length'])
      expect((await run('canaries', '-m', '9', '--out', 'c.csv', option, '1')).err).toBe(
        `${option} goes with --text\n`,
      );
    await draw();
    const before = text('c.csv.texts.jsonl');
    expect((await draw()).err).toContain('exists and is not replaced');
    expect(text('c.csv.texts.jsonl')).toBe(before);
  });
});
