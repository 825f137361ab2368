import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { reason } from '../shell/system-error.ts';

const CHUNK = 1 << 20;

/** The most bytes of a line. */
const LONGEST = 1 << 28;

/** A line of a file, without its end. */
export interface FileLine {
  readonly bytes: Buffer;
  /** False for a last line that has no end. */
  readonly hasEnd: boolean;
}

/** The lines of a regular file of any length, which is never held as a whole. */
export function* fileLines(path: string): Generator<FileLine> {
  const file = opened(path);
  try {
    let rest: Buffer[] = [];
    let held = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const size = readSync(file, chunk, 0, CHUNK, null);
      if (size === 0) break;
      let begin = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < size; end = chunk.indexOf(10, begin)) {
        const last = chunk.subarray(begin, end);
        yield { bytes: rest.length === 0 ? last : Buffer.concat([...rest, last]), hasEnd: true };
        begin = end + 1;
        [rest, held] = [[], 0];
      }
      if (begin < size) rest.push(chunk.subarray(begin, size));
      held += size - begin;
      if (held > LONGEST)
        throw new InvalidInput(`cannot read ${quotedPath(path)}: a line of more than ${LONGEST} bytes`);
    }
    if (rest.length > 0) yield { bytes: Buffer.concat(rest), hasEnd: false };
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number {
  try {
    if (statSync(path).isFile()) return openSync(path, 'r');
  } catch (error) {
    throw new InvalidInput(`cannot read ${quotedPath(path)}: ${reason(error)}`);
  }
  throw new InvalidInput(`cannot read ${quotedPath(path)}: it is not a regular file`);
}
