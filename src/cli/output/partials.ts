import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cleanUpOnSignals } from '../shell/interrupt.ts';

/** Temporary files of this process, removed when it ends in order. */
const own = new Set<string>();
let watching = false;

/** `.onerun-PROCESS-MACHINE-RANDOM.partial` */
const NAME = /^\.onerun-(\d+)-([0-9a-f]{8})-[0-9a-f]{12}\.partial$/;

/**
 * Milliseconds after which a temporary file of another machine counts as abandoned: whether its process lives
 * cannot be asked from here, and writing a file never takes so long.
 */
const ABANDONED = 3_600_000;

/** Identifies this machine since its last start, within which a process number means one process. */
const MACHINE = createHash('sha256').update(`${hostname()} ${bootId()}`).digest('hex').slice(0, 8);

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  } catch {
    return '';
  }
}

/** A name for a temporary in a folder, to be given back with `removePartial`. */
export function partialName(folder: string): string {
  if (!watching) process.once('exit', removePartials);
  watching = true;
  const path = join(folder, `.onerun-${process.pid}-${MACHINE}-${randomBytes(6).toString('hex')}.partial`);
  own.add(path);
  cleanUpOnSignals(true);
  return path;
}

/** How a file is to be owned and may be read. */
export interface Rights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** What a file is to hold; a stream is read while it is written, so that it need not fit into memory. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Writes a temporary and waits until it is on the disk. `rights` null: those of any new file. */
export async function writePartial(
  path: string,
  data: FileContent,
  rights: Partial<Rights> | null,
): Promise<void> {
  const file = await open(path, 'wx', rights === null ? 0o666 : 0o600);
  try {
    if (typeof data === 'string' || data instanceof Uint8Array) await file.writeFile(data);
    // Each piece goes behind the one before.
    else for await (const piece of data) await file.writeFile(piece);
    if (rights?.uid !== undefined && rights.gid !== undefined)
      await file.chown(rights.uid, rights.gid).catch(() => {});
    if (rights?.mode !== undefined) await file.chmod(rights.mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

export function removePartial(path: string): void {
  rmSync(path, { force: true });
  own.delete(path);
  cleanUpOnSignals(own.size > 0);
}

function removePartials(): void {
  for (const path of own)
    try {
      removePartial(path);
    } catch {
      // The next run removes it.
    }
}

/** Removes what killed runs left in a folder; never what a living process is writing. */
export function removeStale(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) {
    const [, process, machine] = NAME.exec(name) ?? [];
    const path = join(folder, name);
    if (process === undefined || own.has(path)) continue;
    try {
      const info = lstatSync(path);
      const abandoned = machine === MACHINE ? !lives(Number(process)) : Date.now() - info.mtimeMs > ABANDONED;
      if (info.isFile() && abandoned) rmSync(path, { force: true });
    } catch {
      // Another process removed it, or we lack the permission.
    }
  }
}

/**
 * Whether a process lives. A file with our own number that is not in `own` is of an earlier process with that
 * number.
 */
function lives(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
