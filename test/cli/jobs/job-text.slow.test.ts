import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrayRanges } from '../../../src/cli/jobs/array-ranges.ts';
import { secondsOfTime } from '../../../src/cli/jobs/job-options.ts';
import { askedWords } from '../../../src/cli/jobs/part-words.ts';
import { slurmScript } from '../../../src/cli/jobs/slurm-script.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('array ranges', () => {
  test('are written as people would', () => {
    expect(arrayRanges([3, 7, 19, 20, 21, 22])).toBe('3,7,19-22');
    expect(arrayRanges([1])).toBe('1');
    expect(arrayRanges([1, 2])).toBe('1-2');
    expect(arrayRanges([])).toBe('');
  });

  test('list exactly the numbers they are made of, and no range could be joined to the next', () => {
    const rising = fc
      .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
      .map((numbers) => numbers.sort((a, b) => a - b));
    fc.assert(
      fc.property(rising, (numbers) => {
        const ranges = arrayRanges(numbers)
          .split(',')
          .map((range) => range.split('-').map(Number));
        const listed = ranges.flatMap(([first, last = first]) =>
          Array.from({ length: last - first + 1 }, (_, i) => first + i),
        );
        expect(listed).toEqual(numbers);
        ranges.slice(1).forEach(([first], i) => {
          expect(first).toBeGreaterThan((ranges[i].at(-1) ?? 0) + 1);
        });
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  ['90', 5400],
  ['30:15', 1815],
  ['2:30:00', 9000],
  ['1-12', 129_600],
  ['1-12:30', 131_400],
  ['0-0:01:05', 65],
])('the time %s is %d seconds, as in the manual of sbatch', (text, seconds) => {
  expect(secondsOfTime(text)).toBe(seconds);
});

test.each(['', 'x', '-5', '1:75', '1:2:3:4', '1-', '1.5', '10 '])('%j is no time', (text) => {
  expect(secondsOfTime(text)).toBeNaN();
});

/** Texts that a shell, a directive or a comment could take for more than text. */
const HOSTILE = [
  "it's",
  'two words',
  '"quoted"',
  '$(touch hacked)',
  '`touch hacked`',
  '$HOME',
  '!!',
  '; touch hacked',
  '#SBATCH --wrap=x',
  '\\',
  "\\'",
  '*',
  '~',
  '-n',
  '--version',
  '',
  ' ',
  'größe 数',
  '%A %%',
  '&& touch hacked',
  '{a,b}',
  '=',
];

const plan = { figure: 'gaussian', tasks: 24, parts: 8, missing: [2, 3, 8], seconds: 5 };
const setting = {
  folder: '/a b',
  partition: null,
  resources: { cpus: 2, memory: '2G', time: null },
};

test('a script hands every word to the program as it was typed, in real bash', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'on e run');
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\0" "$@" > words\n', { mode: 0o755 });
  for (const out of ["out dir's", '$(touch hacked)']) mkdirSync(join(folder, out));
  const words = askedWords(
    'gaussian',
    { simulate: true, seed: HOSTILE[0], from: ['x'], sigma: [0.5, 1e-7] },
    [],
  );
  expect(words).toEqual(['reproduce', 'gaussian', '--simulate', '--seed', "it's", '--sigma', '0.5,1e-7']);
  const all = [...words, ...HOSTILE.flatMap((seed) => askedWords('x', { seed }, []).slice(2))];
  const script = slurmScript(
    { ...plan, words: all, out: '$(touch hacked)', submit: 'sbatch x', merge: 'onerun x' },
    setting,
  );
  const file = join(folder, 'job.sbatch');
  writeFileSync(file, `#!/bin/bash\n${script}`);
  expect(spawnSync('bash', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  const env = { PATH: process.env.PATH, ONERUN: program, SLURM_ARRAY_TASK_ID: '3', SLURM_CPUS_PER_TASK: '2' };
  const ended = spawnSync('bash', [file], { cwd: folder, env, encoding: 'utf8' });
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(folder, 'words'), 'utf8').split('\0').slice(0, -1)).toEqual([
    ...all,
    ...['--shard', '3/8', '--workers', '2', '--out', '$(touch hacked)'],
  ]);
  expect(script).toContain(
    '\n#SBATCH --array=2-3,8\n#SBATCH --output="$(touch hacked)/slurm/gaussian-%A_%a.log"\n',
  );
  const alone = spawnSync('bash', [file], { cwd: folder, env: { PATH: process.env.PATH }, encoding: 'utf8' });
  expect(alone.stderr).toContain('this is an array job: submit it with sbatch');
  expect(alone.status).toBe(2);
});

test.each(['a\nb', 'a\rb', 'a\u0000b', '\u202eb'])('%j is refused rather than hidden in a script', (seed) => {
  expect(() => askedWords('gaussian', { seed }, [])).toThrow('invalid seed; a job takes no line ends');
});
