const FIRST = 64;

type Numbers = Float64Array | Uint8Array | Uint32Array | Int32Array;

/** A typed array that grows: a list of ten million numbers costs what the numbers cost. */
export class Growing<T extends Numbers> {
  length = 0;
  private array: T;
  private readonly create: new (
    length: number,
  ) => T;

  constructor(create: new (length: number) => T) {
    this.create = create;
    this.array = new create(FIRST);
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new this.create(2 * this.length);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = value;
  }

  at(index: number): number {
    return this.array[index];
  }

  /** The values alone, without the room kept for more; the list is empty afterwards. */
  take(): T {
    const values = this.array.slice(0, this.length) as T;
    this.array = new this.create(FIRST);
    this.length = 0;
    return values;
  }
}
