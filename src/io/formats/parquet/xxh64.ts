const MASK = 2n ** 64n - 1n;
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

/** The lower half of XXH64 with seed 0: the checksum at the end of a Zstandard frame. */
export function xxh64Low(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  let at = length - (length % 32);
  let hash = (at > 0 ? wholeStripes(view, at) : P5) + BigInt(length);
  for (; at + 8 <= length; at += 8)
    hash = rotated(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4;
  if (at + 4 <= length) {
    hash = rotated(hash ^ (BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3;
    at += 4;
  }
  for (; at < length; at++) hash = rotated(hash ^ (BigInt(bytes[at]) * P5), 11n) * P1;
  hash &= MASK;
  hash = ((hash ^ (hash >> 33n)) * P2) & MASK;
  hash = ((hash ^ (hash >> 29n)) * P3) & MASK;
  return Number((hash ^ (hash >> 32n)) & 0xffffffffn);
}

function rotated(value: bigint, bits: bigint): bigint {
  const word = value & MASK;
  return ((word << bits) | (word >> (64n - bits))) & MASK;
}

function round(lane: bigint, input: bigint): bigint {
  return (rotated(lane + input * P2, 31n) * P1) & MASK;
}

/** The hash state after the stripes of 32 bytes before `end`. */
function wholeStripes(view: DataView, end: number): bigint {
  const lanes = [P1 + P2, P2, 0n, -P1].map((start, lane) => laneOf(view, 8 * lane, end, start & MASK));
  const turned = [1n, 7n, 12n, 18n].map((bits, lane) => rotated(lanes[lane], bits));
  const sum = turned.reduce((total, word) => total + word);
  return lanes.reduce((hash, lane) => ((hash ^ round(0n, lane)) * P1 + P4) & MASK, sum & MASK);
}

const [P1_HIGH, P1_LOW] = [0x9e3779b1, 0x85ebca87];
const [P2_HIGH, P2_LOW] = [0xc2b2ae3d, 0x27d4eb4f];

/**
 * One lane: a word of 8 bytes in every 32. The rounds are those of `round` in two halves of 32 bits, whose
 * products are put together from 16 by 16 bits: many times as fast as BigInt.
 */
function laneOf(view: DataView, start: number, end: number, before: bigint): bigint {
  let high = Number(before >> 32n) | 0;
  let low = Number(before & 0xffffffffn) | 0;
  for (let at = start; at < end; at += 32) {
    let own = view.getInt32(at, true);
    let carried = carryOf(own, P2_LOW);
    const productHigh = carried + Math.imul(view.getInt32(at + 4, true), P2_LOW) + Math.imul(own, P2_HIGH);
    const sum = (low >>> 0) + (Math.imul(own, P2_LOW) >>> 0);
    high = (high + productHigh + (sum >= 2 ** 32 ? 1 : 0)) | 0;
    own = sum | 0;
    low = (own << 31) | (high >>> 1);
    high = (high << 31) | (own >>> 1);
    carried = carryOf(low, P1_LOW);
    high = (carried + Math.imul(high, P1_LOW) + Math.imul(low, P1_HIGH)) | 0;
    low = Math.imul(low, P1_LOW);
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** The upper half of the product of two numbers of 32 bits. */
function carryOf(first: number, second: number): number {
  const [a, b] = [first >>> 16, first & 0xffff];
  const [c, d] = [second >>> 16, second & 0xffff];
  const middle = a * d + ((b * d) >>> 16);
  const cross = b * c + (middle & 0xffff);
  return (a * c + (middle >>> 16) + (cross >>> 16)) | 0;
}
