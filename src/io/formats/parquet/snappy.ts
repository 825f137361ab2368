/** Unpacks Snappy into exactly `length` bytes; every step is checked against the ends of input and output. */
export function unpackSnappy(input: Uint8Array, length: number): Uint8Array {
  let at = 0;
  // The length at the beginning must be that of the page header.
  while (at < 5 && input[at] >= 128) at++;
  at++;
  const output = new Uint8Array(length);
  let filled = 0;
  const fail = () => {
    throw new Error('a page is damaged');
  };
  while (at < input.length) {
    const tag = input[at++];
    if ((tag & 3) === 0) {
      let size = (tag >> 2) + 1;
      if (size > 60) {
        const digits = size - 60;
        size = 1;
        for (let i = 0; i < digits; i++) size += input[at + i] * 2 ** (8 * i);
        at += digits;
      }
      if (!(at + size <= input.length) || filled + size > length) fail();
      if (size < 16) for (let i = 0; i < size; i++) output[filled + i] = input[at + i];
      else output.set(input.subarray(at, at + size), filled);
      at += size;
      filled += size;
    } else {
      const kind = tag & 3;
      const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
      const back =
        kind === 1
          ? input[at] + ((tag >> 5) << 8)
          : kind === 2
            ? input[at] + (input[at + 1] << 8)
            : input[at] + (input[at + 1] << 8) + (input[at + 2] << 16) + input[at + 3] * 2 ** 24;
      at += kind === 3 ? 4 : kind;
      if (!(back > 0 && back <= filled) || at > input.length || filled + size > length) fail();
      for (let i = 0; i < size; i++) output[filled + i] = output[filled - back + i];
      filled += size;
    }
  }
  if (filled !== length) fail();
  return output;
}
