/**
 * Which fields of a struct are wanted, by their numbers; of a list, those of each element. Others are passed
 * over.
 */
export interface Shape {
  readonly [field: number]: Shape | true;
}

/** Wanted fields by their numbers: numbers, booleans, bytes, structs, and lists of these. */
export type Struct = { [field: number]: unknown };

/** Deeper than Parquet's own structures go. */
const DEEPEST = 16;
/** The most values of a footer; no usable one has more. */
const MOST_VALUES = 4_000_000;

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT] = Array(13).keys();

/**
 * Reads Thrift's compact protocol, in which Parquet writes its footer and page headers. Every length is
 * checked against the bytes that are there before anything is allocated.
 */
export class ThriftReader {
  at: number;
  private readonly view: DataView;
  private values = 0;

  constructor(bytes: Uint8Array, at = 0) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  struct(shape: Shape | true | undefined, depth = 0): Struct {
    const fields: Struct = {};
    let field = 0;
    for (;;) {
      const head = this.byte();
      const type = head & 15;
      if (type === STOP) return fields;
      field = head >> 4 === 0 ? this.integer() : field + (head >> 4);
      const wanted = shape === undefined || shape === true ? undefined : shape[field];
      const value = this.value(type, wanted, depth);
      if (wanted !== undefined) fields[field] = value;
    }
  }

  private value(type: number, shape: Shape | true | undefined, depth: number): unknown {
    if (depth > DEEPEST) throw new Error('its description is nested too deep');
    if (shape !== undefined && ++this.values > MOST_VALUES) throw new Error('its description is too long');
    switch (type) {
      case TRUE:
      case FALSE:
        return type === TRUE;
      case BYTE:
        return (this.byte() << 24) >> 24;
      case I16:
      case I32:
      case I64:
        return this.integer();
      case DOUBLE:
        return this.skip(8);
      case BINARY:
        return this.binary(shape !== undefined);
      case LIST:
      case SET:
        return this.list(shape, depth);
      case MAP:
        return this.map(depth);
      case STRUCT:
        return this.struct(shape, depth + 1);
      default:
        throw new Error('its description is damaged');
    }
  }

  private list(shape: Shape | true | undefined, depth: number): unknown[] {
    const head = this.byte();
    const type = head & 15;
    const size = head >> 4 === 15 ? this.length() : head >> 4;
    // Every element takes at least one byte.
    if (size > this.left) throw new Error(`a list of ${size} is longer than what is there`);
    const items: unknown[] = [];
    for (let i = 0; i < size; i++) {
      const item =
        type === TRUE || type === FALSE ? this.byte() === TRUE : this.value(type, shape, depth + 1);
      if (shape !== undefined) items.push(item);
    }
    return items;
  }

  private map(depth: number): null {
    const size = this.length();
    if (size > this.left) throw new Error(`a map of ${size} is longer than what is there`);
    const types = size === 0 ? 0 : this.byte();
    for (let i = 0; i < size; i++) {
      this.value(types >> 4, undefined, depth + 1);
      this.value(types & 15, undefined, depth + 1);
    }
    return null;
  }

  private binary(wanted: boolean): Uint8Array | null {
    const size = this.length();
    if (size > this.left) throw new Error(`a text of ${size} bytes is longer than what is there`);
    const from = this.at;
    this.at += size;
    return wanted ? new Uint8Array(this.view.buffer, this.view.byteOffset + from, size) : null;
  }

  private get left(): number {
    return this.view.byteLength - this.at;
  }

  private skip(bytes: number): null {
    if (bytes > this.left) throw new Error('its description breaks off');
    this.at += bytes;
    return null;
  }

  private byte(): number {
    if (this.at >= this.view.byteLength) throw new Error('its description breaks off');
    return this.view.getUint8(this.at++);
  }

  private length(): number {
    return Number(this.varint());
  }

  /** Whole numbers are written with the sign in the last bit. No length or count is beyond 2^53. */
  private integer(): number {
    const bits = this.varint();
    const value = Number((bits >> 1n) ^ -(bits & 1n));
    if (!Number.isSafeInteger(value)) throw new Error(`${value} is beyond any length`);
    return value;
  }

  private varint(): bigint {
    let low = 0;
    let high = 0n;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.byte();
      if (shift < 28) low |= (byte & 127) << shift;
      else high |= BigInt(byte & 127) << BigInt(shift);
      if (byte < 128) return BigInt(low) | high;
    }
    throw new Error('its description is damaged');
  }
}
