import type * as z from 'zod';
import { type HashedDocument, readHashedIn } from '../../design/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { DISK } from './disk.ts';

/** Reads a JSON file of a known form; what does not fit is named by its path in the file. */
export async function readDocument<T>(
  path: string,
  schema: z.ZodType<T>,
  what: string,
  limits?: Limits,
): Promise<T> {
  return (await readHashed(path, schema, what, limits)).document;
}

/** The same, with the hash of the bytes that were read. */
export function readHashed<T>(
  path: string,
  schema: z.ZodType<T>,
  what: string,
  limits: Limits = DEFAULT_LIMITS,
): Promise<HashedDocument<T>> {
  return readHashedIn(DISK, path, schema, what, limits);
}
