import { createReadStream } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { InvalidInput } from '../errors.ts';
import type { ByteSource } from '../io/index.ts';
import { quotedPath } from '../quote.ts';
import { reason } from './system-error.ts';

export { writeWhole } from './output/index.ts';

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
    if (info.isDirectory()) throw new InvalidInput(`cannot read ${quotedPath(path)}: it is a directory`);
    await access(path);
    return info;
  } catch (error) {
    throw error instanceof InvalidInput
      ? error
      : new InvalidInput(`cannot read ${quotedPath(path)}: ${reason(error)}`);
  }
}

/** For files with coins, salts or seeds: nobody else may read them. */
export const SECRET = { secret: true } as const;
