import { close, fstat, open, read, write } from 'node:fs';
import { promisify } from 'node:util';

/** Files by their descriptors, which another process or a socket can take over. */
export const openFile = promisify(open);
export const closeFile = promisify(close);
const statFile = promisify(fstat);
const readFile = promisify(read);
const writeFile = promisify(write);

/** Size and time of the last change, which show whether a file was changed. */
export async function stateOf(file: number): Promise<{ size: number; changed: bigint }> {
  const { size, mtimeNs } = await statFile(file, { bigint: true });
  return { size: Number(size), changed: mtimeNs };
}

/** The bytes from `start` on, `length` of them or as many as there are. */
export async function readSlice(
  file: number,
  start: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await readFile(file, bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) return bytes.slice(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

export async function writeAll(file: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await writeFile(file, bytes, at, bytes.length - at, null)).bytesWritten;
}
