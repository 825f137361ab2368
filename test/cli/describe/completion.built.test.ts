import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onerunProcess } from '../../support/process.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** A folder with files and a folder to offer. */
const folder = temporaryFolder();
for (const name of ['a $(b).csv', 'd1.csv', 'd[1].csv']) writeFileSync(join(folder, name), '');
mkdirSync(join(folder, 'folder'));

/** What is offered for the last word of each line. Bash also takes an equals sign for a word. */
const CASES: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [['au'], ['audit', 'audit-all']],
  [['audit', '--sid'], ['--sides']],
  [
    ['audit', '--sides', ''],
    ['both', 'in', 'out'],
  ],
  [['audit', 'a'], ['a $(b).csv']],
  [['audit', '--report', 'a'], ['a $(b).csv']],
  [
    ['audit', 'd'],
    ['d1.csv', 'd[1].csv'],
  ],
  [['audit', '--claim', 'a'], []],
  [
    ['ledger', ''],
    ['add', 'new', 'show', 'start'],
  ],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['verify', '--lower'], []],
];

function script(shell: string): string {
  const { code, out } = onerunProcess(['completion', shell]);
  expect(code).toBe(0);
  const path = join(folder, `.${shell}-completion`);
  writeFileSync(path, out);
  return path;
}

function said(shell: string, args: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(shell, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

test('bash completes commands, options, values and files, and runs no file name', () => {
  const path = script('bash');
  const tried = CASES.map(
    ([words]) =>
      `COMP_WORDS=(onerun ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _onerun; (IFS='|'; echo "\${COMPREPLY[*]}")`,
  );
  const lines = said('bash', ['--norc', '-c', [`source ${path}`, ...tried, 'complete -p onerun'].join('\n')]);
  expect(lines.at(-1)).toBe('complete -o filenames -F _onerun onerun');
  for (const [i, [words, offered]] of CASES.entries())
    expect(lines[i].split('|').sort(), words.join(' ')).toEqual(offered.length === 0 ? [''] : offered);
});

test.skipIf(!has('fish'))('fish does', () => {
  const path = script('fish');
  for (const [words, offered] of CASES) {
    const lines = said('fish', [
      '--no-config',
      '-c',
      `source ${path}; complete -C 'onerun ${words.join(' ')}'`,
    ]);
    const names = lines.map((line) => line.split('\t')[0].replaceAll('\\', '')).sort();
    expect(names, words.join(' ')).toEqual(offered.length === 0 ? [''] : offered);
  }
});

test.skipIf(!has('zsh'))('zsh reads the script and takes it for onerun', () => {
  const path = script('zsh');
  const load = `autoload -Uz compinit; compinit -u -D; source ${path}; print $_comps[onerun]; whence -w _onerun_ledger_add`;
  expect(said('zsh', ['-f', '-c', load])).toEqual(['_onerun', '_onerun_ledger_add: function']);
});

test('another shell is refused in a sentence', () => {
  const { code, err } = onerunProcess(['completion', 'powershell']);
  expect(code).toBe(2);
  expect(err).toMatch(/Allowed choices are bash, zsh, fish\.\n$/);
});
