/** At most this share of the slots is taken before the table doubles. */
const FULL = 0.7;

const FIRST_SLOTS = 1024;

/**
 * A set of ids, or a map from an id to the place at which it was added, in 8 (or 12) bytes per slot: only a
 * 64-bit hash of each id is kept. Two different ids are taken for one with probability about n^2 / 2^65,
 * which is 3 in a million for ten million ids; within a file that shows as a refusal, not as a wrong result.
 */
export class IdTable {
  size = 0;
  private slots = FIRST_SLOTS;
  /** Both halves of a hash side by side, since a look into memory costs more than all else here. */
  private hashes = new Int32Array(2 * FIRST_SLOTS);
  private places: Uint32Array | null;

  /** With `places`, `find` tells which id (counted from 0 as they were added) it was. */
  constructor(places: boolean) {
    this.places = places ? new Uint32Array(FIRST_SLOTS) : null;
  }

  /** False where the id is there already. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    hashId(bytes, start, end);
    const [high, low] = [hashed[0] | 0, hashed[1] | 0];
    const slot = this.slotOf(high, low);
    if (this.isTaken(slot)) return false;
    this.hashes[2 * slot] = high;
    this.hashes[2 * slot + 1] = low;
    if (this.places) this.places[slot] = this.size;
    this.size++;
    if (this.size > FULL * this.slots) this.grow();
    return true;
  }

  /** The place of an id, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    hashId(bytes, start, end);
    const slot = this.slotOf(hashed[0] | 0, hashed[1] | 0);
    return this.isTaken(slot) ? (this.places?.[slot] ?? 0) : -1;
  }

  private isTaken(slot: number): boolean {
    return this.hashes[2 * slot] !== 0 || this.hashes[2 * slot + 1] !== 0;
  }

  /** Where this hash is or would go: open addressing, one step at a time. */
  private slotOf(high: number, low: number): number {
    const { hashes } = this;
    const mask = this.slots - 1;
    let slot = low & mask;
    for (;;) {
      const there = hashes[2 * slot];
      const beside = hashes[2 * slot + 1];
      if ((there === high && beside === low) || (there === 0 && beside === 0)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const { hashes, places, slots } = this;
    this.slots = 2 * slots;
    this.hashes = new Int32Array(2 * this.slots);
    if (places) this.places = new Uint32Array(this.slots);
    for (let old = 0; old < slots; old++) {
      const high = hashes[2 * old];
      const low = hashes[2 * old + 1];
      if (high === 0 && low === 0) continue;
      const slot = this.slotOf(high, low);
      this.hashes[2 * slot] = high;
      this.hashes[2 * slot + 1] = low;
      if (places && this.places) this.places[slot] = places[old];
    }
  }
}

/** The hash of the id that was added or looked for last: both halves, kept here so that no row allocates. */
export const hashed = new Uint32Array(2);

/**
 * 64 bits in two lanes, left in `hashed`. Every step is a bijection of both lanes for a given byte, and mixes
 * them, so that ids which differ in a digit differ in all bits. (0, 0) marks a free slot and is never given
 * out.
 */
export function hashId(bytes: Uint8Array, start: number, end: number): void {
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
  hashed[0] = a;
  hashed[1] = a === 0 && b === 0 ? 1 : b;
}
