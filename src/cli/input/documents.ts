import type * as z from 'zod';
import { InvalidInput } from '../../errors.ts';
import type { Limits } from '../../io/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { whyNotJson } from './json-shape.ts';
import { sha256Of } from './sha256.ts';
import { wholeFile } from './whole-file.ts';

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
export async function readHashed<T>(
  path: string,
  schema: z.ZodType<T>,
  what: string,
  limits?: Limits,
): Promise<{ document: T; sha256: string }> {
  const bytes = await wholeFile(path, limits);
  return { document: parseDocument(bytes, path, schema, what), sha256: sha256Of(bytes) };
}

/** The document that the bytes of a file are. */
export function parseDocument<T>(bytes: Buffer, path: string, schema: z.ZodType<T>, what: string): T {
  const refused = (why: string) => new InvalidInput(`invalid ${what} ${quotedPath(path)}; ${why}`);
  // A byte order mark is not part of the text.
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
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
