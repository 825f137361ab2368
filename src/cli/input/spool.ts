import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { LimitReached, type Limits } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { reason } from '../shell/system-error.ts';
import { closeFile, openFile, writeAll } from './descriptor.ts';
import { FileSource } from './read-source.ts';

/**
 * Keeps a stream in a temporary file that only this user can read. Its name is removed before anything is
 * written, so that the system deletes it with the process, however that ends.
 */
export async function spool(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  limits: Limits,
): Promise<FileSource> {
  const path = join(tmpdir(), `onerun-${randomUUID()}.tmp`);
  const failed = (error: unknown) =>
    new InvalidInput(`cannot keep ${quotedPath(name)} in ${tmpdir()}: ${reason(error)}`);
  const file = await openFile(path, 'wx+', 0o600).catch((error: unknown) => {
    throw failed(error);
  });
  removeName(path);
  try {
    await copy(name, stream, file, limits, failed);
    return await FileSource.of(name, file);
  } catch (error) {
    await closeFile(file);
    throw error;
  }
}

/**
 * Removes the name of an open file; where the system does not allow that, the file is removed when the
 * process ends.
 */
function removeName(path: string): void {
  try {
    rmSync(path);
  } catch {
    process.once('exit', () => rmSync(path, { force: true }));
  }
}

async function copy(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  file: number,
  limits: Limits,
  failed: (error: unknown) => Error,
): Promise<void> {
  let size = 0;
  for await (const bytes of stream) {
    size += bytes.length;
    if (size > limits.bytes) throw new LimitReached(name, 'bytes', limits);
    await writeAll(file, bytes).catch((error: unknown) => {
      throw failed(error);
    });
  }
}
