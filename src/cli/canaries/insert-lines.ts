import { BYTE_ORDER_MARK, NEW_LINE, startsWithMark } from './line-bytes.ts';

/** A line to be inserted, and how many lines of the data set stand before it. */
export interface InsertedLine {
  readonly linesBefore: number;
  readonly line: string;
}

/**
 * The data set with lines inserted, in the order of their places. Every byte of it stays: where its last line
 * has no line end, neither has the last line of the result.
 */
export async function* withInsertions(
  stream: AsyncIterable<Uint8Array>,
  insertions: readonly InsertedLine[],
  lineEnd: string,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  /** How many lines have ended. Once one has, what is due before the next goes in. */
  let line = 0;
  let last = NEW_LINE;
  let begun = false;
  const due = () => at < insertions.length && insertions[at].linesBefore <= line;
  for await (const piece of withWholeMark(stream)) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const mark = !begun && startsWithMark(bytes) ? BYTE_ORDER_MARK.length : 0;
    begun = true;
    const parts: Uint8Array[] = [];
    let [copied, next] = [0, mark];
    while (at < insertions.length && next < bytes.length) {
      if (due()) {
        parts.push(bytes.subarray(copied, next));
        copied = next;
        while (due()) parts.push(Buffer.from(insertions[at++].line + lineEnd));
      }
      const end = bytes.indexOf(NEW_LINE, next);
      if (end < 0) break;
      next = end + 1;
      line++;
    }
    parts.push(bytes.subarray(copied));
    if (bytes.length > 0) last = bytes[bytes.length - 1];
    yield parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }
  const rest = insertions.slice(at).map((insertion) => insertion.line);
  if (rest.length > 0)
    yield Buffer.from(
      last === NEW_LINE ? rest.map((text) => text + lineEnd).join('') : lineEnd + rest.join(lineEnd),
    );
}

/** The same stream, whose first piece holds the whole of a byte order mark. */
async function* withWholeMark(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const piece of stream) {
    if (head === null) yield piece;
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < BYTE_ORDER_MARK.length) continue;
      yield head;
      head = null;
    }
  }
  if (head !== null) yield head;
}
