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
  let head = new Uint8Array(0);
  while (head.length < wanted) {
    const { done, value } = await rest.next();
    if (done) break;
    head = joined(head, value);
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
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A row longer than this is a quote that was never closed, or no text at all. */
const LONGEST_ROW = 1 << 22;

/**
 * Hands a stream to `step` in pieces that begin where a row begins. `step` reads the whole rows, says how many bytes
 * that was, and sees the rest again in front of the next piece; `last` tells that nothing follows.
 */
export async function eachPiece(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  step: (bytes: Uint8Array, last: boolean) => number,
): Promise<void> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of stream) {
    const bytes = rest.length === 0 ? piece : joined(rest, piece);
    rest = bytes.subarray(step(bytes, false));
    if (rest.length > LONGEST_ROW)
      throw invalid('row', { file }, `must be at most ${LONGEST_ROW} bytes long, with every quote closed`);
  }
  step(rest, true);
}

export function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
