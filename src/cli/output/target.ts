import { type BigIntStats, rmSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { reason } from '../shell/system-error.ts';
import type { FileKind } from './kinds.ts';
import { partialName, type Rights, removePartial } from './partials.ts';

/** A file that is to be written, as it was found. */
export interface Target {
  /** As it was named. */
  readonly name: string;
  /** Where it is, links followed. */
  readonly path: string;
  readonly folder: string;
  /** The rights of what is there; null where nothing is. */
  readonly there: Rights | null;
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

/** Follows the links of a path that leads to a file, or into a folder where there is none yet. */
async function located(name: string): Promise<{ path: string; exists: boolean }> {
  const found = await lstat(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !/[\\/]$/.test(name)) return null;
    throw cannotWrite(name, reason(error));
  });
  const real = await realpath(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw cannotWrite(name, reason(error));
    if (found?.isSymbolicLink()) throw cannotWrite(name, 'it is a link that leads nowhere');
    return null;
  });
  if (real !== null) return { path: real, exists: true };
  const folder = await realpath(dirname(name)).catch((error: NodeJS.ErrnoException) => {
    const why = `there is no folder ${quotedPath(dirname(name))}: make it first`;
    throw cannotWrite(name, error.code === 'ENOENT' ? why : reason(error));
  });
  return { path: join(folder, basename(name)), exists: false };
}

/** What is there; null where it went since it was found. */
function statIfThere(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** A file as it may be written: a regular one or none yet, nobody's input. */
export async function findTarget(name: string, taken: Taken): Promise<Target> {
  if (name === '') throw cannotWrite(name, 'it has no name');
  // What is written must be readable again under the name that is told.
  if (name === '-')
    throw cannotWrite(name, 'it stands for standard input where files are read; ./- is a file of that name');
  const { path, exists } = await located(name);
  const folder = dirname(path);
  const info = exists ? await statIfThere(path) : null;
  if (info === null) return { name, path, folder, there: null };
  if (info.isDirectory()) throw cannotWrite(name, 'it is a directory');
  if (!info.isFile()) throw cannotWrite(name, 'it is not a regular file');
  const use = taken.get(identity(info));
  if (use !== undefined) throw cannotWrite(name, `it is ${use}`);
  const there = { mode: Number(info.mode) & 0o777, uid: Number(info.uid), gid: Number(info.gid) };
  return { name, path, folder, there };
}

/** A file in a folder that may be made for it. */
export async function findTargetIn(folder: string, file: string, taken: Taken): Promise<Target> {
  const name = join(folder, file);
  const ancestor = await nearestFolder(folder);
  if (ancestor === resolve(folder)) return findTarget(name, taken);
  const path = resolve(name);
  return { name, path, folder: dirname(path), there: null };
}

/** The nearest folder above that is there. */
export async function nearestFolder(folder: string): Promise<string> {
  if (folder === '') throw new InvalidInput('cannot write to a folder that has no name');
  for (let at = resolve(folder); ; at = dirname(at)) {
    const info = await stat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new InvalidInput(`cannot write to ${quotedPath(folder)}: ${reason(error)}`);
    });
    if (info?.isDirectory() === true) return at;
    if (info !== null) throw new InvalidInput(`cannot write to ${quotedPath(folder)}: it is not a folder`);
    const link = await lstat(at).catch(() => null);
    if (link !== null)
      throw new InvalidInput(`cannot write to ${quotedPath(folder)}: it is a link that leads nowhere`);
  }
}

/**
 * Makes a folder and those above it, and returns the first that was made; null where all were there. One by
 * one: Node's own way of making them all never ends where the system says that a folder above is missing and
 * it is there, as below /proc.
 */
export async function makeFolders(folder: string): Promise<string | null> {
  const missing: string[] = [];
  const there = await nearestFolder(folder);
  for (let at = resolve(folder); at !== there; at = dirname(at)) missing.unshift(at);
  let first: string | null = null;
  for (const path of missing)
    try {
      await mkdir(path);
      first ??= path;
    } catch (error) {
      // Another process may have made it in the meantime.
      const isThere = (await stat(path).catch(() => null))?.isDirectory() === true;
      if (!isThere) throw new InvalidInput(`cannot write to ${quotedPath(folder)}: ${reason(error)}`);
    }
  return first;
}

/** Refuses to replace what is not an earlier output of the same kind. */
export async function refuseStranger({ name, path, there }: Target, { made, what }: FileKind): Promise<void> {
  if (there === null) return;
  if ((there.mode & 0o222) === 0)
    throw new InvalidInput(`${quotedPath(name)} is write-protected and is not replaced; --force replaces it`);
  const ours = await made(path).catch((error) => {
    throw cannotWrite(name, reason(error));
  });
  if (ours) return;
  const why = what === null ? 'as it may not be possible to make it again' : `as it is not ${what}`;
  throw new InvalidInput(`${quotedPath(name)} exists and is not replaced, ${why}; --force replaces it`);
}

/** Throws unless files can be made in a folder, which is found out by making one. */
export function tryFolder(folder: string, name: string): void {
  const path = partialName(folder);
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    rmSync(path);
  } catch (error) {
    throw cannotWrite(name, reason(error));
  } finally {
    removePartial(path);
  }
}
