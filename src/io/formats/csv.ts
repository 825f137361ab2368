import type { ColumnRead, StartTable } from '../columns/column.ts';
import { textOf } from '../columns/text.ts';
import { invalid } from '../refuse.ts';
import { eachPiece } from '../stream.ts';
import { CsvRow } from './csv-row.ts';
import { PlainRows } from './plain-rows.ts';

const TAB = 0x09;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const LINE_FEED = 0x0a;

const NO_ZERO = 'text must have no zero bytes';

/** Comma, semicolon or tab separated values, read from the bytes: no string is built for a row. */
export async function readCsv(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  tabs: boolean,
  start: StartTable,
): Promise<number> {
  let row: CsvRow | null = null;
  let names: readonly string[] = [];
  let reads: readonly ColumnRead[] = [];
  /** How many fields of a row are needed; those behind are not read. */
  let wanted = Infinity;
  let plain: PlainRows | null = null;
  let allow: (rows: number) => number = () => 0;
  let checkBlank: (lines: number) => void = () => {};
  let soFar: (rows: number) => void = () => {};
  let allowed = 0;
  let rows = 0;
  /** Where the next zero byte of the piece is, which no text has; at its end where there is none. */
  let zero = 0;

  function header(bytes: Uint8Array, at: number, last: boolean): number {
    const lineEnd = bytes.indexOf(LINE_FEED, at);
    if (lineEnd < 0 && !last) return -1;
    const line = bytes.subarray(at, lineEnd < 0 ? bytes.length : lineEnd);
    const candidate = new CsvRow(file, delimiterOf(line, tabs));
    const next = candidate.scan(bytes, at, last, 0);
    if (next < 0 || candidate.blank) return next;
    if (zero < next) throw invalid('header', { file }, NO_ZERO);
    names = Array.from({ length: candidate.count }, (_, i) => textOf(candidate.field(bytes, i)));
    row = candidate;
    ({ reads, allow, checkBlank, soFar } = start(names));
    wanted = 1 + Math.max(...reads.map(({ position }) => position));
    plain = PlainRows.of(reads, names.length, candidate.delimiter);
    return next;
  }

  function values(bytes: Uint8Array, from: number, last: boolean, row: CsvRow): number {
    const at = row.skipBlank(bytes, from);
    if (at > from) return at;
    const next = row.scan(bytes, at, last, rows + 1, wanted);
    if (next < 0 || row.blank) return next;
    rows++;
    if (zero < next) {
      row.scan(bytes, at, last, rows);
      throw invalid('row', { file, row: rows, column: names[row.fieldAt(zero)] }, NO_ZERO);
    }
    if (row.count !== names.length)
      throw invalid(
        'row',
        { file, row: rows },
        `must have ${names.length} fields like the header${row.count > names.length ? ' (numbers with a decimal point, not a comma)' : ''}`,
        row.count,
      );
    if (rows > allowed) allowed = allow(rows);
    for (let i = 0; i < reads.length; i++) {
      const { position, column } = reads[i];
      if (row.escaped[position] === 0) column.fromBytes(bytes, row.starts[position], row.ends[position]);
      else {
        const field = row.field(bytes, position);
        column.fromBytes(field, 0, field.length);
      }
    }
    return next;
  }

  await eachPiece(file, stream, (bytes, last) => {
    const found = bytes.indexOf(0);
    zero = found < 0 ? bytes.length + 1 : found;
    const lastEnd = bytes.lastIndexOf(LINE_FEED);
    let at = 0;
    while (at < bytes.length) {
      if (plain !== null && rows < allowed) {
        at = plain.read(bytes, at, lastEnd, allowed - rows);
        rows += plain.rows;
        if (plain.rows > 0) continue;
      }
      const next = row === null ? header(bytes, at, last) : values(bytes, at, last, row);
      if (next < 0) break;
      at = next;
    }
    if (row !== null) checkBlank(row.blankLines);
    soFar(rows);
    return at;
  });
  return rows;
}

/**
 * The separator, by the header: a tab where `tabs` says that the file's name promises them, else a comma, tab
 * or semicolon.
 */
function delimiterOf(header: Uint8Array, tabs: boolean): number {
  if (header.includes(TAB) && (tabs || !header.includes(COMMA))) return TAB;
  if (header.includes(COMMA)) return COMMA;
  return header.includes(SEMICOLON) ? SEMICOLON : COMMA;
}
