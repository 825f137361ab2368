import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SMALL_SWEEP, words } from '../support/cli.ts';
import { bash, CLI } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const CLAIM = ['--claim', 'gaussian(sigma=3)'];
const SCORES = join(temporaryFolder(), 'scores.csv');
writeFileSync(SCORES, firstRows(new URL('../../examples/half-noise.csv', import.meta.url), 80));
const audit = (where: string) => [
  ...[
    'audit',
    SCORES,
    ...CLAIM,
    '--method',
    'optimal',
    '--family',
    'pure-dp',
    '--report',
    join(where, 'report.html'),
  ],
  ...['--certificate', join(where, 'certificate.json'), '--plots', where],
];
const FILES = [
  ...['bounds', 'roc', 'roc-log', 'scores'].flatMap((name) => [`${name}.png`, `${name}.svg`]),
  ...['certificate.json', 'report.html'],
].sort();

function firstRows(file: URL, rows: number): string {
  return readFileSync(file, 'utf8')
    .split(/(?<=\n)/)
    .slice(0, rows + 1)
    .join('');
}

describe('a full disk', () => {
  const writers: Readonly<Record<string, (where: string) => string[]>> = {
    audit,
    bound: (where) => ['bound', '-m', '100', '-c', '90', '--certificate', join(where, 'c.json')],
    curve: (where) => ['curve', ...CLAIM, '--plot', join(where, 'a.svg')],
    plan: (where) => [
      'plan',
      '-m',
      '100',
      ...CLAIM,
      '--out',
      join(where, 'p.json'),
      '--plot',
      join(where, 'p.png'),
    ],
    canaries: (where) => ['canaries', '-m', '1000', '--out', join(where, 'c.csv')],
    'canaries --text': (where) => [...words('canaries --text -m 10 --out'), join(where, 'c.csv')],
    simulate: (where) => [
      ...words('simulate --mechanism gaussian-sum --sigma 1 -m 99 --out'),
      join(where, 's.csv'),
    ],
  };

  test.each(Object.keys(writers))('leaves nothing of %s', (command) => {
    const where = temporaryFolder();
    const { code, out, err } = bash('ulimit -f 0; "$0" "$@"', writers[command](where));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^cannot write .*: it is larger than the system allows\n$/);
    expect(readdirSync(where)).toEqual([]);
  });

  test('that holds some of the files leaves none of them, and all of the old ones', () => {
    const where = temporaryFolder();
    expect(bash('"$0" "$@"', audit(where)).code).toBe(1);
    const before = FILES.map((file) => readFileSync(join(where, file)));
    // The certificate fits, the report does not.
    const { code, err } = bash('ulimit -f 16; "$0" "$@"', [...audit(where), '--force']);
    expect(code).toBe(2);
    expect(err).toContain('larger than the system allows');
    expect(readdirSync(where).sort()).toEqual(FILES);
    FILES.forEach((file, i) => {
      expect(readFileSync(join(where, file)).equals(before[i]), file).toBe(true);
    });
  });

  test('of reproduce keeps the log of what was done, and draws nothing', () => {
    const where = temporaryFolder();
    const args = [...SMALL_SWEEP, '--out', where];
    const { code, err } = bash('ulimit -f 2; "$0" "$@"', args);
    expect(code).toBe(2);
    expect(err).toMatch(/^cannot (read or )?write/);
    expect(readdirSync(where)).toEqual(['gaussian.jsonl']);
    expect(bash('"$0" "$@"', args).code).toBe(0);
  });

  test('on standard output is exit code 2, whatever the verdict', () => {
    for (const args of [
      ['bound', '-m', '1000', '-c', '900', '--claim', 'pure-dp(epsilon=0.1)'],
      ['--help'],
    ]) {
      const { code, err } = bash('"$0" "$@" > /dev/full', args);
      expect(code).toBe(2);
      expect(err).toBe('cannot write to standard output: the disk is full\n');
    }
    expect(bash('"$0" "$@" > /dev/full 2> /dev/full', ['--help']).code).toBe(2);
  });

  test('on standard output is exit code 2 where only the beginning fits', () => {
    const refuted = words('bound -m 1000 -c 900 --claim pure-dp(epsilon=0.1) --json');
    for (const args of [refuted, words('simulate --mechanism gaussian-sum --sigma 1 -m 1000')]) {
      const { code, err } = bash('ulimit -f 1; "$0" "$@" > cut', args, { cwd: temporaryFolder() });
      expect({ code, err }).toEqual({
        code: 2,
        err: 'cannot write to standard output: it is larger than the system allows\n',
      });
    }
  });
});

test('what comes through standard input, and where standard output goes, is never replaced', () => {
  const where = temporaryFolder();
  const scores = join(where, 'scores.csv');
  writeFileSync(scores, readFileSync(SCORES));
  const audit = ['audit', '-', ...CLAIM, '--method', 'paper', '--force'];
  const read = bash('"$0" "$@" --report scores.csv < scores.csv', audit, { cwd: where });
  expect(read).toMatchObject({ code: 2, out: '' });
  expect(read.err).toContain('scores.csv: it is an input of this command');
  const written = bash('"$0" "$@" --report out.html < scores.csv > out.html', audit, { cwd: where });
  expect(written.code).toBe(2);
  expect(written.err).toContain('out.html: it is where standard output goes');
  expect(readFileSync(scores).equals(readFileSync(SCORES))).toBe(true);
});

test('a closed pipe is quiet and keeps the code of the verdict', () => {
  const after = (args: string[]) => bash('"$0" "$@" | head -c 1 > /dev/null; exit $PIPESTATUS', args);
  const large = ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '100000'];
  expect(after(large)).toEqual({ code: 0, out: '', err: '' });
  const refuted = ['bound', '-m', '1000', '-c', '900', '--claim', 'pure-dp(epsilon=0.1)'];
  const shut = (args: string[]) => bash('{ sleep 0.1; "$0" "$@"; echo $? >&2; } | true', args);
  expect(shut(refuted)).toEqual({ code: 0, out: '', err: '1\n' });
  expect(shut(['bound', '-m', '10', '-c', '11']).err).toMatch(/^invalid correct.*\n2\n$/);
  // Nor does it matter who listens to complaints.
  expect(bash('"$0" "$@" 2>&-', refuted).code).toBe(1);
  expect(bash('"$0" "$@" > /dev/null 2> /dev/full', ['bound', '-m', '10', '-c', '11']).code).toBe(2);
});

/** Sends a signal when the n-th temporary comes into being; null where there are fewer. */
async function stopped(where: string, signal: NodeJS.Signals, n: number) {
  const child = spawn(process.execPath, [CLI, ...audit(where), '--force']);
  const seen = new Set<string>();
  const watcher = watch(where, (_, name) => {
    if (name?.endsWith('.partial') !== true) return;
    seen.add(name);
    if (seen.size === n) child.kill(signal);
  });
  const end = await new Promise((resolve) => child.once('exit', (code, killed) => resolve(killed ?? code)));
  watcher.close();
  return end;
}

describe('a run that is stopped while it writes', () => {
  test('by a kill leaves whole files, old or new', async () => {
    const where = temporaryFolder();
    const fresh = temporaryFolder();
    expect(bash('"$0" "$@"', audit(fresh)).code).toBe(1);
    for (const n of [4, 12]) {
      for (const file of FILES)
        if (n > 4) writeFileSync(join(where, file), readFileSync(join(fresh, file)));
        else rmSync(join(where, file), { force: true });
      expect(['SIGKILL', 1]).toContain(await stopped(where, 'SIGKILL', n));
      for (const file of FILES) {
        const path = join(where, file);
        if (!existsSync(path)) expect(n).toBe(4);
        else if (file === 'report.html') expect(readFileSync(path, 'utf8')).toMatch(/<\/html>\n$/);
        else expect(readFileSync(path).equals(readFileSync(join(fresh, file))), file).toBe(true);
      }
    }
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s leaves no temporary', async (signal) => {
    const where = temporaryFolder();
    const code = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal];
    // One that comes when all is in place finds nothing to clean up.
    expect([code, signal]).toContain(await stopped(where, signal, 2));
    expect([[], FILES]).toContainEqual(readdirSync(where).sort());
  });

  test('does not wait for a long computation to end', async () => {
    const long = ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '1000', '--repeat', '1e9'];
    const child = spawn(process.execPath, [CLI, ...long]);
    await new Promise((next) => setTimeout(next, 1500));
    child.kill('SIGTERM');
    const end = await new Promise((resolve) => child.once('exit', (code, killed) => resolve(killed ?? code)));
    expect(end).toBe('SIGTERM');
  });
});
