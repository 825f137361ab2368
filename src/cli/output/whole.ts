import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { signalsWait } from '../shell/interrupt.ts';
import { reason } from '../shell/system-error.ts';
import { cannotWrite, findTarget, type Target } from './target.ts';

/** A file that is to be written. */
interface NewFile {
  readonly target: Target;
  readonly data: string | Uint8Array;
  /** Whether it holds coins, a salt or a seed, so that only its owner may read it. */
  readonly secret?: boolean;
}

/** Writes one file whole or not at all. Whether it may be replaced is the caller's to know. */
export function writeWhole(path: string, data: string | Uint8Array, { secret = false } = {}): void {
  placeFiles([{ target: findTarget(path), data, secret }]);
}

/**
 * Writes all files beside their places and, once all of them are on the disk, removes those that are to be
 * `gone` and gives the new ones their names. Synchronous, so that no signal is handled in between.
 */
export function placeFiles(files: readonly NewFile[], gone: readonly string[] = []): void {
  const written: (readonly [temporary: string, target: Target])[] = [];
  let at = '';
  signalsWait(true);
  try {
    for (const file of files) {
      const { name, path } = file.target;
      at = name;
      const random = randomBytes(6).toString('hex');
      const temporary = join(dirname(path), `.onerun-${process.pid}-${random}.partial`);
      written.push([temporary, file.target]);
      writeTemporary(temporary, file);
    }
    for (const path of gone) rmSync(path);
    for (const [temporary, target] of written) {
      at = target.name;
      giveName(temporary, target);
    }
  } catch (error) {
    throw cannotWrite(at, reason(error));
  } finally {
    for (const [temporary] of written) rmSync(temporary, { force: true });
    // A signal that came meanwhile is handled before.
    setImmediate(() => signalsWait(false));
  }
}

function writeTemporary(path: string, { target: { there }, data, secret = false }: NewFile): void {
  const file = openSync(path, 'wx', secret || there !== null ? 0o600 : 0o666);
  try {
    writeFileSync(file, data);
    if (!secret && there !== null) fchmodSync(file, there.mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Unlike renaming, linking never replaces what has come to be there in the meantime. */
function giveName(temporary: string, { path, there }: Target): void {
  if (there === null)
    try {
      linkSync(temporary, path);
      return;
    } catch (error) {
      // Otherwise the disk has no links.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    }
  renameSync(temporary, path);
}
