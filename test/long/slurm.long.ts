import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, onerunProcess } from '../support/process.ts';
import { read } from '../support/reproduce.ts';
import { hasSlurm, type SlurmCluster, startSlurm, until } from '../support/slurm.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** 26 tasks, most of them of a second. */
const SWEEP = [
  ...['reproduce', 'gaussian', '--simulate', '--games', '12', '--seed', "it's $(seed)"],
  ...['--sigma', '1,2', '-m', '1000,10000000', '--method', 'paper'],
];
const PARTS = 6;
/** Names that SLURM's directives and the shell must both take as they are. */
const OUT = `o'ut "1" $(x) 100%`;

const logOf = (folder: string, part: number, parts = PARTS) =>
  join(folder, OUT, `gaussian.shard-${part}-of-${parts}.jsonl`);

/** The keys of the tasks that a log holds, in its order. */
function keysIn(log: string): string[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
  return lines.flatMap((line) => JSON.parse(line).key ?? []);
}

/** The processes that run a part in a folder. */
function processesOf(part: number, folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return (
          words.includes(`${part}/${PARTS}`) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder)
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe.skipIf(!hasSlurm)('a sweep on two nodes of SLURM (needs slurmctld, slurmd, munged, root)', () => {
  let cluster: SlurmCluster;
  let folder: string;
  let program: string;
  beforeAll(async () => {
    cluster = await startSlurm();
    folder = join(temporaryFolder(), `a sweep's "folder" #1`);
    mkdirSync(folder);
    program = join(folder, 'on e run');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`, { mode: 0o755 });
  });
  afterAll(() => cluster?.stop());

  const written = (...more: string[]) => {
    const job = [
      ...SWEEP,
      '--slurm',
      'sweep.sbatch',
      '--tasks',
      String(PARTS),
      '--out',
      OUT,
      '--json',
      ...more,
    ];
    const { code, out, err } = onerunProcess(job, folder);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };
  const submit = (script: string, ...more: string[]) =>
    cluster.run('sbatch', ['--parsable', ...more, script], { cwd: folder, env: { ONERUN: program } }).trim();
  const queued = (job: string) =>
    cluster
      .run('squeue', ['-h', '-r', '-j', job, '-o', '%K %T %N'])
      .split('\n')
      .map((line) => line.split(' '));
  const ended = (job: string) =>
    until('the job ends', () => !/\w/.test(cluster.run('squeue', ['-h', '-j', job])), 600);

  test('goes on after elements were cancelled and killed, and merges to the bytes of one machine', async () => {
    const whole = temporaryFolder();
    expect(onerunProcess([...SWEEP, '--out', whole]).code).toBe(0);

    expect(written()).toMatchObject({ tasks: PARTS, array: '1-6' });
    copyFileSync(join(folder, 'sweep.sbatch'), join(folder, 'first.sbatch'));
    const job = submit('sweep.sbatch');
    // One that has not begun.
    cluster.run('scancel', [`${job}_6`]);
    const nodes = new Set<string>();
    await until('two elements are at work', () => {
      for (const [, state, node] of queued(job)) if (state === 'RUNNING') nodes.add(node);
      return nodes.size === 2 && [1, 2].every((part) => keysIn(logOf(folder, part)).length > 0);
    });
    expect([...nodes].sort()).toEqual(['n1', 'n2']);
    cluster.run('scancel', [`${job}_1`]);
    const [killed] = processesOf(2, program);
    process.kill(killed, 'SIGKILL');
    const kept = new Map([1, 2].map((part) => [part, keysIn(logOf(folder, part))]));
    await ended(job);
    for (const [part, keys] of kept) expect(keysIn(logOf(folder, part)).slice(0, keys.length)).toEqual(keys);

    const merge = ['reproduce', 'gaussian', '--merge', '--out', OUT];
    const early = onerunProcess([...merge, '--json'], folder);
    expect(early.code).toBe(2);
    expect(Object.keys(JSON.parse(early.out).figures[0].parts)).toEqual(['1/6', '2/6', '6/6']);
    expect(existsSync(join(folder, OUT, 'gaussian.csv'))).toBe(false);

    expect(written()).toMatchObject({ array: '1-2,6', missing: [1, 2, 6] });
    submit('sweep.sbatch', '--wait');
    const done = written();
    expect(done).toMatchObject({ script: null, array: null, missing: [], submit: null });
    // No task that a log held was done again.
    for (let part = 1; part <= PARTS; part++) {
      const keys = keysIn(logOf(folder, part));
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.slice(0, kept.get(part)?.length ?? 0)).toEqual(kept.get(part) ?? []);
    }

    const merged = onerunProcess(merge, folder);
    expect(merged.code).toBe(0);
    for (const file of ['gaussian.csv', 'gaussian.svg', 'gaussian.png'])
      expect(readFileSync(join(folder, OUT, file)).equals(readFileSync(join(whole, file))), file).toBe(true);
  });

  test('submitted again when all is done, every element ends at once and touches no log', async () => {
    const logs = () => Array.from({ length: PARTS }, (_, i) => read(logOf(folder, i + 1)));
    const before = logs();
    const job = submit('first.sbatch', '--wait');
    expect(logs()).toEqual(before);
    for (let part = 1; part <= PARTS; part++)
      expect(read(folder, OUT, 'slurm', `gaussian-${job}_${part}.log`)).toContain(
        `gaussian: part ${part}/${PARTS} is done`,
      );
    for (let part = 1; part <= PARTS; part++)
      expect(read(folder, OUT, 'slurm', `gaussian-${job}_${part}.log`)).toContain('(0 done now)');
  });

  test('stopped at its time limit, an element leaves whole lines and is listed as missing', async () => {
    const out = join(temporaryFolder(), 'out');
    const sweep = [
      'reproduce',
      'gaussian',
      '--simulate',
      '--games',
      '1000',
      '--sigma',
      '1',
      '-m',
      '10000000',
    ];
    const args = [...sweep, '--method', 'paper', '--slurm', 'late.sbatch', '--tasks', '1', '--out', out];
    expect(onerunProcess([...args, '--time', '1'], folder).code).toBe(0);
    const job = submit('late.sbatch');
    await ended(job);
    expect(cluster.run('scontrol', ['show', 'job', job])).toContain('JobState=TIMEOUT');
    const log = join(out, 'gaussian.shard-1-of-1.jsonl');
    const keys = keysIn(log);
    expect(keys.length).toBeGreaterThan(5);
    const { out: text, err } = onerunProcess([...args, '--json'], folder);
    expect({ err, missing: JSON.parse(text).missing }).toEqual({ err: '', missing: [1] });
  });
});
