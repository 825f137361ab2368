import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { partialName, removePartial } from './partials.ts';

/** A temporary that is on the disk, and the name it is to have. */
export interface Ready {
  readonly partial: string;
  readonly path: string;
  readonly folder: string;
  /** Whether something is there to be replaced. */
  readonly replaces: boolean;
}

/**
 * Gives all files their names, or none: where one cannot have its name, those before it are undone.
 * Synchronous, so that no signal is handled in between; only a kill can stop half-way, and then each name has
 * a whole file, old or new. Files that are to be `gone` are moved away first, in their order, and come back
 * where the rest fails.
 */
export function placeAll(files: readonly Ready[], gone: readonly string[] = []): void {
  const undo: (() => void)[] = [];
  const backups: string[] = [];
  try {
    for (const path of gone) {
      const backup = partialName(dirname(path));
      backups.push(backup);
      renameSync(path, backup);
      undo.push(() => renameSync(backup, path));
    }
    for (const { partial, path, folder, replaces } of files) {
      if (replaces) {
        if (files.length > 1) {
          const backup = partialName(folder);
          backups.push(backup);
          keep(path, backup);
          undo.push(() => renameSync(backup, path));
        }
        renameSync(partial, path);
      } else {
        nameNew(partial, path);
        undo.push(() => rmSync(path));
      }
    }
  } catch (error) {
    for (const back of undo.reverse())
      try {
        back();
      } catch {
        // The others are undone all the same.
      }
    throw error;
  } finally {
    backups.forEach(removePartial);
    for (const { partial } of files) removePartial(partial);
    for (const folder of new Set(files.map((file) => file.folder))) syncFolder(folder);
  }
}

/** A second name for what is about to be replaced, or a copy where the disk has no links. */
function keep(path: string, backup: string): void {
  try {
    linkSync(path, backup);
  } catch {
    copyFileSync(path, backup, constants.COPYFILE_EXCL);
  }
}

/** Unlike renaming, linking never replaces what has come to be there in the meantime. */
function nameNew(partial: string, path: string): void {
  try {
    linkSync(partial, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw error;
    renameSync(partial, path);
  }
}

/** Makes sure that the new names are on the disk, where the system lets a folder be opened. */
function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // The files are whole all the same.
  }
}
