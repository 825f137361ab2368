/** Bytes that can be read in pieces: a file, or a dropped Blob. */
export interface ByteSource {
  /** As the user knows it; stands in every error. */
  readonly name: string;
  /** 0 where nobody knows before the end: a pipe. */
  readonly byteLength: number;
  /** Set where the bytes come once only and cannot be sliced: a pipe. */
  readonly once?: boolean;
  /** The bytes from `start` up to, without, `end` (the end of the file, unless stated). */
  slice(start: number, end?: number): Promise<ArrayBuffer>;
  /** All bytes from the first on; every call starts anew, unless they come once only. */
  stream(): AsyncIterable<Uint8Array>;
}

/** How much a stream hands on at once: small enough for progress to move. */
const PIECE = 1 << 18;
/** The same where every piece is a round trip. */
const BLOB_PIECE = 1 << 20;

/** A source that is in memory already. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    byteLength: bytes.length,
    async slice(start, end) {
      // Not bytes.slice: that of a Node Buffer copies nothing.
      return Uint8Array.from(bytes.subarray(start, end)).buffer;
    },
    async *stream() {
      for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    },
  };
}

/** What is asked of a Blob or File: so much of them that these types stand without the DOM's. */
export interface SlicedBytes {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file that a browser was given. */
export function blobSource(name: string, blob: SlicedBytes): ByteSource {
  return {
    name,
    byteLength: blob.size,
    slice: (start, end = blob.size) => blob.slice(start, end).arrayBuffer(),
    async *stream() {
      for (let at = 0; at < blob.size; at += BLOB_PIECE)
        yield new Uint8Array(await blob.slice(at, at + BLOB_PIECE).arrayBuffer());
    },
  };
}
