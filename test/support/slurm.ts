import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './temporary.ts';

const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'scancel', 'scontrol', 'sinfo'];

/** Whether a cluster can be started here: Debian's slurmd, slurmctld, slurm-client and munge, and root. */
export const hasSlurm =
  process.getuid?.() === 0 &&
  PROGRAMS.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);

/** A cluster of two nodes on this machine, in a folder of its own. */
export interface SlurmCluster {
  /** Runs a command of SLURM and returns what it prints. */
  run(program: string, args: readonly string[], more?: { cwd?: string; env?: NodeJS.ProcessEnv }): string;
  stop(): Promise<void>;
}

const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));

/** Waits until something holds; throws with `what` after two minutes, or as many seconds as are stated. */
export async function until(what: string, holds: () => boolean, seconds = 120): Promise<void> {
  const end = performance.now() + 1000 * seconds;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    await pause(100);
  }
}

/** Whether a process is gone, or has ended and nobody has asked how. */
function hasEnded(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts munged, slurmctld and a slurmd for each of two nodes; all their files lie in one temporary folder. */
export async function startSlurm(): Promise<SlurmCluster> {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  for (const name of ['state', 'spool.n1', 'spool.n2']) mkdirSync(at(name));
  const nodes = [];
  for (const name of ['n1', 'n2'])
    nodes.push(
      `NodeName=${name} NodeHostname=localhost Port=${await freePort()} CPUs=1 RealMemory=2100 State=UNKNOWN`,
    );
  writeFileSync(
    at('slurm.conf'),
    [
      'ClusterName=test',
      'SlurmctldHost=localhost',
      `SlurmctldPort=${await freePort()}`,
      'SlurmUser=root',
      'SlurmdUser=root',
      'AuthType=auth/munge',
      `AuthInfo=socket=${at('munge.sock')}`,
      `StateSaveLocation=${at('state')}`,
      `SlurmdSpoolDir=${at('spool.%n')}`,
      `SlurmctldPidFile=${at('slurmctld.pid')}`,
      `SlurmdPidFile=${at('slurmd.%n.pid')}`,
      `SlurmctldLogFile=${at('slurmctld.log')}`,
      `SlurmdLogFile=${at('slurmd.%n.log')}`,
      'ProctrackType=proctrack/pgid',
      'TaskPlugin=task/none',
      'SelectType=select/cons_tres',
      'ReturnToService=2',
      'JobAcctGatherType=jobacct_gather/none',
      'AccountingStorageType=accounting_storage/none',
      ...nodes,
      'PartitionName=p Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP',
      '',
    ].join('\n'),
  );
  writeFileSync(at('munge.key'), randomBytes(1024), { mode: 0o400 });
  const env = { ...process.env, SLURM_CONF: at('slurm.conf') };
  const run: SlurmCluster['run'] = (program, args, more = {}) => {
    const ended = spawnSync(program, args, {
      encoding: 'utf8',
      cwd: more.cwd,
      env: { ...env, ...more.env },
      // A daemon keeps what it inherits open.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (ended.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ended.stderr}`);
    return ended.stdout;
  };
  const stop = async () => {
    for (const name of ['slurmd.n1', 'slurmd.n2', 'slurmctld', 'munged']) {
      const file = at(`${name}.pid`);
      if (!existsSync(file)) continue;
      const pid = Number(readFileSync(file, 'utf8'));
      process.kill(pid, 'SIGTERM');
      await until(`${name} ends`, () => hasEnded(pid));
    }
  };
  try {
    const own = { key: 'munge.key', pid: 'munged.pid', log: 'munged.log', seed: 'munge.seed' };
    const files = Object.entries(own).map(([what, name]) => `--${what}-file=${at(name)}`);
    // By force, since other users cannot reach a socket in this folder, and need not.
    run('munged', ['--force', `--socket=${at('munge.sock')}`, ...files]);
    run('slurmctld', ['-f', at('slurm.conf')]);
    for (const node of ['n1', 'n2']) run('slurmd', ['-f', at('slurm.conf'), '-N', node]);
    await until('both nodes are idle', () => /^2$/m.test(run('sinfo', ['-h', '-t', 'idle', '-o', '%D'])));
  } catch (error) {
    await stop();
    throw error;
  }
  return { run, stop };
}
