import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  auditSchema,
  certificateSchema,
  commitmentSchema,
  manifestSchema,
  planSchema,
} from '../../src/cli/input/schemas.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const folder = () => mkdtempSync(join(tmpdir(), 'onerun-'));
const HALF = join(examples, 'half-noise.csv');
const SOUND = join(examples, 'sound.csv');
const CLAIM = ['--claim', 'gaussian(sigma=1)'];

/** Writes a file into a new folder and returns its path. */
function file(name: string, content: string | Uint8Array): string {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
}

describe('onerun audit', () => {
  test('refutes half the noise with exit code 1, and leaves the right noise alone', () => {
    const broken = onerun(['audit', HALF, ...CLAIM]);
    expect(broken).toMatchObject({ code: 1, err: '' });
    expect(broken.out).toContain('REFUTED: gaussian(sigma=1) does not hold');
    const sound = onerun(['audit', SOUND, ...CLAIM]);
    expect(sound).toMatchObject({ code: 0, err: '' });
    expect(sound.out).toContain('Checks');
  });

  test('speaks JSON of a published form', () => {
    for (const args of [
      [HALF, ...CLAIM],
      [SOUND],
      [join(examples, 'reconstruction.csv'), ...CLAIM],
      [SOUND, '--guesses', '50,100', ...CLAIM],
    ]) {
      const { out } = onerun(['audit', ...args, '--json']);
      expect(auditSchema.safeParse(JSON.parse(out)).error).toBeUndefined();
    }
  });

  test('writes a report and plots, whole', () => {
    const out = folder();
    const { code } = onerun([
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
      'budgets.png',
      'budgets.svg',
      'roc.png',
      'roc.svg',
      'scores.png',
      'scores.svg',
    ]);
    expect(readdirSync(out).sort()).toEqual(['plots', 'r.html']);
  });

  test('reads standard input, gzip, and scores apart from the assignment', () => {
    const rows = readFileSync(HALF, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    const scores = file('scores.csv', `${rows.map(([id, score]) => `${id},${score}`).join('\n')}\n`);
    const assignment = file(
      'canaries.csv',
      `${rows
        .map(([id, , included]) => `${id},${included}`)
        .reverse()
        .join('\n')
        .replace(/^(.*)$/s, (text) => `id,included\n${text.replace(/\nid,included$/, '')}`)}\n`,
    );
    const json = (args: string[]) => {
      const {
        inputs: _,
        provenance: __,
        ...rest
      } = JSON.parse(onerun(['audit', ...args, ...CLAIM, '--json']).out);
      return rest;
    };
    const plain = json([HALF]);
    expect(json([file('half.csv.gz', gzipSync(readFileSync(HALF)))])).toEqual(plain);
    expect(json([scores, '--assignment', assignment])).toEqual(plain);
  });

  test('a run directory needs no further options', () => {
    const run = folder();
    writeFileSync(join(run, 'scores.csv'), readFileSync(HALF));
    const manifest = {
      schema: 'onerun-run/1',
      claim: 'gaussian(sigma=1)',
      scores: 'scores.csv',
      guesses: [216],
    };
    writeFileSync(join(run, 'manifest.json'), JSON.stringify(manifest));
    expect(onerun(['audit', run]).code).toBe(1);
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, tau: 0.001 }));
    expect(onerun(['audit', run]).code).toBe(0);
    expect(onerun(['audit', run, '--confidence', '0.95']).code).toBe(1);
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, guess: 3 }));
    expect(onerun(['audit', run])).toMatchObject({
      code: 2,
      err: expect.stringContaining('invalid manifest'),
    });
    expect(onerun(['audit', folder()])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a directory without a manifest.json'),
    });
  });

  test('demands power where it is asked to', () => {
    expect(onerun(['audit', SOUND, ...CLAIM, '--require-power', '0.9']).code).toBe(0);
    const few = file('few.csv', readFileSync(SOUND, 'utf8').split('\n').slice(0, 31).join('\n'));
    expect(onerun(['audit', few, ...CLAIM, '--require-power', '0.9'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('No verdict: this design catches'),
      err: expect.stringMatching(/^no verdict on .*less than the required 0\.9\n$/),
    });
  });

  test('several files are several runs, with a threshold fixed in advance', () => {
    expect(onerun(['audit', SOUND, HALF, '--guesses', '100'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--at-least'),
    });
    expect(onerun(['audit', HALF, HALF, '--guesses', '100', '--at-least', '97', ...CLAIM])).toMatchObject({
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
      return file(`${seed}.csv`, `id,score,included\n${rows.join('\n')}\n`);
    });
    const { code, out } = onerun([
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
  ])('%s: one sentence, exit code 2, nothing left behind', (_, content, word) => {
    const path = file('bad.csv', content);
    const report = join(folder(), 'r.html');
    const { code, out, err } = onerun(['audit', path, ...CLAIM, '--report', report]);
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
  ])('%s: no verdict, exit code 2, and yet JSON and a report', (_, content, word) => {
    const path = file('bad.csv', content);
    const report = join(folder(), 'r.html');
    const { code, out, err } = onerun(['audit', path, ...CLAIM, '--report', report, '--json']);
    expect(code).toBe(2);
    const found = JSON.parse(out);
    expect(auditSchema.safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({ verdict: 'no-verdict', refuted: null, tests: [], results: [] });
    expect(err).toMatch(/^no verdict on .*\n$/);
    expect(err).toContain(word);
    expect(readFileSync(report, 'utf8')).toContain('No verdict');
  });

  test('what was typed must be what the plan says, or the verdict says that it is not', () => {
    const plan = join(folder(), 'plan.json');
    expect(onerun(['plan', '-m', '1000', ...CLAIM, '--out', plan]).code).toBe(0);
    expect(onerun(['audit', HALF, '--plan', plan, '--claim', 'gaussian( sigma=1.0 )']).code).toBe(1);
    expect(onerun(['audit', HALF, '--plan', plan, '--guesses', '100', '--tau', '0.1'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /typed options differ from the plan; tau 0\.1 in place of 0\.05 in the plan; guesses 100 in place of 216/,
      ),
    });
    for (const typed of [['--lower-is-in'], ['--sides', 'in'], ['-k', '3'], ['--seed', 'x']])
      expect(onerun(['audit', HALF, '--plan', plan, ...typed])).toMatchObject({
        code: 2,
        err: expect.stringContaining('typed options differ from the plan'),
      });
    const { code, out } = onerun(['audit', HALF, '--plan', plan, '--guesses', '100', '--depart-from-plan']);
    expect(code).toBe(1);
    expect(out).toMatch(/REFUTED: .* It departs from what was fixed in advance: guesses 100 in place of 216/);
  });

  test('what a manifest fixed is not replaced unseen: its plan is refused, its coins are said', () => {
    const run = folder();
    const rows = readFileSync(HALF, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    writeFileSync(
      join(run, 'scores.csv'),
      `id,score\n${rows.map(([id, score]) => `${id},${score}`).join('\n')}\n`,
    );
    const coins = `id,included\n${rows.map(([id, , included]) => `${id},${included}`).join('\n')}\n`;
    writeFileSync(join(run, 'coins.csv'), coins);
    const plan = (path: string, ...more: string[]) =>
      expect(onerun(['plan', '-m', '1000', ...CLAIM, '--out', path, ...more]).code).toBe(0);
    plan(join(run, 'plan.json'));
    const other = join(folder(), 'other.json');
    plan(other, '--guesses', '100');
    const manifest = {
      schema: 'onerun-run/1',
      scores: 'scores.csv',
      assignment: 'coins.csv',
      plan: 'plan.json',
    };
    writeFileSync(join(run, 'manifest.json'), JSON.stringify(manifest));
    expect(onerun(['audit', run, '--method', 'paper', '--json']).code).toBe(1);
    expect(onerun(['audit', run, '--plan', other])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('in the manifest'),
    });
    const args = ['audit', run, '--assignment', file('copy.csv', coins), '--method', 'paper', '--json'];
    expect(JSON.parse(onerun(args).out).provenance.departures.join()).toMatch(
      /assignment .*copy\.csv in place of .*coins\.csv in the manifest/,
    );
    const salt = '0'.repeat(64);
    const hash = createHash('sha256').update(salt).update(coins).digest('hex');
    const commitment = { schema: 'onerun-commitment/1', m: 1000, k: 2, algorithm: 'sha256', hash, salt };
    writeFileSync(join(run, 'commitment.json'), JSON.stringify(commitment));
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, commitment: 'commitment.json' }));
    const again = (...more: string[]) =>
      JSON.parse(onerun(['audit', run, '--method', 'paper', '--json', ...more]).out).provenance.departures;
    expect(again()).toEqual([]);
    expect(again('--commitment', file('copy.json', JSON.stringify(commitment))).join()).toMatch(
      /^commitment .*copy\.json in place of .*commitment\.json in the manifest$/,
    );
  });

  test('records what is needed to repeat it', () => {
    const canaries = join(folder(), 'canaries.csv');
    onerun(['canaries', '-m', '400', '--out', canaries, '--seed', '3']);
    const lines = readFileSync(canaries, 'utf8').trimEnd().split('\n').slice(1);
    // Members first, and every score the same: nothing but a draw decides.
    const sorted = lines.map((line) => line.split(',')).sort((a, b) => Number(b[1]) - Number(a[1]));
    const scores = file('s.csv', `id,loss\n${sorted.map(([id]) => `${id},7`).join('\n')}\n`);
    const args = ['audit', scores, '--assignment', canaries, '--score-column', 'loss', '--lower-is-in'];
    const json = (...more: string[]) => JSON.parse(onerun([...args, '--json', ...CLAIM, ...more]).out);
    const committed = json('--commitment', `${canaries}.commitment.json`);
    expect(committed.provenance).toMatchObject({
      seedFrom: 'commitment',
      scoreColumn: 'loss',
      direction: 'lower-is-in',
      sides: 'both',
      commitment: { checked: true },
      files: [{ role: 'assignment' }, { role: 'commitment' }],
      departures: [],
    });
    expect(committed.provenance.command).toContain('--score-column loss');
    expect(committed.ties).toMatchObject([{ run: 1, equal: 400, least: 0 }]);
    const fresh = json();
    expect(fresh.provenance).toMatchObject({ seedFrom: 'fresh', commitment: null });
    const again = json('--seed', fresh.provenance.seed);
    expect(again.provenance.seedFrom).toBe('stated');
    expect(again.observation).toEqual(fresh.observation);
    const other = json('--commitment', `${canaries}.commitment.json`, '--seed', 'x').provenance;
    expect(other).toMatchObject({ seed: 'x', seedFrom: 'stated' });
    expect(other.departures).toEqual([`seed x in place of ${committed.provenance.seed} from the commitment`]);
    const same = json('--commitment', `${canaries}.commitment.json`, '--seed', committed.provenance.seed);
    expect(same.provenance.departures).toEqual([]);
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
  ])('%j: refused', (args, word) => {
    expect(onerun(['audit', ...args])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(word),
    });
  });
});

describe('onerun plan', () => {
  test('plans, writes, and is followed', () => {
    const out = join(folder(), 'plan.json');
    const { code, out: text } = onerun(['plan', '-m', '1000', ...CLAIM, '--out', out]);
    expect(code).toBe(0);
    expect(text).toContain('Guess 216 of 1,000 canaries');
    const written = JSON.parse(readFileSync(out, 'utf8'));
    expect(planSchema.safeParse(written).error).toBeUndefined();
    expect(written).toMatchObject({
      model: 'gaussian(sigma=1)',
      seed: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    // Plans of earlier versions name neither.
    const { model: _, seed: __, ...earlier } = written;
    expect(planSchema.safeParse(earlier).error).toBeUndefined();
    expect(onerun(['plan', '-m', '1000', ...CLAIM, '--out', out])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    });
    expect(onerun(['audit', HALF, '--plan', out]).code).toBe(1);
    const few = file('few.csv', readFileSync(SOUND, 'utf8').split('\n').slice(0, 401).join('\n'));
    expect(onerun(['audit', few, '--plan', out])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the plan is for 1000 canaries, the scores have 400'),
    });
  });

  test('plans choices among candidates, other families, and draws', () => {
    const plot = join(folder(), 'plan.svg');
    const { out } = onerun(['plan', '-m', '2000', '-k', '5', '--claim', 'gaussian(sigma=2)', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      k: 5,
      family: 'gaussian',
      model: 'gaussian(sigma=2)',
      chosen: { guesses: 2000 },
    });
    expect(onerun(['plan', '-m', '200', '-k', '5', '--claim', 'laplace(scale=1)'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('known for Gaussian claims only'),
    });
    expect(
      onerun(['plan', '-m', '500', ...CLAIM, '--family', 'approx-dp(delta=1e-5)', '--plot', plot]).code,
    ).toBe(0);
    expect(readFileSync(plot, 'utf8')).toContain('approx-dp(delta=1e-5)');
  });

  test('is made for a model, which can be stated, and carries a seed', () => {
    const claim = ['--claim', 'approx-dp(epsilon=4, delta=1e-5)'];
    const { out } = onerun(['plan', '-m', '300', ...claim, '--seed', 'mine', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      seed: 'mine',
      model: expect.stringMatching(/^gaussian\(sigma=/),
    });
    const stated = onerun(['plan', '-m', '300', ...claim, '--model', 'gaussian(sigma=2)']);
    expect(stated.out).toContain('The design is made for gaussian(sigma=2)');
    expect(stated.out).toContain('If gaussian(sigma=1) ran instead');
    expect(onerun(['plan', '-m', '300', ...claim, '--model', 'gaussian(sigma=0.5)'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('must keep the claim'),
    });
  });

  test('finds the canaries for a target, and says when there are none', () => {
    const { out } = onerun(['plan', '--target', '2', ...CLAIM, '--json']);
    expect(JSON.parse(out).m).toBeLessThan(1000);
    expect(onerun(['plan', '--target', '5', ...CLAIM])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no number of canaries'),
    });
    expect(onerun(['plan', ...CLAIM])).toMatchObject({
      code: 2,
      err: expect.stringContaining('give --canaries, or --target'),
    });
  });
});

describe('onerun canaries', () => {
  test('draws, commits, is checked, and is never replaced', () => {
    const out = join(folder(), 'canaries.csv');
    const { code, out: text } = onerun(['canaries', '-m', '1000', '--out', out]);
    expect(code).toBe(0);
    const commitment = JSON.parse(readFileSync(`${out}.commitment.json`, 'utf8'));
    expect(commitmentSchema.safeParse(commitment).error).toBeUndefined();
    expect(text).toContain(commitment.hash);
    expect(onerun(['canaries', '-m', '1000', '--out', out]).code).toBe(2);
    const rows = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const scores = file(
      'scores.csv',
      `id,score\n${rows.map(([id, included], i) => `${id},${Number(included) + ((i * 37) % 11) / 10}`).join('\n')}\n`,
    );
    expect(
      onerun(['audit', scores, '--assignment', out, '--commitment', `${out}.commitment.json`, ...CLAIM]).code,
    ).toBeLessThan(2);
    const other = file(
      'other.csv',
      readFileSync(out, 'utf8').replace(/\n0,\d/, (line) => `\n0,${1 - Number(line.at(-1))}`),
    );
    expect(
      onerun(['audit', scores, '--assignment', other, '--commitment', `${out}.commitment.json`]),
    ).toMatchObject({ code: 2, err: expect.stringContaining('is not the assignment') });
  });

  test('the same seed draws the same buckets; system coins differ', () => {
    const draw = (...args: string[]) => {
      const out = join(folder(), 'a.csv');
      onerun(['canaries', '-m', '200', '--out', out, ...args]);
      return readFileSync(out, 'utf8');
    };
    expect(draw('--seed', '7', '-k', '10')).toBe(draw('--seed', '7', '-k', '10'));
    expect(draw()).not.toBe(draw());
  });
});

test('the schemas are published', async () => {
  for (const [name, schema] of Object.entries({
    audit: auditSchema,
    plan: planSchema,
    manifest: manifestSchema,
    commitment: commitmentSchema,
    certificate: certificateSchema,
  }))
    await expect(`${JSON.stringify(z.toJSONSchema(schema as z.ZodType), null, 2)}\n`).toMatchFileSnapshot(
      `../../schemas/${name}.schema.json`,
    );
});
