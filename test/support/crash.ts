import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../src/numerics/index.ts';
import { CLI } from './process.ts';
import { temporaryFolder } from './temporary.ts';

const KILL_AT = new URL('kill-at.mjs', import.meta.url).href;

/** When a command is killed: at its n-th change to the disk, once a file is in place, or after some milliseconds. */
export type Moment =
  | { readonly change: number }
  | { readonly placed: string; readonly times?: number }
  | { readonly after: number }
  | null;

export interface Ended {
  readonly code: number | null;
  readonly killed: boolean;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line and kills it (SIGKILL) at a moment, unless it ends before. */
export function runKilled(args: readonly string[], moment: Moment): Promise<Ended> {
  const at =
    moment === null || 'after' in moment
      ? ''
      : 'change' in moment
        ? String(moment.change)
        : `${moment.times ?? 1} ${moment.placed}`;
  const child = spawn(process.execPath, [...(at === '' ? [] : ['--import', KILL_AT]), CLI, ...args], {
    env: { ...process.env, KILL_AT: at },
  });
  const timer =
    moment !== null && 'after' in moment ? setTimeout(() => child.kill('SIGKILL'), moment.after) : undefined;
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, killed: signal === 'SIGKILL', out, err });
    }),
  );
}

/**
 * The files of a folder and those below but for temporaries, by name, as text of their bytes; when a manifest
 * says that it was made is left out.
 */
export function filesOf(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('.partial') && statSync(join(folder, name)).isFile())
    .sort();
  return new Map(
    names.map((name) => [
      name,
      readFileSync(join(folder, name), 'latin1').replace(/"made": "[^"]*"/, '"made"'),
    ]),
  );
}

/** An IDX file of bytes. */
export function idx(sizes: readonly number[], bytes: (i: number) => number): Uint8Array {
  const head = Buffer.alloc(4 + 4 * sizes.length);
  head.writeUInt32BE(0x800 + sizes.length, 0);
  sizes.forEach((size, i) => {
    head.writeUInt32BE(size, 4 + 4 * i);
  });
  const count = sizes.reduce((a, b) => a * b, 1);
  return Buffer.concat([head, Uint8Array.from({ length: count }, (_, i) => bytes(i))]);
}

/** A small data set, so that a training takes less than a second. */
export function smallData(seed = 'small data'): string {
  const folder = temporaryFolder();
  const random = createRandom(seed);
  for (const [name, count] of [
    ['train', 60],
    ['t10k', 30],
  ] as const) {
    const image = () => random.integer(256);
    writeFileSync(join(folder, `${name}-images.idx3-ubyte`), idx([count, 4, 5], image));
    writeFileSync(
      join(folder, `${name}-labels.idx1-ubyte`),
      idx([count], (i) => i % 3),
    );
  }
  return folder;
}
