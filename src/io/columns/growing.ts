/** How many values are allocated at once, after the first few. */
const CHUNK_BITS = 16;
const CHUNK = 1 << CHUNK_BITS;

type Numbers = Float64Array | Uint8Array | Uint32Array | Int32Array;

/**
 * A typed array that grows: a list of ten million numbers costs what the numbers cost, and nothing is copied
 * to grow.
 */
export class Growing<T extends Numbers> {
  length = 0;
  private full: T[] = [];
  private last: T;
  /** How many values `last` holds. */
  private held = 0;
  private readonly create: new (
    length: number,
  ) => T;

  constructor(create: new (length: number) => T) {
    this.create = create;
    this.last = new create(CHUNK);
  }

  push(value: number): void {
    if (this.held === CHUNK) {
      this.full.push(this.last);
      this.last = new this.create(CHUNK);
      this.held = 0;
    }
    this.last[this.held++] = value;
    this.length++;
  }

  at(index: number): number {
    const chunk = index >>> CHUNK_BITS;
    return (chunk < this.full.length ? this.full[chunk] : this.last)[index & (CHUNK - 1)];
  }

  /** The values in one array; the list is empty afterwards. */
  take(): T {
    const values = new this.create(this.length);
    let at = 0;
    for (const chunk of this.full) {
      values.set(chunk, at);
      at += CHUNK;
    }
    values.set(this.last.subarray(0, this.held) as T, at);
    this.full = [];
    this.last = new this.create(CHUNK);
    this.length = this.held = 0;
    return values;
  }
}
