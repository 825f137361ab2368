import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { auditSchema } from '../../src/forms/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const HALF = join(examples, 'half-noise.csv');
const SOUND = join(examples, 'sound.csv');
const CLAIM = ['--claim', 'gaussian(sigma=1)'];

describe('onerun audit', () => {
  test('refutes half the noise with exit code 1, and leaves the right noise alone', async () => {
    const broken = await onerun(['audit', HALF, ...CLAIM]);
    expect(broken).toMatchObject({ code: 1, err: '' });
    expect(broken.out).toContain('REFUTED: gaussian(sigma=1) does not hold');
    const sound = await onerun(['audit', SOUND, ...CLAIM, '--details']);
    expect(sound).toMatchObject({ code: 0, err: '' });
    expect(sound.out).toContain('Checks');
  });

  test('speaks JSON of a published form', async () => {
    for (const args of [
      [HALF, ...CLAIM],
      [SOUND],
      [join(examples, 'reconstruction.csv'), ...CLAIM],
      [SOUND, '--guesses', '50,100', ...CLAIM],
    ]) {
      const { out } = await onerun(['audit', ...args, '--json']);
      expect(auditSchema.safeParse(JSON.parse(out)).error).toBeUndefined();
    }
  });

  test('writes a report and plots, whole', async () => {
    const out = temporaryFolder();
    const { code } = await onerun([
      'audit',
      HALF,
      ...CLAIM,
      '--report',
      join(out, 'r.html'),
      '--plots',
      join(out, 'plots'),
    ]);
    expect(code).toBe(1);
    expect(readFileSync(join(out, 'r.html'), 'utf8')).toMatch(
      /^<!doctype html>[\s\S]*REFUTED[\s\S]*<\/html>\s*$/i,
    );
    expect(readdirSync(join(out, 'plots')).sort()).toEqual([
      'bounds.png',
      'bounds.svg',
      'roc-log.png',
      'roc-log.svg',
      'roc.png',
      'roc.svg',
      'scores.png',
      'scores.svg',
    ]);
    expect(readdirSync(out).sort()).toEqual(['plots', 'r.html']);
  });

  test('reads standard input, gzip, and scores apart from the assignment', async () => {
    const rows = readFileSync(HALF, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    const scores = temporaryFile('scores.csv', `${rows.map(([id, score]) => `${id},${score}`).join('\n')}\n`);
    const assignment = temporaryFile(
      'canaries.csv',
      `${rows
        .map(([id, , included]) => `${id},${included}`)
        .reverse()
        .join('\n')
        .replace(/^(.*)$/s, (text) => `id,included\n${text.replace(/\nid,included$/, '')}`)}\n`,
    );
    const json = async (args: string[]) => {
      const {
        inputs: _,
        provenance: __,
        ...rest
      } = JSON.parse((await onerun(['audit', ...args, ...CLAIM, '--json'])).out);
      return rest;
    };
    const plain = await json([HALF]);
    expect(await json([temporaryFile('half.csv.gz', gzipSync(readFileSync(HALF)))])).toEqual(plain);
    expect(await json([scores, '--assignment', assignment])).toEqual(plain);
  });

  test('a run folder needs no further options', async () => {
    const run = temporaryFolder();
    writeFileSync(join(run, 'scores.csv'), readFileSync(HALF));
    const manifest = {
      schema: 'onerun-run/1',
      claim: 'gaussian(sigma=1)',
      scores: 'scores.csv',
      guesses: [216],
    };
    writeFileSync(join(run, 'manifest.json'), JSON.stringify(manifest));
    expect((await onerun(['audit', run])).code).toBe(1);
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, tau: 0.001 }));
    expect((await onerun(['audit', run])).code).toBe(0);
    expect((await onerun(['audit', run, '--confidence', '0.95'])).code).toBe(1);
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, guess: 3 }));
    expect(await onerun(['audit', run])).toMatchObject({
      code: 2,
      err: expect.stringContaining('invalid manifest'),
    });
    expect(await onerun(['audit', temporaryFolder()])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'is a folder without a manifest.json, and so no run folder: name a score file, or hand the folder to onerun audit-all',
      ),
    });
  });

  test('demands power where it is asked to', async () => {
    expect((await onerun(['audit', SOUND, ...CLAIM, '--require-power', '0.9'])).code).toBe(0);
    const few = temporaryFile('few.csv', readFileSync(SOUND, 'utf8').split('\n').slice(0, 31).join('\n'));
    expect(await onerun(['audit', few, ...CLAIM, '--require-power', '0.9', '--details'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('this attack would have found'),
      err: expect.stringMatching(/^too little power on .*less than the required 0\.9\n$/),
    });
  });

  test('several files are several runs, with a threshold fixed in advance', async () => {
    expect(await onerun(['audit', SOUND, HALF, '--guesses', '100'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--at-least'),
    });
    expect(
      await onerun(['audit', HALF, HALF, '--guesses', '100', '--at-least', '97', ...CLAIM]),
    ).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('one run counted twice proves nothing more'),
    });
    const files = ['a', 'b', 'c'].map((seed) => {
      const random = createRandom(seed);
      const rows = Array.from({ length: 1000 }, (_, i) => {
        const bit = random.coin();
        return `${i},${bit + 0.5 * random.normal()},${bit}`;
      });
      return temporaryFile(`${seed}.csv`, `id,score,included\n${rows.join('\n')}\n`);
    });
    const { code, out } = await onerun([
      'audit',
      ...files,
      '--guesses',
      '100',
      '--at-least',
      '97',
      ...CLAIM,
      '--json',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(out).observations).toHaveLength(3);
  });

  test.each([
    ['empty file', '', 'empty'],
    ['header only', 'id,score,included\n', 'row'],
    ['missing column', 'id,score\n1,2\n', 'included'],
    ['NaN', 'score,included\nNaN,1\n1,0\n', 'row 1'],
    ['infinite', 'score,included\n1,0\nInfinity,1\n', 'row 2'],
    ['included not 0/1', 'score,included\n1,2\n', 'row 1'],
    ['doubled id', 'id,score,included\na,1,1\na,2,0\n', 'a'],
  ])('%s: one sentence, exit code 2, nothing left behind', async (_, content, word) => {
    const path = temporaryFile('bad.csv', content);
    const report = join(temporaryFolder(), 'r.html');
    const { code, out, err } = await onerun(['audit', path, ...CLAIM, '--report', report]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(word);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(report)).toBe(false);
  });

  test.each([
    ['all in', 'score,included\n1,1\n2,1\n', 'are in'],
    ['unfair', `score,included\n${'1,1\n'.repeat(900)}${'0,0\n'.repeat(100)}`, 'fair draws do not produce'],
    [
      'reversed',
      readFileSync(HALF, 'utf8').replace(/^(\d+),(-?)/gm, (_, id, sign) => `${id},${sign === '' ? '-' : ''}`),
      'the scores seem to point the other way',
    ],
  ])('%s: no verdict, exit code 2, and yet JSON and a report', async (_, content, word) => {
    const path = temporaryFile('bad.csv', content);
    const report = join(temporaryFolder(), 'r.html');
    const { code, out, err } = await onerun(['audit', path, ...CLAIM, '--report', report, '--json']);
    expect(code).toBe(2);
    const found = JSON.parse(out);
    expect(auditSchema.safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({ outcome: 'no-verdict', refuted: null, tests: [], results: [] });
    expect(err).toMatch(/^no verdict on .*\n$/);
    expect(err).toContain(word);
    expect(readFileSync(report, 'utf8')).toContain('NO VERDICT');
  });

  test.each([
    [['missing.csv'], 'there is no such file'],
    [[HALF, '--guesses', '2000'], 'invalid guesses'],
    [[HALF, '--report', '/no/such/folder/r.html', '--claim', 'gaussian(sigma=1)'], 'cannot write'],
    [[HALF, '--in', HALF], '--in and --out go together'],
    [[], 'no scores'],
    [[HALF, '--options', '5'], 'half-noise.csv holds membership scores, which have 2: 5'],
    [[HALF, '--sides', 'top'], 'sides'],
    [[HALF, '--commitment', HALF], '--commitment needs --assignment'],
  ])('%j: refused', async (args, word) => {
    expect(await onerun(['audit', ...args])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(word),
    });
  });
});
