import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';
import { read, reproduce } from '../support/reproduce.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('the figure of recorded runs', () => {
  /** Scores of DP-SGD's white-box canaries: the sum over steps of what each adds, seen through noise. */
  function record(where: string, claim: string, noise: number, more = {}): void {
    const [m, rate, steps] = [600, 0.05, 100];
    const random = createRandom(`${claim} ${noise}`);
    const rows = ['id,score,included'];
    for (let i = 0; i < m; i++) {
      const included = random.coin();
      let sum = Math.sqrt(steps) * noise * random.normal();
      for (let t = 0; included && t < steps; t++) if (random.bernoulli(rate)) sum++;
      rows.push(`${i},${sum},${included}`);
    }
    mkdirSync(where, { recursive: true });
    writeFileSync(join(where, 'scores.csv'), `${rows.join('\n')}\n`);
    const manifest = { schema: 'onerun-run/1', claim, scores: 'scores.csv', guesses: [60], ...more };
    writeFileSync(join(where, 'manifest.json'), JSON.stringify(manifest));
  }

  test('is not drawn from scores that were changed after the run', async () => {
    const [recorded, out] = [temporaryFolder(), temporaryFolder()];
    record(recorded, 'dpsgd(noise=1, rate=0.05, steps=100)', 1, { sha256: { scores: '0'.repeat(64) } });
    expect(await reproduce(['cifar10', '--recorded', recorded], out)).toMatchObject({
      code: 2,
      err: expect.stringContaining('scores.csv is not what the manifest records as its scores'),
    });
  });

  test('reads within limits that can be set', async () => {
    const [recorded, out] = [temporaryFolder(), temporaryFolder()];
    record(recorded, 'dpsgd(noise=1, rate=0.05, steps=100)', 1);
    const args = ['cifar10', '--recorded', recorded];
    expect(await reproduce([...args, '--limit', 'rows=599'], out)).toMatchObject({
      code: 2,
      err: 'limit reached in scores.csv; must have at most 599 rows (limit rows: 599); --limit rows=N sets another\n',
    });
    expect(await reproduce([...args, '--limit', 'rows=600'], out)).toMatchObject({ code: 0 });
  });

  test('is drawn from recorded runs, wherever they lie under the folder', async () => {
    const [recorded, out] = [temporaryFolder(), temporaryFolder()];
    record(join(recorded, 'a'), 'dpsgd(noise=1, rate=0.05, steps=100)', 1);
    record(join(recorded, 'deep', 'b'), 'dpsgd(noise=0.7, rate=0.05, steps=100)', 0.7, {
      parameters: { seed: 1 },
    });
    writeFileSync(join(recorded, 'notes.json'), '{"date":"today"}');
    const { code } = await reproduce(['cifar10', '--recorded', recorded], out);
    expect(code).toBe(0);
    const rows = read(out, 'cifar10.csv').trimEnd().split('\n');
    expect(rows[0]).toMatch(/^run,claim,score,m,k,guesses,correct,delta,tau,method,epsilon/);
    for (const run of ['a', 'deep/b'])
      for (const [method, family] of [
        ['paper', 'gaussian'],
        ['paper', '"dpsgd(rate=0.05, steps=100)"'],
        ['steinke', 'approx-dp(delta=1e-5)'],
        ['theory', '"dpsgd'],
      ])
        expect(
          rows.some(
            (row) => row.startsWith(`${run},`) && row.includes(`,${method},`) && row.includes(family),
          ),
        ).toBe(true);
    expect(read(out, 'cifar10.svg')).toContain('claimed epsilon');
  });

  test('draws the paper’s score beside the one that a run fixed', async () => {
    const [recorded, out] = [temporaryFolder(), temporaryFolder()];
    record(recorded, 'dpsgd(noise=1, rate=0.05, steps=100)', 1, { scoreColumn: 'likelihood_ratio' });
    const lines = readFileSync(join(recorded, 'scores.csv'), 'utf8').trimEnd().split('\n').slice(1);
    // What was fixed tells nothing here: its numbers are those of the rows.
    const rows = lines.map((line, i) => `${line},${(i * 7919) % 600}`);
    writeFileSync(join(recorded, 'scores.csv'), `id,sum,included,likelihood_ratio\n${rows.join('\n')}\n`);
    const { code, out: said } = await reproduce(['cifar10', '--recorded', recorded], out);
    expect(code).toBe(0);
    expect(said).toContain('score likelihood_ratio');
    const audited = JSON.parse((await onerun(['audit', recorded, '--json'])).out).observation;
    const other = JSON.parse(
      (await onerun(['audit', join(recorded, 'scores.csv'), '--score-column', 'sum', '-g', '60', '--json']))
        .out,
    ).observation;
    const found = read(out, 'cifar10.csv').trimEnd().split('\n').slice(1);
    for (const [score, { correct }] of [
      ['likelihood_ratio', audited],
      ['sum', other],
    ])
      expect(found.some((row) => row.includes(`,${score},600,2,60,${correct},`))).toBe(true);
    expect(other.correct).toBeGreaterThan(audited.correct);
    expect(read(out, 'cifar10.svg')).toContain('by the paper’s sum over steps');
  });

  test('reads a run as onerun audit does: what the plan fixes counts', async () => {
    const [recorded, out] = [temporaryFolder(), temporaryFolder()];
    const claim = 'gaussian(sigma=2)';
    record(recorded, claim, 1, { plan: 'plan.json', guesses: undefined });
    const rows = readFileSync(join(recorded, 'scores.csv'), 'utf8').replace('score', 'loss').split('\n');
    const losses = rows.map((row, i) =>
      i === 0 ? row : row.replace(/,(-?)(?=[\d.])/, (_, sign) => `,${sign ? '' : '-'}`),
    );
    writeFileSync(join(recorded, 'scores.csv'), losses.join('\n'));
    const planned = await onerun([
      'plan',
      '-m',
      '600',
      '--claim',
      claim,
      '--tau',
      '0.01',
      '--delta',
      '1e-6',
      '--sides',
      'in',
      '--lower-is-in',
      '--seed',
      'fixed',
      '--json',
    ]);
    writeFileSync(
      join(recorded, 'plan.json'),
      JSON.stringify({ ...JSON.parse(planned.out), scoreColumn: 'loss' }),
    );
    const { observation } = JSON.parse((await onerun(['audit', recorded, '--json'])).out);
    expect((await reproduce(['cifar10', '--recorded', recorded, '--method', 'paper'], out)).code).toBe(0);
    const [, row] = read(out, 'cifar10.csv').split('\n');
    expect(row).toContain(`,600,2,${observation.guesses},${observation.correct},0.000001,0.01,`);
  });

  test('is not drawn from a run without a verdict', async () => {
    const [recorded, out] = [temporaryFolder(), temporaryFolder()];
    record(recorded, 'dpsgd(noise=0.2, rate=0.05, steps=100)', 0.2, { lowerIsIn: true });
    expect(await reproduce(['cifar10', '--recorded', recorded], out)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no verdict on .*scores\.csv; the scores seem to point the other way/),
    });
  });

  test('says so where nothing was recorded, and draws nothing', async () => {
    const out = temporaryFolder();
    const { code, err } = await reproduce(['cifar10', '--recorded', join(out, 'none')], out);
    expect(code).toBe(2);
    expect(err).toContain('cifar10 is drawn from recorded scores, and there are none under');
    expect(readdirSync(out)).toEqual([]);
  });
});
