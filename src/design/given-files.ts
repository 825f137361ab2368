import { InvalidInput } from '../errors.ts';
import { type ByteSource, blobSource, type SlicedBytes } from '../io/index.ts';
import { quotedPath } from '../quote.ts';
import { Sha256 } from '../sha256.ts';
import type { FilePlace, PathRules } from './file-place.ts';

/** A run folder as a browser hands it out: its files by their path in it. */
export interface RunFolderFiles {
  readonly name: string;
  readonly files: ReadonlyMap<string, SlicedBytes>;
}

/** Paths as a browser writes them. */
const PATHS: PathRules = {
  join(...parts) {
    const whole = parts.join('/');
    const steps = whole.split('/').filter((step) => step !== '' && step !== '.');
    return steps.length === 0 ? '.' : steps.join('/') + (whole.endsWith('/') ? '/' : '');
  },
  dirname: (path) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'),
  basename: (path) => path.slice(path.lastIndexOf('/') + 1),
  resolve: (path) => path,
};

/** The files of run folders that a browser was given; `onProgress` is called with the name of each. */
export function givenFiles(
  folders: readonly RunFolderFiles[],
  onProgress: (name: string) => (done: number, total: number) => void,
): FilePlace {
  const files = new Map(
    folders.flatMap(({ name, files: inside }) =>
      [...inside].map(([path, file]): [string, SlicedBytes] => [PATHS.join(name, path), file]),
    ),
  );
  const open = (path: string): ByteSource => {
    const file = files.get(path);
    if (file === undefined) throw new InvalidInput(`cannot read ${quotedPath(path)}: ${whyNone(path)}`);
    return blobSource(PATHS.basename(path), file);
  };
  const whyNone = (path: string): string => {
    const known = [...files.keys()];
    const folder = path.replace(/\/$/, '');
    if (folder === '.' || known.some((one) => one.startsWith(`${folder}/`))) return 'it is a directory';
    const isBelowFile = known.some((one) => path.startsWith(`${one}/`));
    return isBelowFile ? 'part of the path is not a folder' : 'there is no such file or folder';
  };
  return {
    paths: PATHS,
    isFolder: async (path) => folders.some(({ name }) => name === path),
    isThere: async (path) => files.has(path),
    // A browser hands out what a link leads to as a file of the folder, or not at all.
    leadsOut: () => false,
    reading: async (paths, limits, read) => read(paths.map(open), { limits }),
    createHash: () => new Sha256(),
    onProgress: (path) => onProgress(PATHS.basename(path)),
    option: (name) => name.replaceAll('-', ' '),
  };
}
