/** The sign of a double, in its upper word. */
const SIGN = 0x80000000;

/** So few of all values are copied. */
const SHARE = 32;

/**
 * Values among which the n-th largest of `values` is, and its rank among those: at most one in 32, or the
 * only one. Values are counted by sixteen of their bits at a time, from the first on, so that a hundred
 * million of them need no copy. NaN must not be among them.
 */
export function narrowed(values: Float64Array, n: number): { few: Float64Array; rank: number } {
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const counts = new Uint32Array(1 << 16);
  // What is known of the bits of the value, and which are known.
  const known = { upper: 0, lower: 0, upperMask: 0, lowerMask: 0 };
  let rank = n;
  for (let level = 0; ; level++) {
    const shift = level % 2 === 0 ? 16 : 0;
    countBits(words, counts, known, level < 2, shift);
    let bits = 0xffff;
    while (rank > counts[bits]) rank -= counts[bits--];
    if (level < 2) {
      known.upper |= bits << shift;
      known.upperMask |= 0xffff << shift;
    } else {
      known.lower |= bits << shift;
      known.lowerMask |= 0xffff << shift;
    }
    // With all bits known the values are equal, and one of them is enough.
    if (level === 3) return { few: matching(values, words, known, 1), rank: 1 };
    if (counts[bits] <= values.length / SHARE)
      return { few: matching(values, words, known, counts[bits]), rank };
  }
}

interface KnownBits {
  upper: number;
  lower: number;
  upperMask: number;
  lowerMask: number;
}

/** Counts sixteen bits of those values whose other bits are known. */
function countBits(
  words: Uint32Array,
  counts: Uint32Array,
  { upper, lower, upperMask, lowerMask }: KnownBits,
  ofUpper: boolean,
  shift: number,
): void {
  counts.fill(0);
  for (let i = 0; i < words.length; i += 2) {
    // As whole numbers without a sign these are in the order of the values: of a negative one all bits are
    // inverted, of the others the sign alone.
    const flip = words[i + 1] >> 31;
    const high = words[i + 1] ^ (flip | SIGN);
    const low = words[i] ^ flip;
    if ((high & upperMask) === upper && (low & lowerMask) === lower)
      counts[((ofUpper ? high : low) >>> shift) & 0xffff]++;
  }
}

/** The first `count` values with the known bits. */
function matching(
  values: Float64Array,
  words: Uint32Array,
  { upper, lower, upperMask, lowerMask }: KnownBits,
  count: number,
): Float64Array {
  const found = new Float64Array(count);
  let filled = 0;
  for (let i = 0; i < values.length && filled < count; i++) {
    const flip = words[2 * i + 1] >> 31;
    const high = words[2 * i + 1] ^ (flip | SIGN);
    const low = words[2 * i] ^ flip;
    if ((high & upperMask) === upper && (low & lowerMask) === lower) found[filled++] = values[i];
  }
  return found;
}
