/**
 * Unpacks one block of LZ4 into exactly `length` bytes; every step is checked against the ends of input and
 * output.
 */
export function unpackLz4(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  let at = 0;
  let filled = 0;
  const fail = () => {
    throw new Error('a page is damaged');
  };
  /** Lengths from 15 on go on in further bytes, as long as those are full. */
  const rest = (begin: number) => {
    let size = begin;
    if (begin < 15) return size;
    for (let byte = 255; byte === 255; size += byte) {
      if (at >= input.length) fail();
      byte = input[at++];
    }
    return size;
  };
  while (at < input.length) {
    const tag = input[at++];
    const literals = rest(tag >> 4);
    if (at + literals > input.length || filled + literals > length) fail();
    output.set(input.subarray(at, at + literals), filled);
    at += literals;
    filled += literals;
    if (at === input.length) break;
    const back = input[at] | (input[at + 1] << 8);
    at += 2;
    const size = rest(tag & 15) + 4;
    if (!(back > 0 && back <= filled) || at > input.length || filled + size > length) fail();
    for (let i = 0; i < size; i++) output[filled + i] = output[filled - back + i];
    filled += size;
  }
  if (filled !== length) fail();
  return output;
}

/** The older form: each block has its two lengths before it; some writers left them out. */
export function unpackFramedLz4(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const output = new Uint8Array(length);
  let at = 0;
  let filled = 0;
  while (at + 8 <= input.length) {
    const [size, packed] = [view.getUint32(at), view.getUint32(at + 4)];
    if (filled + size > length || at + 8 + packed > input.length) return unpackLz4(input, length);
    output.set(unpackLz4(input.subarray(at + 8, at + 8 + packed), size), filled);
    at += 8 + packed;
    filled += size;
  }
  return at === input.length && filled === length ? output : unpackLz4(input, length);
}
