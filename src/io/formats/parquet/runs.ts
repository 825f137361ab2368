/** Where runs end, and how many of their values are 1. */
interface Runs {
  readonly end: number;
  readonly ones: number;
}

/**
 * Skips values written as runs (one value repeated, or values packed to bits) without unpacking them. The
 * runs must come to `count` values and lie before `end`: the decoder itself would read on as far as they say.
 */
export function checkRuns(page: Uint8Array, start: number, end: number, width: number, count: number): Runs {
  let at = start;
  let left = count;
  let ones = 0;
  while (left > 0) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= end || shift > 28) throw new Error('a page breaks off');
      const byte = page[at++];
      head += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    const packed = head % 2 === 1;
    const size = packed ? 8 * ((head - 1) / 2) : head / 2;
    const bytes = packed ? (size / 8) * width : (width + 7) >> 3;
    // Packed values come in eights, of which the last may not all be needed.
    if (size === 0 || size > left + (packed ? 7 : 0) || at + bytes > end)
      throw new Error(`a run of ${size} values does not fit into its page`);
    const taken = Math.min(size, left);
    if (width === 1) ones += packed ? onesIn(page, at, taken) : page[at] === 1 ? taken : 0;
    at += bytes;
    left -= taken;
  }
  return { end: at, ones };
}

function onesIn(page: Uint8Array, at: number, count: number): number {
  let ones = 0;
  for (let i = 0; i < count; i++) ones += (page[at + (i >> 3)] >> (i & 7)) & 1;
  return ones;
}

/**
 * Goes through whole numbers written as differences in blocks (DELTA_BINARY_PACKED), of at most `widest` bits
 * each; returns where they end.
 */
export function checkDeltas(page: Uint8Array, start: number, count: number, widest: number): number {
  let at = start;
  const varint = () => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (at >= page.length) break;
      const byte = page[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw new Error('a page breaks off');
  };
  const [block, parts, total] = [varint(), varint(), varint()];
  const each = block / parts;
  if (!(block > 0 && block <= 1 << 20 && parts > 0 && Number.isInteger(each) && each % 8 === 0))
    throw new Error('a page is damaged');
  if (total !== count) throw new Error(`${count} values announced, ${total} in the page`);
  varint();
  for (let left = count - 1; left > 0; ) {
    varint();
    const widths = at;
    at += parts;
    if (at > page.length) throw new Error('a page breaks off');
    for (let part = 0; part < parts && left > 0; part++, left -= each) {
      if (page[widths + part] > widest) throw new Error('a page is damaged');
      at += (each / 8) * page[widths + part];
    }
    if (at > page.length) throw new Error('a page breaks off');
  }
  return at;
}
