import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { InvalidInput } from '../errors.ts';
import { quotedPath } from '../quote.ts';
import { reason } from './system-error.ts';

/** A text of half a gigabyte cannot be held; what is read whole is far smaller. */
const LARGEST = 2 ** 28;
const PIECE = 1 << 20;

const cannotRead = (path: string, why: string) => new InvalidInput(`cannot read ${quotedPath(path)}: ${why}`);

/** The bytes of a file that is read at once: a regular file or a pipe, of bounded size. */
export async function wholeFile(path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  await eachPiece(path, (piece) => {
    pieces.push(piece);
    length += piece.length;
    if (length > LARGEST) throw cannotRead(path, `it has more than ${LARGEST} bytes`);
  });
  return Buffer.concat(pieces);
}

/** sha256 of a text and a file behind it, which may be large. */
export async function sha256File(path: string, before = ''): Promise<string> {
  const hash = createHash('sha256').update(before);
  await eachPiece(path, (piece) => hash.update(piece));
  return hash.digest('hex');
}

async function eachPiece(path: string, take: (piece: Buffer) => void): Promise<void> {
  let file: FileHandle | null = null;
  try {
    file = await open(path);
    const info = await file.stat();
    if (info.isDirectory()) throw cannotRead(path, 'it is a directory');
    if (info.isCharacterDevice() || info.isBlockDevice()) throw cannotRead(path, 'it is a device');
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
      if (bytesRead === 0) return;
      take(buffer.subarray(0, bytesRead));
    }
  } catch (error) {
    throw error instanceof InvalidInput ? error : cannotRead(path, reason(error));
  } finally {
    await file?.close();
  }
}
