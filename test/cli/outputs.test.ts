import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Outputs, SVG, UNIQUE, writeWhole } from '../../src/cli/output/index.ts';
import { onerunHere } from '../support/cli.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'onerun-'));
const read = (path: string) => readFileSync(path, 'utf8');
const mode = (path: string) => statSync(path).mode & 0o777;
const HALF = join(folder(), 'half.csv');
writeFileSync(
  HALF,
  readFileSync(new URL('../../examples/half-noise.csv', import.meta.url), 'utf8')
    .split(/(?<=\n)/)
    .slice(0, 81)
    .join(''),
);
const CLAIM = ['--claim', 'gaussian(sigma=3)'];
const BOUND = ['bound', '-m', '100', '-g', '50', '-c', '49', '--claim', 'pure-dp(epsilon=1)'];
const PARTIAL = /\.partial$/;

/** Every option that writes a file, in its quickest form. */
const WRITERS: Readonly<Record<string, (path: string) => string[]>> = {
  'audit --report': (path) => [
    'audit',
    HALF,
    ...CLAIM,
    '--method',
    'paper',
    '--family',
    'pure-dp',
    '--report',
    path,
  ],
  'audit --certificate': (path) => [
    'audit',
    HALF,
    ...CLAIM,
    '--method',
    'optimal',
    '--family',
    'pure-dp',
    '--certificate',
    path,
  ],
  'bound --certificate': (path) => [...BOUND, '--method', 'optimal', '--certificate', path],
  'curve --plot (SVG)': (path) => ['curve', ...CLAIM, '--plot', path],
  'curve --plot (PNG)': (path) => ['curve', ...CLAIM, '--plot', path],
  'plan --out': (path) => ['plan', '-m', '100', ...CLAIM, '--out', path],
  'plan --plot': (path) => ['plan', '-m', '100', ...CLAIM, '--plot', path],
  'canaries --out': (path) => ['canaries', '-m', '10', '--out', path],
  'simulate --out': (path) => [
    'simulate',
    '--mechanism',
    'gaussian-sum',
    '--sigma',
    '1',
    '-m',
    '10',
    '--out',
    path,
  ],
};
const ENDINGS: Readonly<Record<string, string>> = {
  'audit --report': 'html',
  'curve --plot (SVG)': 'svg',
  'curve --plot (PNG)': 'png',
  'plan --plot': 'svg',
  'canaries --out': 'csv',
  'simulate --out': 'csv',
};
const writers = Object.keys(WRITERS);
const fileFor = (writer: string, where = folder()) => join(where, `a.${ENDINGS[writer] ?? 'json'}`);
/** What cannot be made again is not replaced either. */
const KEPT = ['plan --out', 'canaries --out', 'simulate --out'];

describe.each(writers)('%s', (writer) => {
  const command = WRITERS[writer];

  test('never replaces a file that onerun did not make, but by force; own earlier output it may', async () => {
    const path = fileFor(writer);
    for (const mine of ['mine', '']) {
      writeFileSync(path, mine);
      const refused = await onerunHere(command(path));
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.err).toMatch(/exists and is not replaced.*--force replaces it\n$/);
      expect(read(path)).toBe(mine);
    }
    expect((await onerunHere([...command(path), '--force'])).code).toBeLessThan(2);
    expect(read(path)).not.toBe('mine');
    const again = (await onerunHere(command(path))).code;
    if (KEPT.includes(writer)) expect(again).toBe(2);
    else expect(again).toBeLessThan(2);
    expect(readdirSync(join(path, '..')).filter((name) => PARTIAL.test(name))).toEqual([]);
  });

  test('refuses folders, devices, pipes, links to nothing, and places where nothing can be written', async () => {
    const where = folder();
    const ending = ENDINGS[writer] ?? 'json';
    const at = (name: string) => join(where, `${name}.${ending}`);
    mkdirSync(at('folder'));
    symlinkSync('/dev/full', at('device'));
    symlinkSync(join(where, 'nothing'), at('nowhere'));
    symlinkSync(at('circle'), at('circle'));
    writeFileSync(join(where, 'file'), '');
    for (const [path, why] of [
      [at('folder'), 'it is a directory'],
      [at('device'), 'it is not a regular file'],
      [at('nowhere'), 'it is a link that leads nowhere'],
      [at('circle'), 'its links lead in a circle'],
      [join(where, 'missing', `a.${ending}`), 'there is no such file or folder'],
      [join(where, 'file', `a.${ending}`), 'part of the path is not a folder'],
      [`/proc/a.${ending}`, 'there is no such file or folder'],
      [join(where, `${'x'.repeat(300)}.${ending}`), 'its name is too long'],
    ]) {
      const { code, out, err } = await onerunHere([...command(path), '--force']);
      expect({ code, out }, path).toEqual({ code: 2, out: '' });
      expect(err).toContain(`cannot write `);
      expect(err, path).toContain(why);
    }
  });

  test('keeps the rights of what it replaces', async () => {
    const path = fileFor(writer);
    await onerunHere(command(path));
    const secret = writer === 'canaries --out' || writer === 'plan --out';
    expect(mode(path)).toBe(secret ? 0o600 : 0o666 & ~process.umask());
    chmodSync(path, 0o640);
    expect((await onerunHere([...command(path), '--force'])).code).toBeLessThan(2);
    expect(mode(path)).toBe(secret ? 0o600 : 0o640);
  });
});

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
    const where = folder();
    const { scores, others } = paths(where);
    const before = read(scores);
    for (const other of others) {
      const { code, err } = await onerunHere([
        'audit',
        scores,
        ...CLAIM,
        option,
        join(where, other),
        '--force',
      ]);
      expect(code).toBe(2);
      expect(err).toContain('it is an input of this command');
      expect(read(scores)).toBe(before);
    }
  });

  test('audit --plots, where a picture has the name of an input', async () => {
    const where = folder();
    const { scores } = paths(where);
    linkSync(scores, join(where, 'roc.svg'));
    const { code, err } = await onerunHere(['audit', scores, ...CLAIM, '--plots', where, '--force']);
    expect(code).toBe(2);
    expect(err).toContain('roc.svg: it is an input of this command');
    expect(readdirSync(where)).not.toContain('scores.svg');
  });

  test('assignment, commitment, plan and manifest', async () => {
    const where = folder();
    const at = (name: string) => join(where, name);
    await onerunHere(['canaries', '-m', '100', '--out', at('canaries.csv')]);
    await onerunHere(['plan', '-m', '100', ...CLAIM, '--out', at('plan.json')]);
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
        const { code, err } = await onerunHere([...audit, '--report', at(name), '--force']);
        expect(code).toBe(2);
        expect(err, name).toContain('it is an input of this command');
        expect(read(at(name))).toBe(before);
      }
    const { err } = await onerunHere(['audit', where, '--report', at('manifest.json'), '--force']);
    expect(err).toContain('manifest.json: it is an input of this command');
  });

  test('recorded runs that reproduce reads', async () => {
    const where = folder();
    copyFileSync(HALF, join(where, 'cifar10.csv'));
    const manifest = { schema: 'onerun-run/1', claim: CLAIM[1], scores: 'cifar10.csv', guesses: [40] };
    writeFileSync(join(where, 'manifest.json'), JSON.stringify(manifest));
    const args = ['reproduce', 'cifar10', '--recorded', where, '--out', where, '--force', '--workers', '1'];
    const { code, err } = await onerunHere(args);
    expect(code).toBe(2);
    expect(err).toContain('cifar10.csv: it is an input of this command');
    expect(read(join(where, 'cifar10.csv'))).toBe(read(HALF));
  });
});

describe('outputs of one command', () => {
  test('must be different files', async () => {
    const where = folder();
    const path = join(where, 'a.svg');
    symlinkSync(where, join(where, 'round'));
    for (const other of [path, join(where, '.', 'a.svg'), join(where, 'round', 'a.svg')]) {
      const { code, err } = await onerunHere(['plan', '-m', '100', ...CLAIM, '--out', path, '--plot', other]);
      expect(code).toBe(2);
      expect(err).toContain('is the same file, and is written too');
    }
    expect(readdirSync(where)).toEqual(['round']);
  });

  test('are all refused before the work where one cannot be written', async () => {
    const where = folder();
    writeFileSync(join(where, 'bounds.png'), 'mine');
    const all = ['--report', join(where, 'r.html'), '--plots', where, '--certificate', join(where, 'c.json')];
    const { code, err } = await onerunHere(['audit', HALF, ...CLAIM, ...all]);
    expect(code).toBe(2);
    expect(err).toContain('bounds.png exists and is not replaced');
    expect(readdirSync(where)).toEqual(['bounds.png']);
  });

  test('are put in place together: where one cannot get its name, none does', async () => {
    const where = folder();
    const at = (name: string) => join(where, name);
    writeFileSync(at('old'), 'old');
    const outputs = await Outputs.collect({
      files: ['new', 'old', 'late'].map((name) => [at(name), UNIQUE] as const),
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
    const where = folder();
    const path = join(where, 'a.svg');
    const outputs = await Outputs.collect({ files: [[path, SVG]] });
    outputs.put(path, 'content');
    writeFileSync(path, 'mine');
    await expect(outputs.place()).rejects.toThrow('exists and is not replaced');
    expect(read(path)).toBe('mine');
    expect(readdirSync(where)).toEqual(['a.svg']);
  });

  test('a report may lie in the folder that is made for plots', async () => {
    const plots = join(folder(), 'plots');
    const args = ['audit', HALF, ...CLAIM, '--method', 'paper', '--plots', plots];
    expect((await onerunHere([...args, '--report', join(plots, 'r.html')])).code).toBe(1);
    expect(readdirSync(plots)).toContain('r.html');
  });

  test('a folder for plots is made, and is not left behind where they cannot be written', async () => {
    const where = folder();
    const plots = join(where, 'deep', 'plots');
    const audit = ['audit', HALF, ...CLAIM, '--method', 'paper', '--plots', plots];
    expect((await onerunHere(audit)).code).toBe(1);
    expect(readdirSync(plots).sort()).toEqual(
      ['bounds', 'budgets', 'roc', 'scores'].flatMap((name) => [`${name}.png`, `${name}.svg`]),
    );
    rmSync(join(where, 'deep'), { recursive: true });
    expect((await onerunHere(['audit', join(where, 'none.csv'), ...CLAIM, '--plots', plots])).code).toBe(2);
    expect(existsSync(join(where, 'deep'))).toBe(false);
    // A variable that was not set.
    expect((await onerunHere([...audit.slice(0, -1), ''])).err).toContain('a folder that has no name');
    writeFileSync(join(where, 'deep'), '');
    expect((await onerunHere(audit)).err).toContain('cannot write to');
  });
});

describe('a link to a file', () => {
  test('stays, and what it leads to is replaced under the same rules', async () => {
    const [where, elsewhere] = [folder(), folder()];
    const [link, file] = [join(where, 'a.svg'), join(elsewhere, 'b.svg')];
    writeFileSync(file, 'mine');
    symlinkSync(file, link);
    expect((await onerunHere(WRITERS['curve --plot (SVG)'](link))).code).toBe(2);
    expect(read(file)).toBe('mine');
    expect((await onerunHere([...WRITERS['curve --plot (SVG)'](link), '--force'])).code).toBe(0);
    expect(read(file)).toContain('<svg ');
    expect(readdirSync(elsewhere)).toEqual(['b.svg']);
    expect((await onerunHere(WRITERS['curve --plot (SVG)'](link))).code).toBe(0);
    expect(statSync(link).ino).toBe(statSync(file).ino);
  });
});

describe('own output', () => {
  test('is known by its content, not by its name or ending', async () => {
    const where = folder();
    const at = (name: string) => join(where, name);
    await onerunHere(WRITERS['curve --plot (SVG)'](at('a.svg')));
    await onerunHere(WRITERS['curve --plot (PNG)'](at('a.png')));
    // A picture under the other one's name is not what it is to become.
    copyFileSync(at('a.svg'), at('b.png'));
    copyFileSync(at('a.png'), at('b.svg'));
    for (const name of ['b.png', 'b.svg'])
      expect((await onerunHere(['curve', ...CLAIM, '--plot', at(name)])).code).toBe(2);
    copyFileSync(at('a.svg'), at('renamed.svg'));
    expect((await onerunHere(['curve', ...CLAIM, '--plot', at('renamed.svg')])).code).toBe(0);
    // Nor may a certificate take the place of a plan, though both are ours.
    await onerunHere(WRITERS['plan --out'](at('plan.json')));
    expect((await onerunHere(WRITERS['bound --certificate'](at('plan.json')))).code).toBe(2);
  });

  test('what is write-protected is not replaced unasked', async () => {
    const path = fileFor('curve --plot (SVG)');
    await onerunHere(WRITERS['curve --plot (SVG)'](path));
    chmodSync(path, 0o444);
    const { code, err } = await onerunHere(WRITERS['curve --plot (SVG)'](path));
    expect(code).toBe(2);
    expect(err).toContain('is write-protected and is not replaced');
    expect((await onerunHere([...WRITERS['curve --plot (SVG)'](path), '--force'])).code).toBe(0);
    expect(mode(path)).toBe(0o444);
  });

  test('of reproduce is known by its marks where the log is gone', async () => {
    const out = folder();
    const sweep = (sigma: string) =>
      onerunHere([
        'reproduce',
        'gaussian',
        '--sigma',
        sigma,
        '-m',
        '100',
        '--method',
        'paper',
        '--workers',
        '1',
        '--out',
        out,
      ]);
    expect((await sweep('1')).code).toBe(0);
    rmSync(join(out, 'gaussian.jsonl'));
    expect((await sweep('2')).code).toBe(0);
    expect(read(join(out, 'gaussian.csv'))).toMatch(/\n2,100,/);
  });
});

describe('secrets', () => {
  test('coins, salts and seeds are readable by their owner alone', async () => {
    const path = fileFor('canaries --out');
    await onerunHere(WRITERS['canaries --out'](path));
    expect(mode(path)).toBe(0o600);
    expect(mode(`${path}.commitment.json`)).toBe(0o600);
    chmodSync(path, 0o666);
    await onerunHere([...WRITERS['canaries --out'](path), '--force']);
    expect(mode(path)).toBe(0o600);
    const seed = join(folder(), 'seed.json');
    await writeWhole(seed, '{}', { secret: true });
    expect(mode(seed)).toBe(0o600);
  });

  test('the coins and their commitment are written together or not at all', async () => {
    const path = fileFor('canaries --out');
    mkdirSync(`${path}.commitment.json`);
    expect((await onerunHere([...WRITERS['canaries --out'](path), '--force'])).code).toBe(2);
    expect(existsSync(path)).toBe(false);
  });
});

describe('temporaries', () => {
  test('of killed runs are removed by the next; never a living one’s', async () => {
    const path = fileFor('curve --plot (SVG)');
    const where = join(path, '..');
    await onerunHere(WRITERS['curve --plot (SVG)'](path));
    // The name of one, from one that is being written.
    let name = '';
    const writing = writeWhole(join(where, 'b'), 'x'.repeat(1e6));
    while (name === '') {
      await new Promise(setImmediate);
      name = readdirSync(where).find((file) => PARTIAL.test(file)) ?? '';
    }
    await writing;
    const of = (pid: number, more = name.split('-').slice(2).join('-')) =>
      join(where, `.onerun-${pid}-${more}`);
    const [dead, living] = [of(4194305), of(process.ppid)];
    const [far, abandoned] = [
      of(process.ppid, '00000000-000000000001.partial'),
      of(1, '00000000-000000000002.partial'),
    ];
    const others = [join(where, '.mine.partial'), join(where, '.onerun-notes.partial')];
    for (const file of [dead, living, far, abandoned, ...others]) writeFileSync(file, '');
    utimesSync(abandoned, 1, 1);
    await onerunHere(WRITERS['curve --plot (SVG)'](path));
    expect([dead, abandoned].map(existsSync)).toEqual([false, false]);
    expect([living, far, ...others].map(existsSync)).toEqual([true, true, true, true]);
  });
});
