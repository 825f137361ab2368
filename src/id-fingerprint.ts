import type { IdFingerprints } from './types.ts';

/** The fingerprint that was computed last: both halves, kept here so that no row allocates. */
export const fingerprint = new Uint32Array(2);

/**
 * The 64-bit fingerprint of an id, in two lanes, left in `fingerprint`. Every step is a bijection of both
 * lanes for a given byte, and mixes them, so that ids which differ in a digit differ in all bits. It is never
 * (0, 0), which stands for no id.
 */
export function fingerprintId(bytes: Uint8Array, start: number, end: number): void {
  let a = 0x9e3779b9 ^ (end - start);
  let b = 0x85ebca6b | 0;
  for (let i = start; i < end; i++) {
    a = Math.imul(a ^ bytes[i], 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b ^ a, 0xc2b2ae35);
    b ^= b >>> 13;
    a = (a + b) | 0;
  }
  b = Math.imul(b ^ (a >>> 16), 0x85ebca6b);
  b ^= b >>> 15;
  a = Math.imul(a ^ b, 0xc2b2ae35);
  a ^= a >>> 16;
  fingerprint[0] = a;
  fingerprint[1] = a === 0 && b === 0 ? 1 : b;
}

/** The fingerprint of one row's id, left in `fingerprint`. */
export function fingerprintAt(ids: IdFingerprints, row: number): void {
  fingerprint[0] = ids[2 * row];
  fingerprint[1] = ids[2 * row + 1];
}
