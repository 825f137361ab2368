import { stat } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import type { FilePlace } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { Limits } from '../../io/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { DISK } from '../input/disk.ts';
import { reason } from '../shell/system-error.ts';

/**
 * The files below a folder, by their paths within it, with slashes on every system: what is said of them is
 * the same on all machines that have the folder.
 */
export function folderPlace(folder: string): FilePlace {
  const at = (path: string) => join(folder, path);
  return {
    ...DISK,
    paths: {
      join: posix.join,
      dirname: posix.dirname,
      basename: (path) => posix.basename(path),
      resolve: (path) => resolve(at(path)),
    },
    isFolder: (path) => DISK.isFolder(at(path)),
    isThere: (path) => DISK.isThere(at(path)),
    leadsOut: (inner, path) => DISK.leadsOut(at(inner), at(path)),
    reading: async (paths, limits, read) => {
      for (const path of paths) {
        checkWithin(folder, path);
        await checkRegular(folder, path);
      }
      return DISK.reading(paths.map(at), limits, read);
    },
    onProgress: () => () => {},
  };
}

/** Throws unless a path stays within a folder: by its words, and by the links on its way. */
export function checkWithin(folder: string, path: string): void {
  const refused = (why: string) =>
    new InvalidInput(
      `invalid path; it must lie within the folder of all audits, and ${why}: ${quoted(path)}`,
    );
  if (path === '' || path.includes('\0')) throw refused('this is no name');
  if (/^([\\/]|[A-Za-z]:[\\/])/.test(path)) throw refused('this one begins elsewhere');
  if (path.split(/[\\/]/).includes('..')) throw refused('this one leads out of it');
  if (DISK.leadsOut(folder, join(folder, path))) throw refused('a link leads out of it');
}

/** The size of a regular file; throws where it is none: a pipe would wait for its writer. */
export async function checkRegular(folder: string, path: string): Promise<number> {
  const info = await stat(join(folder, path)).catch((error: unknown) => {
    throw new InvalidInput(`cannot read ${quotedPath(path)}: ${reason(error)}`);
  });
  if (!info.isFile()) throw new InvalidInput(`cannot read ${quotedPath(path)}: it is not a regular file`);
  return info.size;
}

/** The hash of a file below the folder, which need not fit into memory. */
export function hashIn(place: FilePlace, path: string, limits: Limits): Promise<string> {
  return place.reading([path], limits, async ([source]) => {
    const hash = place.createHash();
    for await (const piece of source.stream()) hash.update(piece);
    return hash.hex();
  });
}
