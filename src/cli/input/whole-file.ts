import { wholeBytes } from '../../design/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { DISK } from './disk.ts';

/**
 * The bytes of a file that is read at once: a regular file, a pipe or standard input (-), of bounded size.
 */
export async function wholeFile(path: string, limits: Limits = DEFAULT_LIMITS): Promise<Buffer> {
  const { buffer, byteOffset, length } = await wholeBytes(DISK, path, limits);
  return Buffer.from(buffer, byteOffset, length);
}
