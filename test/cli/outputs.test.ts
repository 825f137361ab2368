import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolders, writeWhole } from '../../src/cli/output/index.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { ENDINGS, fileFor, mode, PARTIAL, read, WRITERS, writers } from '../support/writers.ts';

describe.each(writers)('%s', (writer) => {
  const command = WRITERS[writer];

  test('replaces a file that exists, its own earlier one too, by force alone', async () => {
    const path = fileFor(writer);
    const refused = {
      code: 2,
      out: '',
      err: expect.stringMatching(/ exists and is not replaced; --force replaces it\n$/),
    };
    writeFileSync(path, 'mine');
    expect(await onerun(command(path))).toMatchObject(refused);
    expect(read(path)).toBe('mine');
    expect((await onerun([...command(path), '--force'])).code).toBeLessThan(2);
    expect(read(path)).not.toBe('mine');
    expect(await onerun(command(path))).toMatchObject(refused);
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
    expect(statSync(link).ino).toBe(statSync(file).ino);
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
    writeWhole(seed, '{}', { secret: true });
    expect(mode(seed)).toBe(0o600);
  });

  test('the coins and their commitment are written together or not at all', async () => {
    const path = fileFor('canaries --out');
    mkdirSync(`${path}.commitment.json`);
    expect((await onerun([...WRITERS['canaries --out'](path), '--force'])).code).toBe(2);
    expect(existsSync(path)).toBe(false);
  });
});

test('folders are made one by one, and a place without any is refused rather than tried for ever', () => {
  const where = temporaryFolder();
  for (const _ of ['made', 'there']) makeFolders(join(where, 'a', 'b'));
  expect(readdirSync(join(where, 'a'))).toEqual(['b']);
  expect(() => makeFolders('')).toThrow('cannot write to a folder that has no name');
  if (process.platform === 'linux')
    expect(() => makeFolders('/proc/x/y')).toThrow('cannot write to /proc/x: ');
});
