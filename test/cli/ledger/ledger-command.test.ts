import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidenceSchema, ledgerReportSchema } from '../../../src/cli/schemas/ledger.ts';
import { onerun } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const CLAIM = 'gaussian(sigma=1)';

/** Scores of a noisy sum, written to a file. */
async function scores(folder: string, sigma: number, seed: number, m = 400): Promise<string> {
  const path = join(folder, `run-${sigma}-${seed}.csv`);
  const size = ['-m', String(m), '--seed', String(seed)];
  const args = ['simulate', '--mechanism', 'gaussian-sum', '--sigma', String(sigma), ...size, '--out', path];
  expect((await onerun(args)).code).toBe(0);
  return path;
}

async function newLedger(folder: string, ...more: string[]): Promise<string> {
  const path = join(folder, 'ledger.jsonl');
  const design = ['--claim', CLAIM, '-m', '400', '--violation', 'gaussian(sigma=0.6)'];
  expect((await onerun(['ledger', 'new', path, ...design, ...more])).code).toBe(0);
  return path;
}

const json = async (...args: string[]) => {
  const { code, out } = await onerun(['ledger', ...args, '--json']);
  return { code, found: ledgerReportSchema.parse(JSON.parse(out)) };
};

describe('onerun ledger', () => {
  const folder = temporaryFolder();

  test('reads ledgers of earlier versions, whose sketches hold scores', async () => {
    const earlier = 'examples/ledger.jsonl';
    expect(readFileSync(earlier, 'utf8')).toContain('"scores":[[');
    expect((await json('show', earlier)).found.runs).toHaveLength(3);
  });

  test('goes from new to refuted, and stays there', async () => {
    const path = await newLedger(folder, '-g', '60');
    const shown = await onerun(['ledger', 'show', path]);
    expect(shown).toMatchObject({
      code: 0,
      out: expect.stringContaining('no run has been written down yet'),
    });
    const codes: number[] = [];
    for (const seed of [1, 2, 3, 4, 5])
      codes.push((await onerun(['ledger', 'add', path, await scores(folder, 0.5, seed)])).code);
    expect(codes[0]).toBe(0);
    expect(codes.slice(-2)).toEqual([1, 1]);
    // Reversed scores look wrong; the run is added, its evidence falls, and the claim stays refuted.
    const wrong = join(folder, 'wrong.csv');
    const rows = readFileSync(await scores(folder, 0.5, 6), 'utf8')
      .trim()
      .split('\n');
    const minus = rows
      .slice(1)
      .map((row) => row.replace(/,(-?)([\d.e-]+),/, (_, sign, x) => `,${sign === '-' ? '' : '-'}${x},`));
    writeFileSync(wrong, `${[rows[0], ...minus].join('\n')}\n`);
    const before = (await json('show', path)).found;
    const { code, found } = await json('add', path, wrong);
    expect(code).toBe(1);
    expect(found.logEvidence).toBeLessThan(before.logEvidence);
    expect(found).toMatchObject({ refuted: true, refutedAt: before.refutedAt, pValue: before.pValue });
    expect(found.results).toEqual(before.results);
    expect(found.notices.join()).toContain('the scores seem to point the other way');
  });

  test('loses no verdict where a proof cannot be written: nothing is added', async () => {
    const path = await newLedger(temporaryFolder(), '-g', '60', '--method', 'paper');
    const before = readFileSync(path, 'utf8');
    const file = await scores(folder, 1, 41);
    const proof = join(folder, 'proof.json');
    expect(await onerun(['ledger', 'add', path, file, '--certificate', proof])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the optimal test'),
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect((await onerun(['ledger', 'add', path, file])).code).toBe(0);
  });

  test('writes report, picture, summary and a proof that verify confirms', async () => {
    const path = join(folder, 'ledger.jsonl');
    const out = (name: string) => join(folder, name);
    const files = ['--report', out('r.html'), '--plot', out('e.svg'), '--certificate', out('c.json')];
    const { code, out: text } = await onerun(['ledger', 'show', path, '--markdown', ...files]);
    expect(code).toBe(1);
    expect(text).toContain('## onerun ledger: **REFUTED**: gaussian(sigma=1)');
    const page = readFileSync(out('r.html'), 'utf8');
    expect(page).toContain('Ledger of runs against gaussian(sigma=1)');
    expect(page).toContain('<svg');
    expect(readFileSync(out('e.svg'), 'utf8')).toContain('20 refutes the claim');
    evidenceSchema.parse(JSON.parse(readFileSync(out('c.json'), 'utf8')));
    const checked = await onerun(['verify', out('c.json')]);
    expect(checked).toMatchObject({
      code: 0,
      out: expect.stringContaining('which refutes gaussian(sigma=1)'),
    });
    expect((await onerun(['verify', out('c.json'), '--claim', 'gaussian(sigma=0.5)'])).code).toBe(2);
    const changed = readFileSync(out('c.json'), 'utf8').replace('"tau":0.05', '"tau":0.06');
    writeFileSync(out('d.json'), changed);
    expect(await onerun(['verify', out('d.json')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('it was changed after it was written'),
    });
    // Inputs are never outputs.
    const kept = readFileSync(path, 'utf8');
    for (const flag of ['--report', '--certificate'])
      expect((await onerun(['ledger', 'show', path, flag, path, '--force'])).code).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(kept);
  });

  test('refuses the same run again, by its bytes, its rows or its coins, and runs that do not fit', async () => {
    const path = await newLedger(temporaryFolder(), '-g', '60');
    const first = await scores(folder, 1, 11);
    expect((await onerun(['ledger', 'add', path, first])).code).toBe(0);
    const lines = readFileSync(path, 'utf8');
    const refused = async (file: string, words: string) =>
      expect(await onerun(['ledger', 'add', path, file])).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(words),
      });
    const copy = join(folder, 'copy.csv');
    copyFileSync(first, copy);
    await refused(copy, 'is run 1 of the ledger already');
    const [head, ...rows] = readFileSync(first, 'utf8').trim().split('\n');
    writeFileSync(copy, `${[head, ...rows.reverse()].join('\n')}\n`);
    await refused(copy, 'in the ledger, hold the same scores and the same truth');
    await refused(await scores(folder, 1, 12, 300), 'the ledger is for 400 canaries');
    await refused(join(folder, 'nothing.csv'), 'nothing.csv');
    expect(readFileSync(path, 'utf8')).toBe(lines);
  });

  test('takes runs that show nothing with the same file of scores each time, if their coins are fresh', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    const file = join(folder, 'scores.csv');
    writeFileSync(file, `id,score\n${Array.from({ length: 400 }, (_, id) => `${id},0\n`).join('')}`);
    const add = async (seed: string, ...more: string[]) => {
      const coins = join(folder, `${seed}.csv`);
      if (!existsSync(coins)) await onerun(['canaries', '-m', '400', '--seed', seed, '--out', coins]);
      return onerun(['ledger', 'add', path, file, '--assignment', coins, ...more]);
    };
    expect((await add('a')).code).toBe(0);
    expect((await add('b')).code).toBe(0);
    expect(await add('a')).toMatchObject({ code: 2, err: expect.stringContaining('is run 1 of the ledger') });
    const { runs, logEvidence } = (await json('show', path)).found;
    expect(runs).toHaveLength(2);
    expect(logEvidence).toBeLessThan(-2);
  });

  test('tells runs of few canaries that look alike apart by their commitments', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'few.jsonl');
    const claim = ['--claim', 'gaussian(sigma=1)', '--violation', 'gaussian(sigma=0.01)'];
    expect((await onerun(['ledger', 'new', path, ...claim, '--canaries', '4'])).code).toBe(0);
    const file = join(folder, 'scores.csv');
    writeFileSync(file, 'id,score\n0,0\n1,0\n2,0\n3,0\n');
    const add = async (name: string, committed: boolean) => {
      const coins = join(folder, `${name}.csv`);
      await onerun(['canaries', '-m', '4', '--seed', name, '--out', coins]);
      const how = committed ? ['--commitment', `${coins}.commitment.json`] : [];
      return onerun(['ledger', 'add', path, file, '--assignment', coins, ...how]);
    };
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    for (const name of names) expect((await add(name, true)).code).toBe(0);
    // Without commitments a run that equals another is refused, and told what to do.
    const refused = [];
    for (const name of [...'klmnopqrstuvw']) refused.push(await add(name, false));
    expect(refused.map(({ code }) => code)).toContain(2);
    const { err } = refused.find(({ code }) => code === 2) ?? { err: '' };
    expect(err).toContain('commit to the coins of each');
  });

  test('counts a run from its start on, and knows it again by its coins', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    const coins = join(folder, 'canaries.csv');
    expect((await onerun(['canaries', '-m', '400', '--seed', '5', '--out', coins])).code).toBe(0);
    const commitment = `${coins}.commitment.json`;
    const start = ['ledger', 'start', path, '--commitment', commitment];
    expect(await onerun(start)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Run 1 is written down'),
    });
    expect(await onerun(start)).toMatchObject({
      code: 2,
      err: expect.stringContaining('are those of run 1'),
    });
    const started = (await json('show', path)).found;
    expect(started.runs).toMatchObject([{ run: 1, status: 'started' }]);
    expect(started.logEvidence).toBeLessThan(-1);
    const another = await scores(folder, 1, 21);
    expect(await onerun(['ledger', 'add', path, another])).toMatchObject({
      code: 2,
      err: expect.stringContaining('run 1 was started and waits for its scores'),
    });
    const other = (await json('add', path, another, '--new-run')).found;
    expect(other.runs.map(({ run }) => run)).toEqual([1, 2]);
    const ids = readFileSync(coins, 'utf8').trim().split('\n').slice(1);
    const table = ids.map((row, i) => `${row.split(',')[0]},${Math.sin(i)}`);
    const file = join(folder, 'scores.csv');
    writeFileSync(file, `${['id,score', ...table].join('\n')}\n`);
    const added = (await json('add', path, file, '--assignment', coins, '--commitment', commitment)).found;
    expect(added.runs).toMatchObject([
      { run: 1, status: 'added' },
      { run: 2, status: 'added' },
    ]);
    expect(added.steps.map(({ runs }) => runs)).toEqual([[1], [2]]);
    expect(added.runs.map(({ started }) => started)).toEqual([true, false]);
  });

  test('takes what it fixed, whatever the files of a run say, and writes that down', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    const [, ...rows] = readFileSync(await scores(folder, 1, 31), 'utf8')
      .trim()
      .split('\n');
    const table = rows.map((row) => row.replace(/,([^,]*),/, (_, score) => `,0,${score},`));
    const run = join(folder, 'run');
    mkdirSync(run);
    writeFileSync(join(run, 'scores.csv'), `${['id,score,best,included', ...table].join('\n')}\n`);
    const plan = ['plan', '-m', '400', '--claim', CLAIM, '--lower-is-in', '--out', join(run, 'plan.json')];
    expect((await onerun(plan)).code).toBe(0);
    const manifest = {
      scores: 'scores.csv',
      plan: 'plan.json',
      scoreColumn: 'best',
      claim: 'gaussian( sigma=1.0 )',
    };
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ schema: 'onerun-run/1', ...manifest }));
    const { code, found } = await json('add', path, run);
    expect(code).toBe(0);
    expect(found.runs[0].counts[0]).toMatchObject({ least: 0, most: 60 });
    expect(found.notices).toEqual([
      expect.stringContaining('lower is in false in place of true in the plan'),
      expect.stringContaining('the usual one is read'),
    ]);
  });

  test('takes several runs in one call as one step, whatever their order, and says what the order rests on', async () => {
    const folder = temporaryFolder();
    const files: string[] = [];
    for (const seed of [51, 52, 53]) files.push(await scores(folder, 0.8, seed));
    const added = async (order: readonly string[]) => {
      const path = await newLedger(temporaryFolder(), '-g', '60');
      const { found } = await json('add', path, ...order);
      return { path, found };
    };
    const { path, found } = await added(files);
    expect(found.steps).toMatchObject([{ runs: [1, 2, 3] }]);
    const other = (await added([...files].reverse())).found;
    for (const key of ['steps', 'pValue', 'results', 'outcome', 'mostLogEvidence'] as const)
      expect(other[key]).toEqual(found[key]);
    const word = 'added in the order in which they were made, none chosen after a look';
    expect(found.order).toBe(word);
    const proof = join(folder, 'proof.json');
    const shown = await onerun(['ledger', 'show', path, '--details', '--certificate', proof]);
    expect(shown.out).toContain(`Order: ${word}`);
    expect(shown.out).toContain('together');
    const { events, order } = evidenceSchema.parse(JSON.parse(readFileSync(proof, 'utf8')));
    expect(events.map(({ together }) => together)).toEqual([undefined, true, true]);
    expect(order).toBe(word);
    expect((await onerun(['verify', proof])).out).toContain(word);
    // The same three as one file with a column of runs.
    const rows = files.flatMap((file, i) =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => `${i},${row}`),
    );
    const [head] = readFileSync(files[0], 'utf8').split('\n');
    const together = join(folder, 'together.csv');
    writeFileSync(together, `${[`run,${head}`, ...rows].join('\n')}\n`);
    expect((await added([together])).found.steps).toEqual(found.steps);
    // A later run is a step of its own; the same one again is refused, also within one call.
    expect(
      (await json('add', path, await scores(folder, 0.8, 54))).found.steps.map(({ runs }) => runs),
    ).toEqual([[1, 2, 3], [4]]);
    const lines = readFileSync(path, 'utf8');
    const [last] = [await scores(folder, 0.8, 55)];
    const copy = join(folder, 'copy.csv');
    copyFileSync(last, copy);
    expect((await onerun(['ledger', 'add', path, last, copy])).err).toContain('of the ledger already');
    expect((await onerun(['ledger', 'add', path, last, copy, '--assignment', copy])).err).toContain(
      'go with one file',
    );
    expect(readFileSync(path, 'utf8')).toBe(lines);
  });

  test('says where a run was added after others that were made later, by their manifests', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    const runFolder = async (name: string, seed: number, made?: string) => {
      const run = join(folder, name);
      mkdirSync(run);
      copyFileSync(await scores(folder, 1, seed), join(run, 'scores.csv'));
      const manifest = { schema: 'onerun-run/1', scores: 'scores.csv', made };
      writeFileSync(join(run, 'manifest.json'), JSON.stringify(manifest));
      return run;
    };
    const notices = async (run: string) => (await json('add', path, run)).found.notices;
    expect(await notices(await runFolder('b', 61, '2026-03-02T10:00:00Z'))).toEqual([]);
    expect(await notices(await runFolder('undated', 62))).toEqual([]);
    expect(await notices(await runFolder('c', 63, '2026-03-02T12:00:00+01:00'))).toEqual([]);
    const [notice, ...others] = await notices(await runFolder('a', 64, '2026-03-01T10:00:00Z'));
    expect(others).toEqual([]);
    expect(notice).toContain('run 4 was made on 2026-03-01T10:00:00Z by its manifest, before run 1');
  });

  test('says nothing of runs to come where the attack sees nothing', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    const blind = join(folder, 'blind.csv');
    const shuffled = (seed: number, i: number) => Math.sin(seed * 1000 + 7 * i);
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const rows = Array.from(
        { length: 400 },
        (_, i) => `${seed}-${i},${shuffled(seed, i)},${shuffled(seed + 9, 3 * i) > 0 ? 1 : 0}`,
      );
      writeFileSync(blind, `${['id,score,included', ...rows].join('\n')}\n`);
      const { code, out } = await onerun(['ledger', 'add', path, blind, '--details']);
      expect(code).toBe(0);
      expect(out).toContain('COULD NOT HAVE NOTICED');
      expect(out).not.toMatch(/runs? refutes?\b.*the claim: evidence/);
    }
    const page = join(folder, 'ledger.html');
    const { found } = await json('show', path, '--report', page);
    expect(found).toMatchObject({ outcome: 'could-not-have-noticed', runsExpected: null });
    expect(readFileSync(page, 'utf8')).toContain('class="verdict could-not-have-noticed"');
  });

  test('passes over a run whose coins were not fair, and goes on with the next', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    const file = join(folder, 'all-in.csv');
    const rows = Array.from({ length: 400 }, (_, i) => `${i},${Math.sin(i)},1`);
    writeFileSync(file, `${['id,score,included', ...rows].join('\n')}\n`);
    await onerun(['ledger', 'add', path, file]);
    const { found } = await json('add', path, await scores(folder, 1, 32));
    expect(found.runs.map(({ status }) => status)).toEqual(['void', 'added']);
  });

  test('names the end of the scores that is guessed, and fixes the direction of candidates too', async () => {
    const folder = temporaryFolder();
    const losses = await newLedger(folder, '-g', '60', '--sides', 'out', '--lower-is-in');
    expect((await onerun(['ledger', 'show', losses, '--details'])).out).toContain(
      'the top of the scores, as out',
    );
    const path = join(folder, 'candidates.jsonl');
    const design = ['--claim', CLAIM, '-m', '400', '-k', '4', '--lower-is-in'];
    expect((await onerun(['ledger', 'new', path, ...design])).code).toBe(0);
    expect((await json('show', path)).found.design.lowerIsIn).toBe(true);
  });

  test('exits with 1 ever after: a start too', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    for (const seed of [1, 2, 3, 4, 5])
      await onerun(['ledger', 'add', path, await scores(folder, 0.4, seed)]);
    const coins = join(folder, 'canaries.csv');
    await onerun(['canaries', '-m', '400', '--seed', '7', '--out', coins]);
    expect(await onerun(['ledger', 'start', path, '--commitment', `${coins}.commitment.json`])).toMatchObject(
      {
        code: 1,
        out: expect.stringContaining('is refuted already'),
      },
    );
  });

  test('is refused where a line was changed, and where its end is not the one expected', async () => {
    const folder = temporaryFolder();
    const path = await newLedger(folder, '-g', '60');
    for (const seed of [31, 32]) await onerun(['ledger', 'add', path, await scores(folder, 1, seed)]);
    const text = readFileSync(path, 'utf8');
    const { head } = (await json('show', path)).found;
    expect((await onerun(['ledger', 'show', path, '--expect-head', head])).code).toBe(0);
    const changed = join(folder, 'changed.jsonl');
    writeFileSync(changed, text.replace('"share":', '"share": '));
    expect((await onerun(['ledger', 'show', changed])).err).toContain('line 1;');
    const lines = text.split('\n');
    writeFileSync(changed, `${lines.slice(0, 2).join('\n')}\n`);
    expect((await onerun(['ledger', 'show', changed])).code).toBe(0);
    expect(await onerun(['ledger', 'show', changed, '--expect-head', head])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no line has that hash'),
    });
    writeFileSync(changed, text.slice(0, -20));
    expect(await onerun(['ledger', 'show', changed])).toMatchObject({
      code: 0,
      out: expect.stringContaining('is unfinished'),
    });
  });

  test('has flags for what a message names, and never replaces a ledger', async () => {
    const path = await newLedger(temporaryFolder());
    const again = await onerun(['ledger', 'new', path, '--claim', CLAIM, '-m', '400']);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('is never replaced') });
    const other = join(folder, 'other.jsonl');
    const same = await onerun(['ledger', 'new', other, '--claim', CLAIM, '-m', '400', '--violation', CLAIM]);
    expect(same).toMatchObject({ code: 2, err: expect.stringContaining('(--violation, --canaries)') });
    expect(existsSync(other)).toBe(false);
    const twice = await onerun(['ledger', 'new', other, '--claim', CLAIM, '--claim', CLAIM, '-m', '4']);
    expect(twice).toMatchObject({ code: 2, err: expect.stringContaining('--claim is given twice') });
    expect((await onerun(['ledger'])).code).toBe(2);
    expect((await onerun(['ledger', 'shwo', path])).code).toBe(2);
  });
});
