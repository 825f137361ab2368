/** How many values are allocated at once where nothing was reserved. */
const CHUNK_BITS = 16;
const CHUNK = 1 << CHUNK_BITS;

type Numbers = Float64Array | Uint8Array | Uint32Array | Int32Array;

/**
 * A typed array that grows: a list of ten million numbers costs what the numbers cost, and nothing is copied
 * to grow. Where about as many values come as were reserved, they are never copied at all.
 */
export class Growing<T extends Numbers> {
  length = 0;
  /** The first values; memory that is reserved and not used is not taken from the system. */
  private reserved: T;
  private full: T[] = [];
  private last: T;
  /** How many values `last` holds. */
  private held = 0;
  private readonly create: new (
    length: number,
  ) => T;

  constructor(create: new (length: number) => T) {
    this.create = create;
    this.reserved = new create(0);
    this.last = this.reserved;
  }

  /** Makes room for so many values in one array, once and before there are more than a few. */
  reserve(count: number): void {
    if (this.reserved.length > 0 || count <= this.length) return;
    const room = this.withAll(count);
    this.reserved = room;
    this.last = room;
    this.held = this.length;
    this.full = [];
  }

  /** Takes an array as it is for all values there will be; it must not be changed afterwards. */
  adopt(values: T): void {
    if (this.length > 0) throw new Error('internal: there are values already');
    this.reserved = values;
    this.last = values;
    this.length = this.held = values.length;
  }

  push(value: number): void {
    if (this.held === this.last.length) this.grow();
    this.last[this.held++] = value;
    this.length++;
  }

  /** Adds many values. */
  append(values: ArrayLike<number>): void {
    for (let from = 0; from < values.length; ) {
      if (this.held === this.last.length) this.grow();
      const count = Math.min(values.length - from, this.last.length - this.held);
      const whole = from === 0 && count === values.length;
      this.last.set(whole ? values : (values as Float64Array).subarray(from, from + count), this.held);
      this.held += count;
      this.length += count;
      from += count;
    }
  }

  at(index: number): number {
    const { reserved, full } = this;
    if (index < reserved.length) return reserved[index];
    const place = index - reserved.length;
    const chunk = place >>> CHUNK_BITS;
    return (chunk < full.length ? full[chunk] : this.last)[place & (CHUNK - 1)];
  }

  /** The values in one array; the list is empty afterwards. */
  take(): T {
    const { reserved, length } = this;
    // Few values are copied, so that the rest of what was reserved is given back.
    const fits = length <= reserved.length && 2 * length > reserved.length;
    const values = fits ? (reserved.subarray(0, length) as T) : this.withAll(length);
    this.reserved = new this.create(0);
    this.last = this.reserved;
    this.full = [];
    this.length = this.held = 0;
    return values;
  }

  private grow(): void {
    if (this.last !== this.reserved) this.full.push(this.last);
    this.last = new this.create(CHUNK);
    this.held = 0;
  }

  /** A new array of this size that begins with all values. */
  private withAll(size: number): T {
    const values = new this.create(size);
    let at = Math.min(this.length, this.reserved.length);
    values.set(this.reserved.subarray(0, at) as T);
    for (const chunk of this.full) {
      values.set(chunk, at);
      at += CHUNK;
    }
    if (this.last !== this.reserved) values.set(this.last.subarray(0, this.held) as T, at);
    return values;
  }
}
