import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commitTo } from '../../src/cli/audit/commitment.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { auditData } from '../../src/report/index.ts';
import { auditFiles, type FilesToRead, folderChoices, readFiles } from '../../web/src/work/audit.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const M = 60;
const COMMITMENT = 'coins/canaries.csv.commitment.json';

/** The contents of the files of a run folder, by their paths in it. */
type Contents = Readonly<Record<string, string>>;

let run: Contents;
beforeAll(async () => {
  const random = createRandom('a run folder');
  const coins = Uint32Array.from({ length: M }, () => random.coin());
  const { text, commitment } = commitTo(coins, 2, '5'.repeat(64));
  const rows = Array.from(coins, (bit, i) => `${i},${Math.round(3 * (2 * bit + random.normal()))}\n`);
  const scores = `id,llr\n${rows.join('')}`;
  const plan = join(temporaryFolder(), 'plan.json');
  const options = ['--claim', 'gaussian(sigma=1)', '--guesses', '20', '--score-column', 'llr', '--out', plan];
  expect((await onerun(['plan', '-m', String(M), ...options])).code).toBe(0);
  const manifest = {
    schema: 'onerun-run/1',
    claim: 'gaussian( sigma = 1 )',
    scores: './scores.csv',
    assignment: 'coins/canaries.csv',
    commitment: COMMITMENT,
    plan: 'plan.json',
    sha256: { scores: createHash('sha256').update(scores).digest('hex') },
    families: ['approx-dp(delta=1e-5)'],
  };
  run = {
    'manifest.json': JSON.stringify(manifest),
    'plan.json': readFileSync(plan, 'utf8'),
    'scores.csv': scores,
    'coins/canaries.csv': text,
    [COMMITMENT]: commitment,
  };
});

/** Writes run folders side by side, and returns the folder around them. */
function written(folders: Readonly<Record<string, Contents>>): string {
  const around = temporaryFolder();
  for (const [name, contents] of Object.entries(folders))
    for (const [path, text] of Object.entries(contents)) {
      mkdirSync(dirname(join(around, name, path)), { recursive: true });
      writeFileSync(join(around, name, path), text);
    }
  return around;
}

/** Run folders as the page is given them, with what is typed there. */
function given(around: string, names: readonly string[], asked: Partial<FilesToRead> = {}): FilesToRead {
  const folders = names.map((name, key) => {
    const files = readdirSync(join(around, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(around, name, path)).isFile())
      .map((path): [string, File] => [path, new File([readFileSync(join(around, name, path))], path)]);
    return { key, name, files: new Map(files) };
  });
  return { files: [], folders, options: {}, typed: {}, departFromPlan: false, ...asked };
}

/** The JSON of an audit but for what says how it was made, or the sentence that refuses it. */
async function inPage(reading: FilesToRead): Promise<unknown> {
  try {
    await folderChoices(reading);
    await readFiles(reading, () => {});
    return comparable(auditData(await auditFiles(reading, {}, () => {})));
  } catch (error) {
    return (error as Error).message.trim();
  }
}

async function atTheCommandLine(around: string, args: readonly string[]): Promise<unknown> {
  const { out, err } = await onerun(['audit', ...args, '--json'], around);
  return out === '' ? err.trim() : comparable(JSON.parse(out));
}

function comparable(found: object): unknown {
  const { provenance, ...others } = JSON.parse(JSON.stringify(found));
  const { version: _, command: __, ...kept } = provenance;
  return { ...others, provenance: kept };
}

/** A sentence with options as the page writes them. */
const inWords = (sentence: unknown) =>
  String(sentence).replace(/--([a-z-]+)/g, (_, name: string) => name.replaceAll('-', ' '));

function edited(path: string, from: string | RegExp, to: string): Contents {
  const text = run[path].replace(from, to);
  expect(text).not.toBe(run[path]);
  return { ...run, [path]: text };
}

const manifested = (change: object): Contents => ({
  ...run,
  'manifest.json': JSON.stringify({ ...JSON.parse(run['manifest.json']), ...change }),
});

const without = (gone: string): Contents =>
  Object.fromEntries(Object.entries(run).filter(([path]) => path !== gone));

const HASH = 'a'.repeat(64);
const TEXTS = `"texts": {"sha256": "${HASH}", "nonce": "${HASH}"}, "salt"`;
const NO_COINS = { assignment: undefined, commitment: undefined };

/** What is wrong with a folder, the folder, and words of the sentence that refuses it. */
const DAMAGED: readonly (readonly [string, () => Contents, RegExp])[] = [
  ['a manifest that is cut', () => edited('manifest.json', /,.*/, ''), /not JSON/],
  ['a key twice', () => edited('manifest.json', '{', '{"claim":"perfect()",'), /a key stands twice/],
  ['a misspelt key', () => manifested({ guess: 5 }), /Unrecognized key: "guess"/],
  ['a number for a list', () => manifested({ guesses: 5 }), /at guesses/],
  ['no score file named', () => manifested({ scores: undefined }), /at scores/],
  ['a significance of 1', () => manifested({ tau: 1 }), /at tau/],
  ['another schema', () => manifested({ schema: 'onerun-run/2' }), /at schema/],
  ['a hash that is none', () => manifested({ sha256: { scores: 'abc' } }), /at sha256\.scores/],
  ['a path that leads out', () => manifested({ scores: '../scores.csv' }), /leads out of it/],
  ['a path from the root', () => manifested({ assignment: '/coins.csv' }), /begins elsewhere/],
  ['a path of a drive', () => manifested({ plan: 'C:plan.json' }), /begins elsewhere/],
  ['an empty path', () => manifested({ commitment: '' }), /this is no name/],
  ['a file that is not there', () => without('scores.csv'), /no such file or folder/],
  ['a folder for a file', () => manifested({ assignment: 'coins' }), /it is a directory/],
  ['a file for a folder', () => manifested({ assignment: 'plan.json/a.csv' }), /part of the path/],
  ['no plan', () => without('plan.json'), /cannot read run\/plan\.json/],
  ['a damaged plan', () => edited('plan.json', '"m"', '"n"'), /invalid plan run\/plan\.json/],
  ['a claim beside its plan', () => manifested({ claim: 'gaussian(sigma=2)' }), /departs from its plan/],
  ['a plan for others', () => edited('plan.json', `"m": ${M}`, '"m": 61'), /for 61 canaries/],
  ['a plan for two runs', () => edited('plan.json', '{', '{"runs":2,'), /fixed in advance/],
  ['a commitment to nothing', () => manifested({ assignment: undefined }), /committed to/],
  ['a commitment of another form', () => edited(COMMITMENT, '"k": 2', '"k": "2"'), /at k/],
  ['a commitment to more options', () => edited(COMMITMENT, '"k": 2', '"k": 3'), /to 3 options/],
  ['a commitment to other texts', () => edited(COMMITMENT, '"salt"', TEXTS), /not made from its texts/],
  ['other coins', () => edited('coins/canaries.csv', /,0$/m, ',1'), /would be of other coins/],
  ['other scores', () => edited('scores.csv', /,.*\n$/, ',50\n'), /changed after the run/],
  [
    'a hash of no assignment',
    () => ({
      ...manifested({ ...NO_COINS, sha256: { assignment: HASH } }),
      'scores.csv': run['scores.csv'].replace('llr', 'llr,included').replace(/(\d)$/gm, '$1,1'),
    }),
    /but names none/,
  ],
  [
    'a score that is none',
    () => ({
      ...edited('scores.csv', /,.*\n$/, ',high\n'),
      'manifest.json': manifested({ sha256: undefined })['manifest.json'],
    }),
    /high/,
  ],
];

describe('a run folder in the page', () => {
  test('with a plan and a commitment gives the JSON of the command line', async () => {
    const around = written({ run });
    const found = await inPage(given(around, ['run']));
    expect(found).toMatchObject({
      fixed: { guesses: { value: [20], from: 'plan' } },
      provenance: { commitment: { checked: true }, seedFrom: 'plan', departures: [] },
    });
    expect(found).toEqual(await atTheCommandLine(around, ['run']));
  });

  test('departs from its plan only where that is said, as at the command line', async () => {
    const around = written({ run });
    const typed = { claim: 'gaussian(sigma=1)', guesses: [10] };
    const refused = await inPage(given(around, ['run'], { typed }));
    const args = ['run', '--guesses', '10'];
    expect(refused).toMatch(/^typed options differ from the plan; guesses 10 in place of 20 in the plan/);
    expect(refused).toBe(inWords(await atTheCommandLine(around, args)));
    expect(await inPage(given(around, ['run'], { typed, departFromPlan: true }))).toEqual(
      await atTheCommandLine(around, [...args, '--depart-from-plan']),
    );
  });

  test('beside others is one of several runs, which must have one design', async () => {
    const design = { plan: undefined, guesses: [20], atLeast: 16, scoreColumn: 'llr' };
    const other = commitTo(
      Uint32Array.from({ length: M }, (_, i) => i % 2),
      2,
      '6'.repeat(64),
    );
    const second: Contents = {
      ...manifested({ ...design, sha256: undefined }),
      'coins/canaries.csv': other.text,
      [COMMITMENT]: other.commitment,
      'scores.csv': run['scores.csv'].replaceAll(/,(-?\d+)/g, (_, score) => `,${Number(score) + 1}`),
    };
    const names = ['run-1', 'run-2'];
    const around = written({ 'run-1': manifested(design), 'run-2': second });
    const found = await inPage(given(around, names));
    expect(found).toMatchObject({
      inputs: [{ name: 'run-1/scores.csv' }, { name: 'run-2/scores.csv' }],
      provenance: { commitment: { runs: 2 }, seedFrom: 'commitment' },
    });
    expect(found).toEqual(await atTheCommandLine(around, names));
    writeFileSync(
      join(around, 'run-2/manifest.json'),
      manifested({ ...design, atLeast: 17 })['manifest.json'],
    );
    const refused = await inPage(given(around, names));
    expect(refused).toBe('runs must have the same design; run-1 has at least 16, run-2 at least 17');
    expect(refused).toBe(await atTheCommandLine(around, names));
    rmSync(join(around, 'run-2'), { recursive: true });
    writeFileSync(join(around, 'scores.csv'), run['scores.csv']);
    const loose = { key: 1, role: 'scores' as const, file: new File([run['scores.csv']], 'scores.csv') };
    expect(await inPage(given(around, ['run-1'], { files: [loose] }))).toBe(
      await atTheCommandLine(around, ['run-1', 'scores.csv']),
    );
  });

  test.each(DAMAGED)('with %s is refused as at the command line', async (_, contents, words) => {
    const around = written({ run: contents() });
    const refused = await inPage(given(around, ['run']));
    expect(refused).toMatch(words);
    expect(refused).toBe(inWords(await atTheCommandLine(around, ['run'])));
  });
});
