import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { openSource } from './read-source.ts';

/** The most bytes of a file that is read whole; a text of half a gigabyte could not be held. */
const LARGEST = 2 ** 28;

/**
 * The bytes of a file that is read at once: a regular file, a pipe or standard input (-), of bounded size.
 */
export async function wholeFile(path: string, limits: Limits = DEFAULT_LIMITS): Promise<Buffer> {
  const source = await openSource(path, limits);
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of source.stream()) {
      pieces.push(piece);
      length += piece.length;
      if (length > LARGEST)
        throw new InvalidInput(`cannot read ${quotedPath(path)}: it has more than ${LARGEST} bytes`);
    }
    await source.refuseIfChanged();
    return Buffer.concat(pieces);
  } finally {
    await source.close();
  }
}
