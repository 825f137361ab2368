import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { ColumnRead, StartTable } from '../columns/column.ts';
import { playsRole } from '../columns/column-roles.ts';
import { NO_UTF8, utf8TextOf } from '../columns/text.ts';
import { broken, invalid } from '../refuse.ts';
import { eachPiece } from '../stream.ts';

const LINE_FEED = 0x0a;

/** One JSON object per line. The first row names the columns; a key that a later row lacks counts as null. */
export async function readJsonLines(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  start: StartTable,
): Promise<number> {
  const table = new JsonRows(file, start);
  let blankLines = 0;

  function readLine(line: string, ended: boolean): void {
    const row = objectOf(parsed(line));
    if (row === null && !ended && table.leavesUnfinished()) return;
    if (row === null)
      throw invalid(
        'row',
        { file, row: table.rows + 1 },
        'must be one JSON object on a line of its own',
        line.trim(),
      );
    table.add(row);
  }

  await eachPiece(file, stream, (bytes, last) => {
    const end = last ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    const text = utf8TextOf(bytes, 0, end);
    if (text === null) throw new InvalidInput(`invalid file ${quotedPath(file)}; ${NO_UTF8}`);
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const lineEnd = found < 0 ? text.length : found;
      const line = text.slice(at, lineEnd);
      if (line.trim() === '') blankLines++;
      else readLine(line, found >= 0);
      at = lineEnd + 1;
    }
    table.checkBlank(blankLines);
    table.soFar();
    return end;
  });
  return table.rows;
}

/** A list of such objects, as `to_json(orient='records')` of pandas writes it. */
export function readJsonList(file: string, bytes: Uint8Array, start: StartTable): number {
  const text = utf8TextOf(bytes, 0, bytes.length);
  if (text === null) throw new InvalidInput(`invalid file ${quotedPath(file)}; ${NO_UTF8}`);
  const list = parsed(text);
  if (!Array.isArray(list)) throw broken(file, 'JSON', 'the list does not end');
  const table = new JsonRows(file, start);
  for (const value of list) {
    const row = objectOf(value);
    if (row === null)
      throw invalid(
        'row',
        { file, row: table.rows + 1 },
        'must be an object such as {"id": "c0", "score": 1.73, "included": 1}',
        value,
      );
    table.add(row);
  }
  return table.rows;
}

/** The rows of a table that come as objects. */
class JsonRows {
  rows = 0;
  private names: readonly string[] = [];
  /** Keys that need no check: those of the first row, and others without a role. */
  private known = new Set<string>();
  private reads: readonly ColumnRead[] = [];
  private table: ReturnType<StartTable> | null = null;
  private allowed = 0;
  private readonly file: string;
  private readonly start: StartTable;

  constructor(file: string, start: StartTable) {
    this.file = file;
    this.start = start;
  }

  add(row: Readonly<Record<string, unknown>>): void {
    this.rows++;
    if (this.table === null) {
      if (this.rows === 1) refuseColumns(this.file, row);
      this.names = Object.keys(row);
      this.known = new Set(this.names);
      this.table = this.start(this.names);
      this.reads = this.table.reads;
    } else for (const key of Object.keys(row)) if (!this.known.has(key)) this.checkKey(key);
    if (this.rows > this.allowed) this.allowed = this.table.allow(this.rows);
    for (const { position, column } of this.reads) column.fromValue(row[this.names[position]]);
  }

  /** Whether a last line that is not written to its end is left out. */
  leavesUnfinished(): boolean {
    this.table?.unfinished?.();
    return this.table?.unfinished !== undefined;
  }

  checkBlank(lines: number): void {
    this.table?.checkBlank(lines);
  }

  soFar(): void {
    this.table?.soFar(this.rows);
  }

  /** A key that the first row lacks is not a column; it must have no name that would give it a role. */
  private checkKey(key: string): void {
    const { file, rows } = this;
    if (playsRole(key))
      throw invalid('row', { file, row: rows, column: key }, 'such a key must stand in the first row too');
    this.known.add(key);
  }
}

/** A table as one object of columns, which is how pandas writes JSON unless told otherwise. */
function refuseColumns(file: string, row: Readonly<Record<string, unknown>>): void {
  const values = Object.values(row);
  if (values.length > 0 && values.every((value) => typeof value === 'object' && value !== null))
    throw new InvalidInput(
      `${quotedPath(file)} is one object and no list of rows: write one object per row, with pandas to_json(path, orient='records')`,
    );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
