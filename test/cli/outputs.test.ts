import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolders, writeWhole } from '../../src/cli/output/index.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { CLAIM, ENDINGS, fileFor, KEPT, mode, PARTIAL, read, WRITERS, writers } from '../support/writers.ts';

describe.each(writers)('%s', (writer) => {
  const command = WRITERS[writer];

  test('never replaces a file that onerun did not make, but by force; own earlier output it may', async () => {
    const path = fileFor(writer);
    for (const mine of ['mine', '']) {
      writeFileSync(path, mine);
      const refused = await onerun(command(path));
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.err).toMatch(/exists and is not replaced, as it (?:is not a |may not be possible)/);
      expect(refused.err).toMatch(/exists and is not replaced.*--force replaces it\n$/);
      expect(read(path)).toBe(mine);
    }
    expect((await onerun([...command(path), '--force'])).code).toBeLessThan(2);
    expect(read(path)).not.toBe('mine');
    const again = (await onerun(command(path))).code;
    if (KEPT.includes(writer)) expect(again).toBe(2);
    else expect(again).toBeLessThan(2);
    expect(readdirSync(join(path, '..')).filter((name) => PARTIAL.test(name))).toEqual([]);
  });

  test('refuses folders, devices, pipes, links to nothing, and places where nothing can be written', async () => {
    const where = temporaryFolder();
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
      [join(where, 'missing', `a.${ending}`), `there is no folder ${join(where, 'missing')}: make it first`],
      [join(where, 'file', `a.${ending}`), 'part of the path is not a folder'],
      [`/proc/a.${ending}`, 'there is no such file or folder'],
      [join(where, `${'x'.repeat(300)}.${ending}`), 'its name is too long'],
    ]) {
      const { code, out, err } = await onerun([...command(path), '--force']);
      expect({ code, out }, path).toEqual({ code: 2, out: '' });
      expect(err).toContain(`cannot write `);
      expect(err, path).toContain(why);
    }
  });

  test('refuses -, which is standard input wherever a file is read', async () => {
    const where = temporaryFolder();
    const { code, out, err } = await onerun([...command('-'), '--force'], where);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/cannot write -: .*\.\/-|must end in \.svg or \.png/);
    expect(readdirSync(where)).toEqual([]);
  });

  test('keeps the rights of what it replaces', async () => {
    const path = fileFor(writer);
    await onerun(command(path));
    const secret = writer === 'canaries --out' || writer === 'plan --out';
    expect(mode(path)).toBe(secret ? 0o600 : 0o666 & ~process.umask());
    chmodSync(path, 0o640);
    expect((await onerun([...command(path), '--force'])).code).toBeLessThan(2);
    expect(mode(path)).toBe(secret ? 0o600 : 0o640);
  });
});

describe('a link to a file', () => {
  test('stays, and what it leads to is replaced under the same rules', async () => {
    const [where, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const [link, file] = [join(where, 'a.svg'), join(elsewhere, 'b.svg')];
    writeFileSync(file, 'mine');
    symlinkSync(file, link);
    expect((await onerun(WRITERS['curve --plot (SVG)'](link))).code).toBe(2);
    expect(read(file)).toBe('mine');
    expect((await onerun([...WRITERS['curve --plot (SVG)'](link), '--force'])).code).toBe(0);
    expect(read(file)).toContain('<svg ');
    expect(readdirSync(elsewhere)).toEqual(['b.svg']);
    expect((await onerun(WRITERS['curve --plot (SVG)'](link))).code).toBe(0);
    expect(statSync(link).ino).toBe(statSync(file).ino);
  });
});

describe('own output', () => {
  test('is known by its content, not by its name or ending', async () => {
    const where = temporaryFolder();
    const at = (name: string) => join(where, name);
    await onerun(WRITERS['curve --plot (SVG)'](at('a.svg')));
    await onerun(WRITERS['curve --plot (PNG)'](at('a.png')));
    // A picture under the other one's name is not what it is to become.
    copyFileSync(at('a.svg'), at('b.png'));
    copyFileSync(at('a.png'), at('b.svg'));
    for (const name of ['b.png', 'b.svg'])
      expect((await onerun(['curve', ...CLAIM, '--plot', at(name)])).code).toBe(2);
    copyFileSync(at('a.svg'), at('renamed.svg'));
    expect((await onerun(['curve', ...CLAIM, '--plot', at('renamed.svg')])).code).toBe(0);
    // Nor may a certificate take the place of a plan, though both are ours.
    await onerun(WRITERS['plan --out'](at('plan.json')));
    expect((await onerun(WRITERS['bound --certificate'](at('plan.json')))).code).toBe(2);
  });

  test('what is write-protected is not replaced unasked', async () => {
    const path = fileFor('curve --plot (SVG)');
    await onerun(WRITERS['curve --plot (SVG)'](path));
    chmodSync(path, 0o444);
    const { code, err } = await onerun(WRITERS['curve --plot (SVG)'](path));
    expect(code).toBe(2);
    expect(err).toContain('is write-protected and is not replaced');
    expect((await onerun([...WRITERS['curve --plot (SVG)'](path), '--force'])).code).toBe(0);
    expect(mode(path)).toBe(0o444);
  });

  test('of reproduce is known by its marks where the log is gone', async () => {
    const out = temporaryFolder();
    const sweep = (sigma: string) =>
      onerun([
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
    await onerun(WRITERS['canaries --out'](path));
    expect(mode(path)).toBe(0o600);
    expect(mode(`${path}.commitment.json`)).toBe(0o600);
    chmodSync(path, 0o666);
    await onerun([...WRITERS['canaries --out'](path), '--force']);
    expect(mode(path)).toBe(0o600);
    const seed = join(temporaryFolder(), 'seed.json');
    await writeWhole(seed, '{}', { secret: true });
    expect(mode(seed)).toBe(0o600);
  });

  test('the coins and their commitment are written together or not at all', async () => {
    const path = fileFor('canaries --out');
    mkdirSync(`${path}.commitment.json`);
    expect((await onerun([...WRITERS['canaries --out'](path), '--force'])).code).toBe(2);
    expect(existsSync(path)).toBe(false);
  });
});

describe('temporaries', () => {
  test('of killed runs are removed by the next; never a living one’s', async () => {
    const path = fileFor('curve --plot (SVG)');
    const where = join(path, '..');
    await onerun(WRITERS['curve --plot (SVG)'](path));
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
    await onerun(WRITERS['curve --plot (SVG)'](path));
    expect([dead, abandoned].map(existsSync)).toEqual([false, false]);
    expect([living, far, ...others].map(existsSync)).toEqual([true, true, true, true]);
  });
});

test('folders are made one by one, and a place without any is refused rather than tried for ever', async () => {
  const where = temporaryFolder();
  expect(await makeFolders(join(where, 'a', 'b'))).toBe(join(where, 'a'));
  expect(await makeFolders(join(where, 'a', 'b'))).toBe(null);
  await expect(makeFolders('')).rejects.toThrow('cannot write to a folder that has no name');
  if (process.platform === 'linux')
    await expect(makeFolders('/proc/x/y')).rejects.toThrow('cannot write to /proc/x/y: ');
});
