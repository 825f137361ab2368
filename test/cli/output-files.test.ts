import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Outputs } from '../../src/cli/output/index.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { CLAIM, HALF, read } from '../support/writers.ts';

describe('an input is never replaced, not even by force', () => {
  const paths = (where: string) => {
    const scores = join(where, 'scores.csv');
    copyFileSync(HALF, scores);
    symlinkSync(scores, join(where, 'link'));
    linkSync(scores, join(where, 'hard'));
    symlinkSync(where, join(where, 'round'));
    return { scores, others: ['scores.csv', './scores.csv', 'link', 'hard', 'round/scores.csv'] };
  };

  test.each(['--report', '--certificate'])('audit %s', async (option) => {
    const where = temporaryFolder();
    const { scores, others } = paths(where);
    const before = read(scores);
    for (const other of others) {
      const { code, err } = await onerun(['audit', scores, ...CLAIM, option, join(where, other), '--force']);
      expect(code).toBe(2);
      expect(err).toContain('it is an input of this command');
      expect(read(scores)).toBe(before);
    }
  });

  test('audit --plots, where a picture has the name of an input', async () => {
    const where = temporaryFolder();
    const { scores } = paths(where);
    linkSync(scores, join(where, 'roc.svg'));
    const { code, err } = await onerun(['audit', scores, ...CLAIM, '--plots', where, '--force']);
    expect(code).toBe(2);
    expect(err).toContain('roc.svg: it is an input of this command');
    expect(readdirSync(where)).not.toContain('scores.svg');
  });

  test('assignment, commitment, plan and manifest', async () => {
    const where = temporaryFolder();
    const at = (name: string) => join(where, name);
    await onerun(['canaries', '-m', '100', '--out', at('canaries.csv')]);
    await onerun(['plan', '-m', '100', ...CLAIM, '--out', at('plan.json')]);
    const ids = Array.from({ length: 100 }, (_, i) => `${i},${i % 7}`);
    writeFileSync(at('scores.csv'), `id,score\n${ids.join('\n')}\n`);
    const named = {
      scores: 'scores.csv',
      assignment: 'canaries.csv',
      commitment: 'canaries.csv.commitment.json',
      plan: 'plan.json',
    };
    writeFileSync(at('manifest.json'), JSON.stringify({ schema: 'onerun-run/1', ...named }));
    const typed = [
      ...['audit', at('scores.csv'), '--assignment', at(named.assignment), '--plan', at(named.plan)],
      ...['--commitment', at(named.commitment)],
    ];
    for (const name of Object.values(named))
      for (const audit of [typed, ['audit', where]]) {
        const before = read(at(name));
        const { code, err } = await onerun([...audit, '--report', at(name), '--force']);
        expect(code).toBe(2);
        expect(err, name).toContain('it is an input of this command');
        expect(read(at(name))).toBe(before);
      }
    const { err } = await onerun(['audit', where, '--report', at('manifest.json'), '--force']);
    expect(err).toContain('manifest.json: it is an input of this command');
  });

  test('recorded runs that reproduce reads', async () => {
    const where = temporaryFolder();
    copyFileSync(HALF, join(where, 'cifar10.csv'));
    const manifest = { schema: 'onerun-run/1', claim: CLAIM[1], scores: 'cifar10.csv', guesses: [40] };
    writeFileSync(join(where, 'manifest.json'), JSON.stringify(manifest));
    const args = ['reproduce', 'cifar10', '--recorded', where, '--out', where, '--force', '--workers', '1'];
    const { code, err } = await onerun(args);
    expect(code).toBe(2);
    expect(err).toContain('cifar10.csv: it is an input of this command');
    expect(read(join(where, 'cifar10.csv'))).toBe(read(HALF));
  });
});

describe('outputs of one command', () => {
  test('must be different files', async () => {
    const where = temporaryFolder();
    const path = join(where, 'a.svg');
    symlinkSync(where, join(where, 'round'));
    for (const other of [path, join(where, '.', 'a.svg'), join(where, 'round', 'a.svg')]) {
      const { code, err } = await onerun(['plan', '-m', '100', ...CLAIM, '--out', path, '--plot', other]);
      expect(code).toBe(2);
      expect(err).toContain(', which this command writes too, is the same file');
    }
    expect(readdirSync(where)).toEqual(['round']);
  });

  test('are all refused before the work where one cannot be written', async () => {
    const where = temporaryFolder();
    writeFileSync(join(where, 'bounds.png'), 'mine');
    const all = ['--report', join(where, 'r.html'), '--plots', where, '--certificate', join(where, 'c.json')];
    const { code, err } = await onerun(['audit', HALF, ...CLAIM, ...all]);
    expect(code).toBe(2);
    expect(err).toContain('bounds.png exists and is not replaced');
    expect(readdirSync(where)).toEqual(['bounds.png']);
  });

  test('get their names together: where one cannot be written, none does', async () => {
    const where = temporaryFolder();
    const at = (name: string) => join(where, name);
    writeFileSync(at('old'), 'old');
    const outputs = await Outputs.collect({
      files: ['new', 'old', 'late'].map(at),
      force: true,
    });
    for (const name of ['new', 'old', 'late']) outputs.put(at(name), 'content');
    // After it was looked at, in a folder that nothing can replace.
    mkdirSync(at('late'));
    await expect(outputs.place()).rejects.toThrow('late: it is a directory');
    expect(readdirSync(where).sort()).toEqual(['late', 'old']);
    expect(read(at('old'))).toBe('old');
  });

  test('do not replace what came to be there during the work', async () => {
    const where = temporaryFolder();
    const path = join(where, 'a.svg');
    const outputs = await Outputs.collect({ files: [path] });
    outputs.put(path, 'content');
    writeFileSync(path, 'mine');
    await expect(outputs.place()).rejects.toThrow('exists and is not replaced');
    expect(read(path)).toBe('mine');
    expect(readdirSync(where)).toEqual(['a.svg']);
  });

  test('a report may lie in the folder that is made for plots', async () => {
    const plots = join(temporaryFolder(), 'plots');
    const args = ['audit', HALF, ...CLAIM, '--method', 'paper', '--plots', plots];
    expect((await onerun([...args, '--report', join(plots, 'r.html')])).code).toBe(1);
    expect(readdirSync(plots)).toContain('r.html');
  });

  test('a folder for plots is made, and is not left behind where they cannot be written', async () => {
    const where = temporaryFolder();
    const plots = join(where, 'deep', 'plots');
    const audit = ['audit', HALF, ...CLAIM, '--method', 'paper', '--plots', plots];
    expect((await onerun(audit)).code).toBe(1);
    expect(readdirSync(plots).sort()).toEqual(
      ['bounds', 'roc-log', 'roc', 'scores'].flatMap((name) => [`${name}.png`, `${name}.svg`]),
    );
    rmSync(join(where, 'deep'), { recursive: true });
    expect((await onerun(['audit', join(where, 'none.csv'), ...CLAIM, '--plots', plots])).code).toBe(2);
    expect(existsSync(join(where, 'deep'))).toBe(false);
    // A variable that was not set.
    expect((await onerun([...audit.slice(0, -1), ''])).err).toContain('a folder that has no name');
    writeFileSync(join(where, 'deep'), '');
    expect((await onerun(audit)).err).toContain('cannot write to');
  });
});
