import { accessSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { reason } from '../shell/system-error.ts';

/** A file that is to be written, as it was found. */
export interface Target {
  /** As it was named. */
  readonly name: string;
  /** Where it is, links followed. */
  readonly path: string;
  /** The rights of what is there; null where nothing is. */
  readonly there: { readonly mode: number } | null;
}

/** Files that must not be written to, by identity, and why, in words. */
export type Taken = ReadonlyMap<string, string>;

/** The identity of a file: equal for two paths to one file, through links of both kinds too. */
export function identity({ dev, ino }: { dev: bigint; ino: bigint }): string {
  return `${dev}:${ino}`;
}

export function cannotWrite(name: string, why: string): InvalidInput {
  return new InvalidInput(`cannot write ${quotedPath(name)}: ${why}`);
}

/**
 * A file as it may be written: a regular one or none yet, nobody's input. `made`: a folder that is made for
 * it.
 */
export function findTarget(name: string, taken: Taken = new Map(), made?: string): Target {
  if (name === '') throw cannotWrite(name, 'it has no name');
  // What is written must be readable again under the name that is told.
  if (name === '-')
    throw cannotWrite(name, 'it stands for standard input where files are read; ./- is a file of that name');
  const path = located(name, made);
  const info = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (info === undefined) return { name, path, there: null };
  if (info.isDirectory()) throw cannotWrite(name, 'it is a directory');
  if (!info.isFile()) throw cannotWrite(name, 'it is not a regular file');
  const use = taken.get(identity(info));
  if (use !== undefined) throw cannotWrite(name, `it is ${use}`);
  return { name, path, there: { mode: Number(info.mode) & 0o777 } };
}

/** Follows the links of a path that leads to a file, or into a folder where there is none yet. */
function located(name: string, made: string | undefined): string {
  const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
  try {
    return realpathSync.native(name);
  } catch (error) {
    if (!isMissing(error) || /[\\/]$/.test(name)) throw cannotWrite(name, reason(error));
  }
  if (lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink())
    throw cannotWrite(name, 'it is a link that leads nowhere');
  const folder = dirname(name);
  try {
    return join(realpathSync.native(folder), basename(name));
  } catch (error) {
    if (!isMissing(error)) throw cannotWrite(name, reason(error));
    if (made !== undefined && resolve(folder) === resolve(made)) return resolve(name);
    throw cannotWrite(name, `there is no folder ${quotedPath(folder)}: make it first`);
  }
}

/** Throws unless files may be made in a folder, or in the one above that is there. */
export function checkFolder(folder: string, name: string): void {
  try {
    accessSync(nearestFolder(folder), constants.W_OK);
  } catch (error) {
    throw error instanceof InvalidInput ? error : cannotWrite(name, reason(error));
  }
}

/** The nearest folder above that is there. */
function nearestFolder(folder: string): string {
  const refuse = (why: string) => new InvalidInput(`cannot write to ${quotedPath(folder)}: ${why}`);
  if (folder === '') throw new InvalidInput('cannot write to a folder that has no name');
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      if (statSync(at).isDirectory()) return at;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refuse(reason(error));
      if (lstatSync(at, { throwIfNoEntry: false }) === undefined) continue;
      throw refuse('it is a link that leads nowhere');
    }
    throw refuse('it is not a folder');
  }
}

/**
 * Makes a folder and those above it. One by one: Node's own way of making them all never ends where the
 * system says that a folder above is missing and it is there, as below /proc.
 */
export function makeFolders(folder: string): void {
  const path = resolve(folder);
  if (nearestFolder(folder) === path) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it in the meantime.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new InvalidInput(`cannot write to ${quotedPath(path)}: ${reason(error)}`);
  }
}
