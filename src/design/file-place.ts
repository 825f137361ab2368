import { InvalidInput } from '../errors.ts';
import type { ByteSource, Hash, Limits, ReadOptions } from '../io/index.ts';
import { quotedPath } from '../quote.ts';

/** Where the files of an audit lie: on a disk, or among those that a browser was given. */
export interface FilePlace {
  readonly paths: PathRules;
  isFolder(path: string): Promise<boolean>;
  isThere(path: string): Promise<boolean>;
  /** Whether links lead from a path in a folder to a file outside of it. */
  leadsOut(folder: string, path: string): boolean;
  /** Opens files, hands them to a reader, and closes them when it is done. */
  reading<T>(paths: readonly string[], limits: Limits, read: OpenFilesReader<T>): Promise<T>;
  createHash(): Hash;
  /** Is told how much of a file was read. */
  onProgress(path: string): NonNullable<ReadOptions['onProgress']>;
  /** An option as the user states it, for sentences about it: `--depart-from-plan`. */
  option(name: string): string;
}

/** What paths are made of. */
export interface PathRules {
  join(...parts: string[]): string;
  dirname(path: string): string;
  basename(path: string): string;
  /** The same text for two paths to one file. */
  resolve(path: string): string;
}

/** Reads open files, in the order of their paths. */
type OpenFilesReader<T> = (
  sources: readonly ByteSource[],
  how: Pick<ReadOptions, 'limits' | 'platform'>,
) => Promise<T>;

/** The most bytes of a file that is read whole; a text of half a gigabyte could not be held. */
const LARGEST = 2 ** 28;

/** The bytes of a file that is read at once, of bounded size. */
export function wholeBytes(place: FilePlace, path: string, limits: Limits): Promise<Uint8Array> {
  return place.reading([path], limits, async ([source]) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of source.stream()) {
      pieces.push(piece);
      length += piece.length;
      if (length > LARGEST)
        throw new InvalidInput(`cannot read ${quotedPath(path)}: it has more than ${LARGEST} bytes`);
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  });
}

/** The hash of texts and bytes one after the other. */
export function hashOf(place: FilePlace, ...parts: readonly (Uint8Array | string)[]): string {
  const hash = place.createHash();
  for (const part of parts) hash.update(typeof part === 'string' ? new TextEncoder().encode(part) : part);
  return hash.hex();
}
