import { fingerprint, fingerprintId } from '../../id-fingerprint.ts';
import { invalid } from '../refuse.ts';
import type { ColumnLabel, ColumnReader, FlagColumn, NumberColumn, OptionColumn } from './column.ts';
import { IdColumn } from './ids/id-column.ts';
import type { JoinedIds, UniqueIds } from './ids/kept-ids.ts';

/** A column that keeps the numbers it read. */
type NumberKeeper = NumberColumn | FlagColumn | OptionColumn;

/** A reader of a second column for the role of `first`, which compares the two row by row. */
export function secondColumnFor(
  first: ColumnReader,
  label: ColumnLabel,
  create: () => ColumnReader,
): ColumnReader {
  if (first instanceof IdColumn) return new SecondIdColumn(label, first as UniqueIds | JoinedIds);
  return new SecondColumn(first as NumberKeeper, create() as NumberKeeper);
}

/** A second column for a role that another column has; it must hold the same value in every row. */
class SecondColumn implements ColumnReader {
  readonly rowBytes: number;
  private row = 0;
  private readonly first: NumberKeeper;
  private readonly own: NumberKeeper;

  /** `own` reads this column; `first` has read the same row before. */
  constructor(first: NumberKeeper, own: NumberKeeper) {
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

/** The same for ids, of which only hashes are kept. */
class SecondIdColumn extends IdColumn {
  override readonly rowBytes = 0;
  private readonly first: UniqueIds | JoinedIds;

  constructor(label: ColumnLabel, first: UniqueIds | JoinedIds) {
    super(label);
    this.first = first;
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    this.first.fingerprintAt(this.row - 1);
    const said = [...fingerprint];
    fingerprintId(bytes, start, end);
    if (fingerprint[0] === said[0] && fingerprint[1] === said[1]) return;
    throw contradiction(this.label, this.first.label, this.row);
  }
}

function contradiction(
  label: ColumnLabel,
  first: ColumnLabel,
  row: number,
  said?: number,
  own?: number,
): Error {
  const { file, column, what } = label;
  const value = said === undefined ? '' : ` (${said})`;
  return invalid(
    what,
    { file, row, column },
    `must be what column '${first.column}' says${value}, or one of the two columns must be named`,
    own,
  );
}
