import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { InvalidInput } from '../errors.ts';
import { quoted, quotedPath } from '../quote.ts';
import { whyNotJson } from './json-shape.ts';
import { wholeFile } from './whole-file.ts';

/** Reads a JSON file of a known form; what does not fit is named by its path in the file. */
export async function readDocument<T>(path: string, schema: z.ZodType<T>, what: string): Promise<T> {
  return (await readHashed(path, schema, what)).document;
}

/** The same, with the hash of the bytes that were read. */
export async function readHashed<T>(
  path: string,
  schema: z.ZodType<T>,
  what: string,
): Promise<{ document: T; sha256: string }> {
  const refused = (why: string) => new InvalidInput(`invalid ${what} ${quotedPath(path)}; ${why}`);
  const bytes = await wholeFile(path);
  const text = bytes.toString('utf8');
  const problem = whyNotJson(text);
  if (problem !== null) throw refused(problem);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw refused(`not JSON: ${quoted((error as Error).message)}`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success)
    return { document: parsed.data, sha256: createHash('sha256').update(bytes).digest('hex') };
  const [issue] = parsed.error.issues;
  const where = issue.path.length === 0 ? '' : `at ${quoted(issue.path.join('.'))}: `;
  throw refused(`${where}${quoted(issue.message, 300)}`);
}
