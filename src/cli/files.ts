import { randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { access, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InvalidInput } from '../errors.ts';
import type { ByteSource } from '../io/index.ts';

/** A file as bytes to read in pieces. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await readable(path);
  return {
    name: basename(path),
    byteLength: size,
    async slice(start, end = size) {
      const file = await open(path);
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
        await file.read(bytes, 0, bytes.length, start);
        return bytes.buffer;
      } finally {
        await file.close();
      }
    },
    stream: () => createReadStream(path, { highWaterMark: 1 << 20 }),
  };
}

async function readable(path: string): Promise<{ size: number }> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw new InvalidInput(`cannot read ${path}: it is a directory`);
    await access(path);
    return info;
  } catch (error) {
    throw error instanceof InvalidInput ? error : new InvalidInput(`cannot read ${path}: ${reason(error)}`);
  }
}

/** For files with coins, salts or seeds: nobody else may read them. */
export const SECRET = { mode: 0o600 } as const;

/** Writes a file whole or not at all, through a temporary file beside it. */
export async function writeWhole(
  path: string,
  data: string | Uint8Array,
  options: { readonly mode?: number } = {},
): Promise<void> {
  const partial = join(dirname(path), `.${randomUUID()}.partial`);
  partials.add(partial);
  try {
    await writeFile(partial, data, options);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new InvalidInput(`cannot write ${path}: ${reason(error)}`);
  } finally {
    partials.delete(partial);
  }
}

/** Files being written: an interrupt takes them away. */
const partials = new Set<string>();

export function removePartials(): void {
  for (const partial of partials) rmSync(partial, { force: true });
}

/** Refuses to replace what cannot be made again, unless forced. */
export async function refuseToReplace(path: string, force: boolean): Promise<void> {
  if (force) return;
  const there = await stat(path).then(
    () => true,
    () => false,
  );
  if (there) throw new InvalidInput(`${path} exists and is not replaced; --force replaces it`);
}

/** A system error as a few words. */
function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
    ENOTDIR: 'part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  };
  return words[code ?? ''] ?? message;
}
