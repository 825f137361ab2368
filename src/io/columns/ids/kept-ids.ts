import { digits, writeDigits } from '../../../digits.ts';
import { InvalidInput } from '../../../errors.ts';
import { quoted } from '../../../quote.ts';
import type { IdFingerprints } from '../../../types.ts';
import type { ColumnLabel, NumberArray } from '../column.ts';
import { Growing } from '../growing.ts';
import { textOf } from '../text.ts';
import { IdColumn } from './id-column.ts';
import { IdCounter } from './id-counter.ts';
import { CountingLookup, type IdLookup, IdTable } from './id-table.ts';
import { RowNames } from './row-names.ts';

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

/**
 * The ids of one file by row. Ids that count (0, 1, 2, ...) take no memory; from the first that does not, all
 * are kept as fingerprints.
 */
abstract class KeptIds extends IdColumn {
  /** Null from the first id on that does not count. */
  protected counter: IdCounter | null = new IdCounter();
  protected readonly table: IdTable;
  private room = 0;
  /** The texts of the ids, where they are wanted. */
  private readonly texts: RowNames | null;
  /** Asked before ids that counted so far are kept, or long texts: there may be no memory for them. */
  beforeKeeping: (rows: number) => void = () => {};

  constructor(label: ColumnLabel, table: IdTable, named: boolean) {
    super(label);
    this.table = table;
    this.texts = named ? new RowNames() : null;
  }

  /**
   * Bytes of a fingerprint, of the slots of a table that is between a third and two thirds full, and of the
   * text.
   */
  protected get idBytes(): number {
    return (this.counter === null ? 20 : 0) + (this.texts?.rowBytes(this.counter) ?? 0);
  }

  reserve(rows: number): void {
    this.texts?.reserve(rows);
    if (this.counter === null) this.table.reserve(rows);
    else this.room = rows;
  }

  /** False where this id was there before. */
  protected keep(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.counter?.accept(bytes, start, end)) return true;
    if (this.counter !== null) {
      // The id may stand where digits are written.
      const written = digits.slice();
      this.stopCounting();
      digits.set(written);
    }
    this.name(bytes, start, end);
    return this.table.add(bytes, start, end);
  }

  /** Keeps the text of one more id. */
  protected name(bytes: Uint8Array, start: number, end: number): void {
    if (this.texts?.add(bytes, start, end)) this.beforeKeeping(this.row);
  }

  /** Does without the texts; true where that frees memory. */
  forgo(): boolean {
    return this.texts?.forgo() ?? false;
  }

  /** The texts of all ids, where they were kept; to be called once, before the fingerprints are taken. */
  takeNames(): { readonly names?: readonly string[] } {
    const names = this.texts?.take(this.counter);
    return names === undefined ? {} : { names };
  }

  override keepAll(numbers: NumberArray): void {
    if (this.counter?.acceptAll(numbers)) this.counted(numbers.length);
    else super.keepAll(numbers);
  }

  /** So many rows went by in which the ids counted on; the counter knows. */
  counted(rows: number): void {
    this.row += rows;
  }

  /** Keeps fingerprints from now on, and those of the ids before. */
  stopCounting(): void {
    if (this.counter === null) return;
    const { first, rows } = this.counter;
    this.texts?.addCounted(this.counter);
    this.counter = null;
    this.beforeKeeping(rows + 1);
    this.table.reserve(this.room);
    for (let row = 0; row < rows; row++) this.table.add(digits, writeDigits(first + row), digits.length);
  }

  /** Leaves the fingerprint of a row in `fingerprint`. */
  fingerprintAt(row: number): void {
    this.table.fingerprintAt(row);
  }

  /** The fingerprints of all rows. */
  take(): IdFingerprints {
    return this.counter === null || this.counter.rows === 0 ? this.table.take() : this.counter.ids;
  }
}

/** Ids of one file, each of which may stand only once. */
export class UniqueIds extends KeptIds {
  private readonly doubled = new Wrong();

  /** With `named`, the texts of the ids are kept as well. */
  constructor(label: ColumnLabel, named = false) {
    super(label, new IdTable(true), named);
  }

  override get rowBytes(): number {
    return this.idBytes;
  }

  /** Reads the ids of some rows, which lie at these places in the bytes and are plain ASCII. */
  fromRanges(bytes: Uint8Array, ranges: Int32Array, count: number): void {
    const before = this.row;
    this.row += count;
    for (let i = 0; i < count; i++) this.name(bytes, ranges[2 * i], ranges[2 * i + 1]);
    this.table.addAll(bytes, ranges, count, (i) =>
      this.doubled.note(before + i + 1, bytes.subarray(ranges[2 * i], ranges[2 * i + 1])),
    );
  }

  /** What watches whether ids count, while they do. */
  get counting(): IdCounter | null {
    return this.counter;
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    if (!this.keep(bytes, start, end)) this.doubled.note(this.row, bytes.subarray(start, end));
  }

  check(): void {
    this.doubled.check('doubled', 'every canary must stand once', this.label);
  }

  /** Finds the row of an id. */
  get lookup(): IdLookup {
    return this.counter === null ? this.table : new CountingLookup(this.counter.ids);
  }
}

/** Ids of a score file, each of which must stand once in the assignment as well. */
export class JoinedIds extends KeptIds {
  /** For each row, the row of the assignment, counted from 0. */
  readonly places = new Growing(Uint32Array);
  private readonly lookup: IdLookup;
  private readonly seen: Uint8Array;
  private readonly assignment: string;
  private readonly doubled = new Wrong();
  private readonly unknown = new Wrong();

  constructor(label: ColumnLabel, lookup: IdLookup, assignment: string) {
    super(label, new IdTable(false), true);
    this.lookup = lookup;
    this.assignment = assignment;
    this.seen = new Uint8Array(lookup.size);
  }

  override get rowBytes(): number {
    return 5 + this.idBytes;
  }

  override reserve(rows: number): void {
    super.reserve(rows);
    this.places.reserve(rows);
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    const place = this.lookup.find(bytes, start, end);
    if (place < 0) this.unknown.note(this.row, bytes.subarray(start, end));
    else if (this.seen[place] === 1) this.doubled.note(this.row, bytes.subarray(start, end));
    else this.seen[place] = 1;
    this.places.push(Math.max(place, 0));
    this.keep(bytes, start, end);
  }

  override keepAll(numbers: NumberArray): void {
    for (let i = 0; i < numbers.length; i++) this.fromValue(numbers[i]);
  }

  /** Refuses ids that stand twice or not in the assignment; `unless` says what else would do. */
  check(unless: string): void {
    this.doubled.check('doubled', `every canary must stand once${unless}`, this.label);
    this.unknown.check('extra', `must stand in ${this.assignment} too`, this.label);
  }

  /** Which rows of the assignment (from 0) no score was given for: the first, or -1, and how many. */
  unscored(): { first: number; count: number } {
    return { first: this.seen.indexOf(0), count: this.seen.reduce((sum, seen) => sum + 1 - seen, 0) };
  }
}
