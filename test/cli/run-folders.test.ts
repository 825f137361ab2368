import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditSchema } from '../../src/forms/index.ts';
import { onerun } from '../support/cli.ts';
import { noisySum } from '../support/scores.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DESIGN = { claim: 'gaussian(sigma=1)', guesses: [60], atLeast: 50, families: ['gaussian'] };
const PAPER = ['--method', 'paper'];

function csvOf(label: string): string {
  const { scores, included } = noisySum(300, 0.5, label);
  return `id,score,included\n${Array.from(scores, (score, i) => `${i},${score},${included[i]}\n`).join('')}`;
}

/** A folder for each label, with a manifest that says these things. */
function folders(labels: readonly string[], manifest: (label: string) => object = () => DESIGN) {
  const root = temporaryFolder();
  return labels.map((label) => {
    const path = join(root, label);
    mkdirSync(path);
    writeFileSync(join(path, 'scores.csv'), csvOf(label));
    writeFileSync(
      join(path, 'manifest.json'),
      JSON.stringify({ schema: 'onerun-run/1', scores: 'scores.csv', ...manifest(label) }),
    );
    return path;
  });
}

const audit = (...args: string[]) => onerun(['audit', ...args, ...PAPER]);
const json = async (...args: string[]) => JSON.parse((await audit(...args, '--json')).out);

describe('several run folders', () => {
  test('are audited as their files are, by the design of their manifests', async () => {
    const paths = folders(['a', 'b', 'c'], () => ({ ...DESIGN, seed: 'ties' }));
    const found = await json(...paths);
    expect(auditSchema.safeParse(found).error).toBeUndefined();
    const typed = ['--claim', DESIGN.claim, '--guesses', '60', '--at-least', '50', '--seed', 'ties'];
    const files = paths.map((path) => join(path, 'scores.csv'));
    const asFiles = await json(...files, ...typed, '--family', 'gaussian');
    for (const part of ['observations', 'verdict', 'tests', 'results', 'attack', 'joint'])
      expect(found[part]).toEqual(asFiles[part]);
    expect(found.inputs.map(({ name }: { name: string }) => name)).toEqual([
      'a/scores.csv',
      'b/scores.csv',
      'c/scores.csv',
    ]);
    expect(found.fixed).toEqual({
      guesses: { value: [60], from: 'manifest' },
      atLeast: { value: 50, from: 'manifest' },
      runs: { value: 3, from: 'counted' },
    });
    expect(asFiles.fixed.guesses.from).toBe('stated');
    expect(found.provenance).toMatchObject({ seed: 'ties', seedFrom: 'manifest' });
    expect(found.provenance.files).toHaveLength(3);
    const { out } = await audit(...paths, '--details');
    expect(out).toMatch(/guesses in each run +60 +the manifest of every run/);
    expect(out).toMatch(/ +2 +60 +\d+ \([\d.]+%\) +(not )?reached +b\/scores\.csv/);
  });

  test('with designs that differ are refused in one sentence, unless what is typed makes them one', async () => {
    const claims = folders(['a', 'b'], (label) => ({
      ...DESIGN,
      claim: label === 'a' ? 'gaussian(sigma=1)' : 'gaussian(sigma=2)',
    }));
    const refused = await audit(...claims);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toMatch(
      /^runs must have the same design; \S+a has claim gaussian\(sigma=1\), \S+b claim gaussian\(sigma=2\)\n$/,
    );
    const typed = await audit(...claims, '--claim', 'gaussian(sigma=1)');
    expect(typed.out).toContain('claim gaussian(sigma=1) in place of gaussian(sigma=2) in the manifest');
    const silent = folders(['a', 'b'], (label) =>
      label === 'a' ? DESIGN : { ...DESIGN, atLeast: undefined },
    );
    expect((await audit(...silent)).err).toMatch(/has at least 50, \S+b no at least\n$/);
    // The same claim may be written in two ways.
    const written = folders(['a', 'b'], (label) => ({
      ...DESIGN,
      claim: label === 'a' ? 'gaussian(sigma=1)' : 'gaussian( sigma = 1.0 )',
    }));
    expect((await audit(...written)).err).toBe('');
  });

  test('do not go with files, nor with one assignment for all', async () => {
    const [a, b] = folders(['a', 'b']);
    expect(await audit(a, join(b, 'scores.csv'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^run folders and score files do not go together; .*\n$/),
    });
    expect((await audit(a, b, '--assignment', join(a, 'scores.csv'))).err).toContain(
      'each manifest names its own',
    );
  });

  test('each have their own coins, commitment and hashes', async () => {
    const paths = folders(['a', 'b'], () => ({
      ...DESIGN,
      assignment: 'canaries.csv',
      commitment: 'canaries.csv.commitment.json',
    }));
    for (const [run, path] of paths.entries()) {
      const out = join(path, 'canaries.csv');
      await onerun(['canaries', '--canaries', '300', '--out', out, '--seed', `coins ${run}`]);
      const coins = readFileSync(out, 'utf8').trim().split('\n').slice(1);
      const rows = coins.map((row, i) => {
        const [id, bit] = row.split(',').map(Number);
        return `${id},${bit + Math.sin(i * i + run)}\n`;
      });
      writeFileSync(join(path, 'scores.csv'), `id,score\n${rows.join('')}`);
    }
    const found = await json(...paths);
    expect(auditSchema.safeParse(found).error).toBeUndefined();
    expect(found.provenance.commitment).toMatchObject({ checked: true, runs: 2 });
    expect(found.provenance.seedFrom).toBe('commitment');
    expect((await json(...paths)).provenance.seed).toBe(found.provenance.seed);
    expect((await audit(...paths, '--details')).out).toContain(
      'Coins: the assignment of every run is the one committed to',
    );
    const [a, b] = paths;
    writeFileSync(join(b, 'canaries.csv'), readFileSync(join(a, 'canaries.csv')));
    expect((await audit(...paths)).err).toContain('is not the assignment that');
  });
});

test('runs of one canary each with the same seed in their manifests are named and refused', async () => {
  const labels = Array.from({ length: 12 }, (_, i) => `r${i}`);
  const seeded = (seedOf: (i: number) => unknown) =>
    folders(labels, (label) => ({
      claim: DESIGN.claim,
      parameters: { seed: seedOf(Number(label.slice(1))) },
    })).map((path, i) => {
      const score = Math.sin(i + 1) + (i % 2);
      writeFileSync(join(path, 'scores.csv'), `id,score,included\nc${i},${score},${i % 2}\n`);
      return path;
    });
  const same = seeded((i) => (i === 7 ? 3 : i));
  const { code, err } = await audit(...same, '--one-per-run');
  expect(code).toBe(2);
  expect(err).toMatch(/fresh randomness; by their manifests .*r3 and .*r7 have the same seed \(3\)/);
  expect((await audit(...same)).code).toBe(0);
  expect((await audit(...seeded((i) => i), '--one-per-run')).code).toBe(0);
});

describe('the same evidence twice', () => {
  test('is refused of folders, whatever their manifests call it', async () => {
    const paths = folders(['a', 'b']);
    expect((await audit(paths[0], paths[0])).code).toBe(2);
    const rows = csvOf('a').trim().split('\n');
    writeFileSync(join(paths[1], 'scores.csv'), `${[rows[0], ...rows.slice(1).reverse()].join('\n')}\n`);
    const { code, err } = await audit(...paths);
    expect(code).toBe(2);
    expect(err).toMatch(/^a\/scores\.csv and b\/scores\.csv .*(same|independent).*\n$/);
  });

  test('is refused of the runs of one file', async () => {
    const rows = csvOf('a').trim().split('\n').slice(1);
    const path = join(temporaryFolder(), 'runs.csv');
    const copies = ['x', 'y'].flatMap((run) => rows.map((row) => `${run},${row}`));
    writeFileSync(path, `run,id,score,included\n${copies.join('\n')}\n`);
    const { code, err } = await audit(path, '--guesses', '60', '--at-least', '50');
    expect(code).toBe(2);
    expect(err).toMatch(/^runs\.csv, run x and runs\.csv, run y .*\n$/);
    // The same coins with other scores are no fresh run either.
    const shifted = rows.map((row) => {
      const [id, score, bit] = row.split(',').map(Number);
      return `y,${id},${score + Math.sin(id)},${bit}`;
    });
    writeFileSync(
      path,
      `run,id,score,included\n${[...copies.slice(0, rows.length), ...shifted].join('\n')}\n`,
    );
    expect((await audit(path, '--guesses', '60', '--at-least', '50')).code).toBe(2);
  });
});
