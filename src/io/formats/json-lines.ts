import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { ColumnRead, StartTable } from '../columns/column.ts';
import { playsRole } from '../columns/column-roles.ts';
import { NO_UTF8, utf8TextOf } from '../columns/text.ts';
import { invalid } from '../refuse.ts';
import { eachPiece } from '../stream.ts';

const LINE_FEED = 0x0a;

/** One JSON object per line. The first row names the columns; a key that a later row lacks counts as null. */
export async function readJsonLines(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  start: StartTable,
): Promise<number> {
  let names: readonly string[] = [];
  /** Keys that need no check: those of the first row, and others without a role. */
  let known = new Set<string>();
  let reads: readonly ColumnRead[] = [];
  let allow: (rows: number) => number = () => 0;
  let checkBlank: (lines: number) => void = () => {};
  let soFar: (rows: number) => void = () => {};
  let allowed = 0;
  let rows = 0;
  let blankLines = 0;

  function readLine(line: string): void {
    rows++;
    const row = objectOf(line);
    if (row === null)
      throw invalid('row', { file, row: rows }, 'must be one JSON object on a line of its own', line.trim());
    if (rows === 1) {
      names = Object.keys(row);
      known = new Set(names);
      ({ reads, allow, checkBlank, soFar } = start(names));
    } else for (const key of Object.keys(row)) if (!known.has(key)) checkKey(key);
    if (rows > allowed) allowed = allow(rows);
    for (const { position, column } of reads) column.fromValue(row[names[position]]);
  }

  /** A key that the first row lacks is not a column; it must have no name that would give it a role. */
  function checkKey(key: string): void {
    if (playsRole(key))
      throw invalid('row', { file, row: rows, column: key }, 'such a key must stand in the first row too');
    known.add(key);
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
      else readLine(line);
      at = lineEnd + 1;
    }
    checkBlank(blankLines);
    soFar(rows);
    return end;
  });
  return rows;
}

function objectOf(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
