import type * as z from 'zod';
import { InvalidInput } from '../errors.ts';
import type { Limits } from '../io/index.ts';
import { whyNotJson } from '../json-shape.ts';
import { quoted, quotedPath } from '../quote.ts';
import { type FilePlace, hashOf, wholeBytes } from './file-place.ts';

/** A JSON file of a known form, and the hash of its bytes. */
export interface HashedDocument<T> {
  readonly document: T;
  readonly sha256: string;
}

/** Reads a JSON file of a known form; what does not fit is named by its path in the file. */
export async function readHashedIn<T>(
  place: FilePlace,
  path: string,
  schema: z.ZodType<T>,
  what: string,
  limits: Limits,
): Promise<HashedDocument<T>> {
  const bytes = await wholeBytes(place, path, limits);
  return { document: parseDocument(bytes, path, schema, what), sha256: hashOf(place, bytes) };
}

/** The document that the bytes of a file are. */
export function parseDocument<T>(bytes: Uint8Array, path: string, schema: z.ZodType<T>, what: string): T {
  const refused = (why: string) => new InvalidInput(`invalid ${what} ${quotedPath(path)}; ${why}`);
  // A decoder leaves out a byte order mark, which is not part of the text.
  const text = new TextDecoder().decode(bytes);
  const problem = whyNotJson(text);
  if (problem !== null) throw refused(problem);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw refused(`not JSON: ${quoted((error as Error).message)}`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue.path.length === 0 ? '' : `at ${quoted(issue.path.join('.'))}: `;
  throw refused(`${where}${quoted(issue.message, 300)}`);
}
