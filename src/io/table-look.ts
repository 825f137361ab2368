import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import type { ColumnReader } from './columns/column.ts';
import { type ColumnNames, columnsByRole } from './columns/column-roles.ts';
import { textOf } from './columns/text.ts';
import { readInto } from './formats/read-table.ts';
import type { ByteSource } from './source.ts';
import { type SourceOptions, SourceReading } from './source-reading.ts';

/** The beginning of a table: the names of all columns, and the first rows of some. */
export interface TableLook {
  readonly columns: readonly string[];
  /** Which columns the rows are of. */
  readonly shown: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface LookOptions extends SourceOptions {
  /** Names of columns that are to be among those shown. */
  readonly columns?: ColumnNames;
  /** How many rows. Default: 4. */
  readonly rows?: number;
}

/** The most columns of which rows are shown. */
const MOST_SHOWN = 8;
/** The longest text of a value. */
const LONGEST = 40;

/** Thrown when enough rows were seen; the rest of the file is left unread. */
class Enough extends Error {}

/**
 * Looks at the beginning of a file. One that cannot be read beyond its header has no rows; one whose header
 * cannot be read throws.
 */
export async function tableLook(source: ByteSource, options: LookOptions): Promise<TableLook> {
  const { columns: wanted = {}, rows: most = 4 } = options;
  let names: readonly string[] | null = null;
  let positions: readonly number[] = [];
  let values: readonly TextColumn[] = [];
  try {
    await readInto(new SourceReading(source, options), (found) => {
      names = found;
      positions = positionsShown(found, wanted);
      values = positions.map((_, i) => new TextColumn(i + 1 === positions.length ? most : Infinity));
      return { reads: values.map((column, i) => ({ position: positions[i], column })) };
    });
  } catch (error) {
    if (names === null || !(error instanceof Enough || error instanceof InvalidInput)) throw error;
  }
  const columns: readonly string[] = names ?? [];
  const rows = Math.min(most, ...values.map(({ texts }) => texts.length));
  return {
    columns: columns.map((name) => name.trim()),
    shown: positions.map((position) => columns[position].trim()),
    rows: Array.from({ length: rows }, (_, row) => values.map(({ texts }) => texts[row])),
  };
}

/** The first columns of a file, and those that play a role. */
function positionsShown(names: readonly string[], wanted: ColumnNames): number[] {
  const roles = new Set(Object.values(columnsByRole(names, wanted)));
  const others = Math.max(0, MOST_SHOWN - roles.size);
  const first = names.flatMap((name, i) => (roles.has(name) ? [] : [i])).slice(0, others);
  const playing = names.flatMap((name, i) => (roles.has(name) ? [i] : [])).slice(0, MOST_SHOWN);
  return [...playing, ...first].sort((a, b) => a - b);
}

/** Values as they are written; ends the reading when it has enough. */
class TextColumn implements ColumnReader {
  readonly rowBytes = 2 * LONGEST;
  readonly texts: string[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    this.keep(textOf(bytes, start, Math.min(end, start + 4 * LONGEST)));
  }

  fromValue(value: unknown): void {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value, printable) : value;
    this.keep(String(text ?? ''));
  }

  private keep(text: string): void {
    this.texts.push(quoted(text, LONGEST));
    if (this.texts.length >= this.most) throw new Enough();
  }
}

function printable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
