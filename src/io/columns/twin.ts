import { invalid } from '../refuse.ts';
import type { Column, FlagColumn, Label, NumberColumn, OptionColumn } from './column.ts';
import { IdColumn, type JoinedIds, type UniqueIds } from './id-column.ts';
import { hashed, hashId } from './id-table.ts';

/** A column of numbers that keeps what it read. */
type Kept = NumberColumn | FlagColumn | OptionColumn;

/** The column that is held against `first`, which plays the same part. */
export function twinOf(first: Column, label: Label, create: () => Column): Column {
  if (first instanceof IdColumn) return new IdTwin(label, first as UniqueIds | JoinedIds);
  return new Twin(first as Kept, create() as Kept);
}

/** A second column for a part that another one plays already; it must say the same in every row. */
class Twin implements Column {
  readonly rowBytes: number;
  private row = 0;
  private readonly first: Kept;
  private readonly own: Kept;

  /** `own` reads this column; `first` has read the same row before. */
  constructor(first: Kept, own: Kept) {
    this.first = first;
    this.own = own;
    this.rowBytes = own.rowBytes;
  }

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    this.own.fromBytes(bytes, start, end);
    this.compare();
  }

  fromValue(value: unknown): void {
    this.own.fromValue(value);
    this.compare();
  }

  private compare(): void {
    const [said, own] = [this.first.values.at(this.row), this.own.values.at(this.row)];
    this.row++;
    if (!Object.is(said, own)) throw contradiction(this.own.label, this.first.label, this.row, said, own);
  }
}

/** The same of ids, of which only hashes are kept. */
class IdTwin extends IdColumn {
  override readonly rowBytes = 0;
  private readonly first: UniqueIds | JoinedIds;

  constructor(label: Label, first: UniqueIds | JoinedIds) {
    super(label);
    this.first = first;
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    hashId(bytes, start, end);
    const { fingerprints } = this.first;
    const at = 2 * (this.row - 1);
    if (fingerprints.at(at) === hashed[0] && fingerprints.at(at + 1) === hashed[1]) return;
    throw contradiction(this.label, this.first.label, this.row);
  }
}

function contradiction(label: Label, first: Label, row: number, said?: number, own?: number): Error {
  const { file, column, what } = label;
  const value = said === undefined ? '' : ` (${said})`;
  return invalid(
    what,
    { file, row, column },
    `must be what column '${first.column}' says${value}, or one of the two columns must be named`,
    own,
  );
}
