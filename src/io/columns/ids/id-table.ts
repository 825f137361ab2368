import { fingerprint, fingerprintId } from '../../../id-fingerprint.ts';
import type { IdFingerprints } from '../../../types.ts';
import { Growing } from '../growing.ts';

/** At most this share of the slots is taken before the table doubles. */
const FULL = 0.7;

const FIRST_SLOTS = 1024;
/** More are made only when they are needed. */
const MOST_SLOTS = 2 ** 28;

/**
 * The ids of a file by their 64-bit fingerprints: 8 bytes a row, and 4 bytes a slot. Two different ids are
 * taken for one with probability about n^2 / 2^65, which is 3 in a million for ten million ids; within a file
 * that shows as a refusal, not as a wrong result.
 */
export class IdTable {
  /** How many different ids there are. */
  size = 0;
  private rows = 0;
  private readonly fingerprints = new Growing(Uint32Array);
  /**
   * One more than the place of an id, in as many bits as number the slots, and above those the same bits of
   * its fingerprint: they tell most others apart without a look at the fingerprints, which lie far away. 0 is
   * a free slot.
   */
  private slots = new Uint32Array(FIRST_SLOTS);
  private readonly distinct: boolean;

  /** Without `distinct`, ids are kept and never looked for. */
  constructor(distinct: boolean) {
    this.distinct = distinct;
  }

  /** Makes room for the ids of so many rows. */
  reserve(rows: number): void {
    this.fingerprints.reserve(2 * rows);
    let slots = this.slots.length;
    while (slots * FULL < rows) slots *= 2;
    if (this.distinct && slots > this.slots.length && slots <= MOST_SLOTS) this.resize(slots);
  }

  /** False where the id is there already; its row counts all the same. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    fingerprintId(bytes, start, end);
    return this.addFingerprint(fingerprint[0], fingerprint[1]);
  }

  /** The same of an id whose fingerprint is known. */
  addFingerprint(high: number, low: number): boolean {
    this.fingerprints.push(high);
    this.fingerprints.push(low);
    return this.takePlace(high, low);
  }

  /**
   * Adds the ids that lie at these places in the bytes; `doubled` is told which were there already. All
   * fingerprints are made first: the looks into the table, far from each other, then overlap.
   */
  addAll(bytes: Uint8Array, ranges: Int32Array, count: number, doubled: (index: number) => void): void {
    const made = new Uint32Array(2 * count);
    for (let i = 0; i < count; i++) {
      fingerprintId(bytes, ranges[2 * i], ranges[2 * i + 1]);
      made[2 * i] = fingerprint[0];
      made[2 * i + 1] = fingerprint[1];
    }
    this.fingerprints.append(made);
    for (let i = 0; i < count; i++) if (!this.takePlace(made[2 * i], made[2 * i + 1])) doubled(i);
  }

  /** One more row has this fingerprint; false where another has it already. */
  private takePlace(high: number, low: number): boolean {
    this.rows++;
    if (!this.distinct) return true;
    const isNew = this.put(high, low, this.rows);
    if (isNew) this.size++;
    const { length } = this.slots;
    if (this.size > FULL * length || this.rows + 1 === length) this.resize(2 * length);
    return isNew;
  }

  /** The place (row, counted from 0) of an id, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    fingerprintId(bytes, start, end);
    return this.findFingerprint(fingerprint[0], fingerprint[1]);
  }

  /** The place of an id whose fingerprint is known, or -1. */
  findFingerprint(high: number, low: number): number {
    const { slots } = this;
    return (slots[this.slotOf(high, low)] & (slots.length - 1)) - 1;
  }

  /** The fingerprint of a row, left in `fingerprint`. */
  fingerprintAt(row: number): void {
    fingerprint[0] = this.fingerprints.at(2 * row);
    fingerprint[1] = this.fingerprints.at(2 * row + 1);
  }

  /** The fingerprints of all rows; the table is of no use afterwards. */
  take(): IdFingerprints {
    this.slots = new Uint32Array(0);
    return this.fingerprints.take();
  }

  /** Puts the place before `next` into a slot, unless the fingerprint has one. */
  private put(high: number, low: number, next: number): boolean {
    const { slots } = this;
    const slot = this.slotOf(high, low);
    if (slots[slot] !== 0) return false;
    slots[slot] = (high & -slots.length) | next;
    return true;
  }

  /** Where this fingerprint is or would go: open addressing, one step at a time. */
  private slotOf(high: number, low: number): number {
    const { slots, fingerprints } = this;
    const mask = slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot];
      if (held === 0) return slot;
      if (((held ^ high) & ~mask) !== 0) continue;
      const place = (held & mask) - 1;
      if (fingerprints.at(2 * place) === high && fingerprints.at(2 * place + 1) === low) return slot;
    }
  }

  private resize(slots: number): void {
    this.slots = new Uint32Array(slots);
    for (let row = 0; row < this.rows; row++)
      this.put(this.fingerprints.at(2 * row), this.fingerprints.at(2 * row + 1), row + 1);
  }
}
