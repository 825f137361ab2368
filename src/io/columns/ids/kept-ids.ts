import { digits, writeDigits } from '../../../digits.ts';
import { InvalidInput } from '../../../errors.ts';
import { quoted } from '../../../quote.ts';
import type { IdFingerprints } from '../../../types.ts';
import type { ColumnLabel, NumberArray } from '../column.ts';
import { Growing } from '../growing.ts';
import { textOf } from '../text.ts';
import { IdColumn } from './id-column.ts';
import { IdTable } from './id-table.ts';

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

/** The most rows of a file whose ids are kept as text: pictures name single canaries of small files only. */
const MOST_NAMED = 1 << 16;
/** The most bytes of those texts. */
const MOST_TEXT = 1 << 24;

/** The ids of one file by row, as fingerprints, and those of a small file as texts. */
abstract class KeptIds extends IdColumn {
  protected readonly table: IdTable;
  /** What pictures call the rows, which is evidence of nothing; null where that is not kept. */
  private texts: string[] | null;
  private textBytes = 0;

  constructor(label: ColumnLabel, table: IdTable, named: boolean) {
    super(label);
    this.table = table;
    this.texts = named ? [] : null;
  }

  reserve(rows: number): void {
    if (rows > 2 * MOST_NAMED) this.texts = null;
    this.table.reserve(rows);
  }

  /** Keeps the text of one more id. */
  protected name(bytes: Uint8Array, start: number, end: number): void {
    if (this.texts === null) return;
    this.textBytes += end - start;
    if (this.texts.length === MOST_NAMED || this.textBytes > MOST_TEXT) this.texts = null;
    else this.texts.push(textOf(bytes, start, end));
  }

  /** The texts of all ids, where they were kept. */
  takeNames(): { readonly names?: readonly string[] } {
    const { texts } = this;
    this.texts = null;
    return texts === null || texts.length === 0 ? {} : { names: texts };
  }

  /** The fingerprints of all rows. */
  take(): IdFingerprints {
    return this.table.take();
  }
}

/** Ids of one file, each of which may stand only once. */
export class UniqueIds extends KeptIds {
  /** Bytes of a fingerprint, and of the slots of a table that is between a third and two thirds full. */
  override readonly rowBytes = 20;
  private readonly doubled = new Wrong();

  /** With `named`, the texts of the ids are kept as well. */
  constructor(label: ColumnLabel, named = false) {
    super(label, new IdTable(true), named);
  }

  /** Whole numbers, written one after the other, so that the looks into the table overlap. */
  override keepAll(numbers: NumberArray): void {
    const bytes = new Uint8Array(digits.length * numbers.length);
    const ranges = new Int32Array(2 * numbers.length);
    let at = 0;
    for (let i = 0; i < numbers.length; i++) {
      ranges[2 * i] = at;
      for (let j = writeDigits(numbers[i]); j < digits.length; j++) bytes[at++] = digits[j];
      ranges[2 * i + 1] = at;
    }
    this.fromRanges(bytes, ranges, numbers.length);
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

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    this.name(bytes, start, end);
    if (!this.table.add(bytes, start, end)) this.doubled.note(this.row, bytes.subarray(start, end));
  }

  check(): void {
    this.doubled.check('doubled', 'every canary must stand once', this.label);
  }

  /** Finds the row of an id. */
  get lookup(): IdTable {
    return this.table;
  }
}

/** Ids of a score file, each of which must stand once in the assignment as well. */
export class JoinedIds extends KeptIds {
  /** For each row, the row of the assignment, counted from 0. */
  readonly places = new Growing(Uint32Array);
  private readonly lookup: IdTable;
  private readonly seen: Uint8Array;
  private readonly assignment: string;
  private readonly doubled = new Wrong();
  private readonly unknown = new Wrong();

  constructor(label: ColumnLabel, lookup: IdTable, assignment: string) {
    super(label, new IdTable(false), true);
    this.lookup = lookup;
    this.assignment = assignment;
    this.seen = new Uint8Array(lookup.size);
  }

  override readonly rowBytes = 25;

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
    this.name(bytes, start, end);
    this.table.add(bytes, start, end);
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
