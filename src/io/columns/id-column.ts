import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { invalid, NOTHING } from '../refuse.ts';
import type { ColumnLabel, ColumnReader } from './column.ts';
import { digits, writeDigits } from './digits.ts';
import { Growing } from './growing.ts';
import { hashed, IdTable } from './id-table.ts';
import { isBlank, NO_UTF8, textOf, utf8BytesOf, utf8TextOf } from './text.ts';

/** The id as it is written in a text file, whatever the format: 17 and "17" are one id. */
export abstract class IdColumn implements ColumnReader {
  abstract readonly rowBytes: number;
  protected row = 0;
  readonly label: ColumnLabel;

  constructor(label: ColumnLabel) {
    this.label = label;
  }

  protected abstract see(bytes: Uint8Array, start: number, end: number): void;

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    this.row++;
    if (start === end) this.refuse(NOTHING);
    if (!isAscii(bytes, start, end) && utf8TextOf(bytes, start, end) === null) {
      const { file, column } = this.label;
      throw invalid('id', { file, column, row: this.row }, NO_UTF8);
    }
    this.see(bytes, start, end);
  }

  fromValue(value: unknown): void {
    const whole = typeof value === 'bigint' ? Number(value) : value;
    if (Number.isSafeInteger(whole) && (whole as number) >= 0) {
      this.row++;
      this.see(digits, writeDigits(whole as number), digits.length);
      return;
    }
    // A whole number beyond 2^53 was rounded when it was read: two ids may have become one.
    const named =
      typeof value === 'string' ||
      typeof value === 'bigint' ||
      (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER);
    const bytes = utf8BytesOf(named ? String(value) : '');
    let [start, end] = [0, bytes.length];
    while (end > start && isBlank(bytes[end - 1])) end--;
    while (start < end && isBlank(bytes[start])) start++;
    this.row++;
    if (start === end) this.refuse(value ?? NOTHING);
    this.see(bytes, start, end);
  }

  private refuse(value: unknown): never {
    const { file, column } = this.label;
    const rule = Number.isFinite(value)
      ? 'must be written as text, being beyond 2^53'
      : 'must be a text or a number';
    throw invalid('id', { file, column, row: this.row }, rule, value);
  }
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] > 0x7f) return false;
  return true;
}

/** Keeps the hash of the id that was just seen. */
function keep(fingerprints: Growing<Uint32Array>): void {
  fingerprints.push(hashed[0]);
  fingerprints.push(hashed[1]);
}

/** The first of several wrong ids and how many there are. */
class Wrong {
  private count = 0;
  private row = 0;
  private id = '';

  note(row: number, id: Uint8Array): void {
    if (this.count++ > 0) return;
    this.row = row;
    this.id = textOf(id);
  }

  check(what: string, rule: string, { file, column }: ColumnLabel): void {
    if (this.count === 0) return;
    const all = this.count === 1 ? '' : ` (the first of ${this.count})`;
    throw new InvalidInput(
      `${what} id in ${file}, row ${this.row}, column '${quoted(column)}'; ${rule}: ${quoted(this.id)}${all}`,
    );
  }
}

/** Ids of one file, each of which may stand only once. */
export class UniqueIds extends IdColumn {
  readonly table: IdTable;
  /** A hash, and the slots of a table that is between a third and two thirds full. */
  override readonly rowBytes: number;
  readonly fingerprints = new Growing(Uint32Array);
  private readonly doubled = new Wrong();

  constructor(label: ColumnLabel, places = false) {
    super(label);
    this.rowBytes = places ? 38 : 30;
    this.table = new IdTable(places);
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    if (!this.table.add(bytes, start, end)) this.doubled.note(this.row, bytes.subarray(start, end));
    keep(this.fingerprints);
  }

  check(): void {
    this.doubled.check('doubled', 'every canary must stand once', this.label);
  }
}

/** Ids of a score file, each of which must stand once in the assignment as well. */
export class JoinedIds extends IdColumn {
  /** For each row, the row of the assignment, counted from 0. */
  readonly places = new Growing(Uint32Array);
  override readonly rowBytes = 13;
  readonly fingerprints = new Growing(Uint32Array);
  private readonly table: IdTable;
  private readonly seen: Uint8Array;
  private readonly assignment: string;
  private readonly doubled = new Wrong();
  private readonly unknown = new Wrong();

  constructor(label: ColumnLabel, table: IdTable, assignment: string) {
    super(label);
    this.table = table;
    this.assignment = assignment;
    this.seen = new Uint8Array(table.size);
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    const place = this.table.find(bytes, start, end);
    if (place < 0) this.unknown.note(this.row, bytes.subarray(start, end));
    else if (this.seen[place] === 1) this.doubled.note(this.row, bytes.subarray(start, end));
    else this.seen[place] = 1;
    this.places.push(Math.max(place, 0));
    keep(this.fingerprints);
  }

  check(): void {
    this.doubled.check('doubled', 'every canary must stand once', this.label);
    this.unknown.check('extra', `must stand in ${this.assignment} too`, this.label);
  }

  /** Which rows of the assignment (from 0) no score was given for: the first, or -1, and how many. */
  unscored(): { first: number; count: number } {
    return { first: this.seen.indexOf(0), count: this.seen.reduce((sum, seen) => sum + 1 - seen, 0) };
  }
}

/** Reads a file again for the one id that an error has to name. */
export class IdAtRow extends IdColumn {
  override readonly rowBytes = 0;
  id = '';
  private readonly wanted: number;

  constructor(label: ColumnLabel, row: number) {
    super(label);
    this.wanted = row;
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    if (this.row === this.wanted) this.id = textOf(bytes, start, end);
  }
}
