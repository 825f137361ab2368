import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { temporaryFolder } from './temporary.ts';

const KILL_AT = new URL('kill-at.mjs', import.meta.url).href;
/** The programs of these processes, put together once: they start in a fraction of the time of their sources. */
const BUILT = temporaryFolder();
await build({
  input: [
    fileURLToPath(new URL('ledger-writer.ts', import.meta.url)),
    fileURLToPath(new URL('ledger-racer.ts', import.meta.url)),
  ],
  platform: 'node',
  output: { dir: BUILT, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  logLevel: 'silent',
});
export const WRITER: string = join(BUILT, 'ledger-writer.mjs');
export const RACER: string = join(BUILT, 'ledger-racer.mjs');

/** A process that adds notes to a ledger. */
export interface LedgerWriter {
  readonly child: ChildProcess;
  /** When it has ended: how many notes it reported as written. */
  readonly ended: Promise<{ readonly code: number | null; readonly written: number; readonly err: string }>;
}

/** Starts one; `killAt`: the change to the disk at which it is killed. */
export function startWriter(
  [path, name, count, pause = 0]: readonly [path: string, name: string, count: number, pause?: number],
  killAt?: number,
): LedgerWriter {
  const loaded = killAt === undefined ? [] : ['--import', KILL_AT];
  const child = spawn(process.execPath, [...loaded, WRITER, path, name, String(count), String(pause)], {
    env: { ...process.env, KILL_AT: String(killAt ?? '') },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const ended = new Promise<Awaited<LedgerWriter['ended']>>((resolve) =>
    child.on('close', (code) => resolve({ code, written: out.split('\n').length - 1, err })),
  );
  return { child, ended };
}

/** What lies in the folder of a ledger. */
export const besideLedger = (path: string): string[] => readdirSync(dirname(path)).sort();

/** How many of a writer's notes are there; they must be its first ones, in their order. */
export function notesBy(notes: readonly string[], name: string): number {
  const numbers = notes
    .filter((note) => note.startsWith(`${name} `))
    .map((note) => Number(note.split(' ')[1]));
  numbers.forEach((number, i) => {
    if (number !== i) throw new Error(`note ${number} of ${name} stands in the place of ${i}`);
  });
  return numbers.length;
}
