import { readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { InvalidInput } from '../errors.ts';
import { checkReadable } from './read-source.ts';

/** Reads a JSON file of a known form; what does not fit is named by its path in the file. */
export async function readDocument<T>(path: string, schema: z.ZodType<T>, what: string): Promise<T> {
  await checkReadable(path);
  const text = await readFile(path, 'utf8');
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new InvalidInput(`invalid ${what} ${path}; not JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidInput(
    `invalid ${what} ${path}; ${issue.path.length === 0 ? '' : `at ${issue.path.join('.')}: `}${issue.message}`,
  );
}
