import type { Random } from '../../src/numerics/index.ts';
import { pick, size } from './target.ts';

/** Changes single bytes, or cuts: what a bad disk or a broken transfer does. */
export function damaged(random: Random, bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
  const result = Uint8Array.from(bytes);
  if (to <= from) return result;
  if (random.bernoulli(0.1)) return result.slice(0, from + random.integer(to - from));
  for (let left = size(random, 1, 8); left > 0; left--) {
    const at = from + random.integer(to - from);
    result[at] = random.bernoulli(0.6) ? result[at] ^ (1 << random.integer(8)) : random.integer(256);
  }
  return result;
}

const INTERESTING = [0, 1, 0x7f, 0x80, 0xff, 0x22, 0x2c, 0x0a, 0x0d, 0x5c, 0x7b, 0x5b];
const WIDE = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 1 << 20];

type Change = (random: Random, bytes: Uint8Array) => Uint8Array;

const CHANGES: readonly Change[] = [
  damaged,
  (random, bytes) => {
    const at = random.integer(bytes.length + 1);
    const piece = Uint8Array.from({ length: size(random, 1, 40) }, () => pick(random, INTERESTING));
    return joined(bytes.subarray(0, at), piece, bytes.subarray(at));
  },
  (random, bytes) => {
    const [from, to] = span(random, bytes.length);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },
  (random, bytes) => {
    const [from, to] = span(random, bytes.length);
    const at = random.integer(bytes.length + 1);
    return joined(bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at));
  },
  (random, bytes) => {
    const [from, to] = span(random, Math.min(bytes.length, 200));
    const piece = bytes.subarray(from, to);
    return joined(bytes, ...Array.from({ length: size(random, 1, 2000) }, () => piece));
  },
  (random, bytes) => {
    const result = Uint8Array.from(bytes);
    if (bytes.length < 8) return result;
    const at = random.integer(bytes.length - 7);
    new DataView(result.buffer).setUint32(at, pick(random, WIDE), true);
    return result;
  },
];

/** The same bytes, changed in one to three places or ways. */
export function altered(random: Random, bytes: Uint8Array): Uint8Array {
  let result = bytes;
  for (let left = size(random, 1, 3); left > 0; left--) result = pick(random, CHANGES)(random, result);
  return result;
}

export function alteredText(random: Random, text: string): Uint8Array {
  return altered(random, new TextEncoder().encode(text));
}

function span(random: Random, length: number): [number, number] {
  const from = random.integer(length + 1);
  return [from, Math.min(length, from + size(random, 0, 200))];
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
