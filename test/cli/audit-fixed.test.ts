import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const HALF = join(examples, 'half-noise.csv');
const CLAIM = ['--claim', 'gaussian(sigma=1)'];

describe('what was fixed before the scores were seen', () => {
  test('what was typed must be what the plan says, or the verdict says that it is not', async () => {
    const plan = join(temporaryFolder(), 'plan.json');
    expect((await onerun(['plan', '-m', '1000', ...CLAIM, '--out', plan])).code).toBe(0);
    expect((await onerun(['audit', HALF, '--plan', plan, '--claim', 'gaussian( sigma=1.0 )'])).code).toBe(1);
    expect(await onerun(['audit', HALF, '--plan', plan, '--guesses', '100', '--tau', '0.1'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /typed options differ from the plan; tau 0\.1 in place of 0\.05 in the plan; guesses 100 in place of 216/,
      ),
    });
    for (const typed of [['--lower-is-in'], ['--sides', 'in'], ['-k', '3'], ['--seed', 'x']])
      expect(await onerun(['audit', HALF, '--plan', plan, ...typed])).toMatchObject({
        code: 2,
        err: expect.stringContaining('typed options differ from the plan'),
      });
    const { code, out } = await onerun([
      'audit',
      HALF,
      '--plan',
      plan,
      '--guesses',
      '100',
      '--depart-from-plan',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^REFUTED: [\s\S]*\nWeakened: it departs from what was fixed in advance: guesses 100 in place of 216/,
    );
  });

  test('what a manifest fixed is not replaced unseen: its plan is refused, its coins are said', async () => {
    const run = temporaryFolder();
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
    const plan = async (path: string, ...more: string[]) =>
      expect((await onerun(['plan', '-m', '1000', ...CLAIM, '--out', path, ...more])).code).toBe(0);
    await plan(join(run, 'plan.json'));
    const other = join(temporaryFolder(), 'other.json');
    await plan(other, '--guesses', '100');
    const manifest = {
      schema: 'onerun-run/1',
      scores: 'scores.csv',
      assignment: 'coins.csv',
      plan: 'plan.json',
    };
    writeFileSync(join(run, 'manifest.json'), JSON.stringify(manifest));
    expect((await onerun(['audit', run, '--method', 'paper', '--json'])).code).toBe(1);
    expect(await onerun(['audit', run, '--plan', other])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('in the manifest'),
    });
    const args = [
      'audit',
      run,
      '--assignment',
      temporaryFile('copy.csv', coins),
      '--method',
      'paper',
      '--json',
    ];
    expect(JSON.parse((await onerun(args)).out).provenance.departures.join()).toMatch(
      /assignment .*copy\.csv in place of .*coins\.csv in the manifest/,
    );
    const salt = '0'.repeat(64);
    const hash = createHash('sha256').update(salt).update(coins).digest('hex');
    const commitment = { schema: 'onerun-commitment/1', m: 1000, k: 2, algorithm: 'sha256', hash, salt };
    writeFileSync(join(run, 'commitment.json'), JSON.stringify(commitment));
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, commitment: 'commitment.json' }));
    const again = async (...more: string[]) =>
      JSON.parse((await onerun(['audit', run, '--method', 'paper', '--json', ...more])).out).provenance
        .departures;
    expect(await again()).toEqual([]);
    expect(
      (await again('--commitment', temporaryFile('copy.json', JSON.stringify(commitment)))).join(),
    ).toMatch(/^commitment .*copy\.json in place of .*commitment\.json in the manifest$/);
  });

  test('records what is needed to repeat it', async () => {
    const canaries = join(temporaryFolder(), 'canaries.csv');
    await onerun(['canaries', '-m', '400', '--out', canaries, '--seed', '3']);
    const lines = readFileSync(canaries, 'utf8').trimEnd().split('\n').slice(1);
    // Members first, and every score the same: nothing but a draw decides.
    const sorted = lines.map((line) => line.split(',')).sort((a, b) => Number(b[1]) - Number(a[1]));
    const scores = temporaryFile('s.csv', `id,loss\n${sorted.map(([id]) => `${id},7`).join('\n')}\n`);
    const args = ['audit', scores, '--assignment', canaries, '--score-column', 'loss', '--lower-is-in'];
    const json = async (...more: string[]) =>
      JSON.parse((await onerun([...args, '--json', ...CLAIM, ...more])).out);
    const committed = await json('--commitment', `${canaries}.commitment.json`);
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
    const fresh = await json();
    expect(fresh.provenance).toMatchObject({ seedFrom: 'fresh', commitment: null });
    const again = await json('--seed', fresh.provenance.seed);
    expect(again.provenance.seedFrom).toBe('stated');
    expect(again.observation).toEqual(fresh.observation);
    const other = (await json('--commitment', `${canaries}.commitment.json`, '--seed', 'x')).provenance;
    expect(other).toMatchObject({ seed: 'x', seedFrom: 'stated' });
    expect(other.departures).toEqual([`seed x in place of ${committed.provenance.seed} from the commitment`]);
    const same = await json(
      '--commitment',
      `${canaries}.commitment.json`,
      '--seed',
      committed.provenance.seed,
    );
    expect(same.provenance.departures).toEqual([]);
  });
});
