import { invalid } from './refuse.ts';

/** The first bytes of a stream, and the stream with nothing taken away. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly stream: AsyncIterable<Uint8Array>;
  /** Lets go of the stream unread. */
  close(): Promise<void>;
}

/** Looks at the first `wanted` bytes, or all there are. */
export async function peek(stream: AsyncIterable<Uint8Array>, wanted: number): Promise<Peeked> {
  const rest = stream[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < wanted) {
    const { done, value } = await rest.next();
    if (done) break;
    head = joined([head, value]);
  }
  const close = async () => void (await rest.return?.());
  return { head, stream: replay(head, rest), close };
}

async function* replay(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** All bytes at once; `check` may refuse the length as it grows. */
export async function collect(
  stream: AsyncIterable<Uint8Array>,
  check: (length: number) => void,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    length += piece.length;
    check(length);
  }
  return joined(pieces);
}

/** A row longer than this is a quote that was never closed, or no text at all. */
const LONGEST_ROW = 1 << 22;

/**
 * Hands a stream to `step` in pieces that begin where a row begins. `step` reads the whole rows, says how
 * many bytes that was, and sees the rest again in front of the next piece; `last` tells that nothing follows.
 */
export async function eachPiece(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  step: (bytes: Uint8Array, last: boolean) => number,
): Promise<void> {
  let rest: Uint8Array = new Uint8Array(0);
  let waiting: Uint8Array[] = [];
  let waited = 0;
  for await (const piece of stream) {
    waiting.push(piece);
    waited += piece.length;
    // A row that goes on for several pieces is looked at again when it has doubled, not with every piece.
    if (waited < rest.length && rest.length + waited <= LONGEST_ROW) continue;
    const bytes = joined([rest, ...waiting]);
    waiting = [];
    waited = 0;
    rest = bytes.subarray(step(bytes, false));
    if (rest.length > LONGEST_ROW)
      throw invalid('row', { file }, `must be at most ${LONGEST_ROW} bytes long, with every quote closed`);
  }
  step(joined([rest, ...waiting]), true);
}

/** All parts in one; where only one holds anything, that one itself. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter((part) => part.length > 0);
  if (filled.length === 1) return filled[0];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
