import type { Values } from './decode.ts';
import { part, type ValuePiece } from './pieces.ts';

/** The position of a column within a row group. Pieces are gathered, since a page may hold a single value. */
export class Cursor {
  private readonly pieces: AsyncGenerator<ValuePiece>;
  private readonly held: ValuePiece[] = [];
  /** How many values of the first piece were taken. */
  private taken = 0;
  private rows = 0;
  private bytes = 0;

  constructor(pieces: AsyncGenerator<ValuePiece>) {
    this.pieces = pieces;
  }

  /**
   * Gathers at least one value, until there are `rows` of them or they take `bytes`; returns how many there
   * are.
   */
  async ready(rows: number, bytes: number): Promise<number> {
    while (this.rows < rows && (this.rows === 0 || this.bytes < bytes)) {
      const next = await this.pieces.next();
      if (next.done) throw new Error('a column breaks off');
      this.held.push(next.value);
      this.rows += next.value.values.length;
      this.bytes += next.value.bytes;
    }
    return this.rows;
  }

  /** The next so many values, which must have been gathered. */
  take(rows: number): Values {
    const parts: Values[] = [];
    let pieces = 0;
    for (let left = rows; left > 0; ) {
      const { values, bytes } = this.held[pieces];
      const end = Math.min(values.length, this.taken + left);
      parts.push(part(values, this.taken, end));
      left -= end - this.taken;
      this.taken = end;
      if (end < values.length) break;
      this.bytes -= bytes;
      this.taken = 0;
      pieces++;
    }
    this.held.splice(0, pieces);
    this.rows -= rows;
    return parts.length === 1 ? parts[0] : joined(parts, rows);
  }
}

/** One list of several; of arrays of numbers of one kind, another such array. */
function joined(parts: readonly Values[], length: number): Values {
  const create = parts[0].constructor as new (length: number) => unknown[];
  const alike = parts.every((values) => values.constructor === create);
  const all = alike ? new create(length) : new Array<unknown>(length);
  let at = 0;
  for (const values of parts) {
    if (ArrayBuffer.isView(all)) (all as unknown as Float64Array).set(values as Float64Array, at);
    else for (let i = 0; i < values.length; i++) all[at + i] = values[i];
    at += values.length;
  }
  return all;
}
