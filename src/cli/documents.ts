import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { InvalidInput } from '../errors.ts';
import { DEFAULT_LIMITS } from '../io/index.ts';
import { openSource } from './read-source.ts';

/** Plans, manifests and commitments are short; a certificate of many guesses is the longest. */
const LONGEST = 64e6;

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
  const bytes = await readBounded(path, what);
  let data: unknown;
  try {
    data = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new InvalidInput(`invalid ${what} ${path}; not JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success)
    return { document: parsed.data, sha256: createHash('sha256').update(bytes).digest('hex') };
  const [issue] = parsed.error.issues;
  throw new InvalidInput(
    `invalid ${what} ${path}; ${issue.path.length === 0 ? '' : `at ${issue.path.join('.')}: `}${issue.message}`,
  );
}

async function readBounded(path: string, what: string): Promise<Buffer> {
  const source = await openSource(path, DEFAULT_LIMITS);
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of source.stream()) {
      length += piece.length;
      if (length > LONGEST)
        throw new InvalidInput(`invalid ${what} ${path}; must have at most ${LONGEST} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } finally {
    await source.close();
  }
}
