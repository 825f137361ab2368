import { playsRole } from '../columns/column-roles.ts';
import type { ColumnRead, StartTable } from '../columns/table.ts';
import { NO_UTF8, textOf, utf8TextOf } from '../columns/text.ts';
import { invalid } from '../refuse.ts';
import { eachPiece } from '../stream.ts';
import { JsonRow } from './json-row.ts';
import { DEEPEST } from './json-scanner.ts';

const LINE_FEED = 0x0a;
/** How many keys without a role are remembered. */
const MOST_KEPT = 10_000;

/** One JSON object per line. The first row names the columns; a key that a later row lacks counts as null. */
export async function readJsonLines(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  start: StartTable,
): Promise<number> {
  const row = new JsonRow();
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

  function readLine(text: string, from: number, to: number): void {
    rows++;
    if (!row.scan(text, from, to, names)) throw refusal(file, rows, row, text.slice(from, to));
    if (rows === 1) {
      names = [...row.keys];
      known = new Set(names);
      ({ reads, allow, checkBlank, soFar } = start(names));
    } else checkKeys();
    if (rows > allowed) allowed = allow(rows);
    for (const { position, column } of reads) {
      const name = names[position];
      const index = row.keys[position] === name ? position : row.keys.indexOf(name);
      column.fromValue(index < 0 ? undefined : row.value(index));
    }
  }

  /**
   * A key that the first row lacks is not a column; where its name would give it a role, the file is refused.
   */
  function checkKeys(): void {
    for (let i = 0; i < row.keys.length; i++) {
      const key = row.keys[i];
      if (key === names[i] || known.has(key)) continue;
      if (playsRole(key))
        throw invalid('row', { file, row: rows, column: key }, 'such a key must stand in the first row too');
      if (known.size < names.length + MOST_KEPT) known.add(key);
    }
  }

  /** Says in which row the bytes are no UTF-8. */
  function refuseText(bytes: Uint8Array): never {
    let row = rows;
    for (let at = 0; at < bytes.length; ) {
      const found = bytes.indexOf(LINE_FEED, at);
      const end = found < 0 ? bytes.length : found;
      const line = textOf(bytes, at, end);
      if (!isBlank(line, 0, line.length)) row++;
      if (utf8TextOf(bytes, at, end) === null) break;
      at = end + 1;
    }
    throw invalid('row', { file, row }, NO_UTF8);
  }

  await eachPiece(file, stream, (bytes, last) => {
    const end = last ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    const text = utf8TextOf(bytes, 0, end) ?? refuseText(bytes.subarray(0, end));
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const lineEnd = found < 0 ? text.length : found;
      if (isBlank(text, at, lineEnd)) blankLines++;
      else readLine(text, at, lineEnd);
      at = lineEnd + 1;
    }
    checkBlank(blankLines);
    soFar(rows);
    return end;
  });
  return rows;
}

function refusal(file: string, row: number, { problem }: JsonRow, line: string): Error {
  if (problem !== null)
    return 'tooDeep' in problem
      ? invalid('row', { file, row }, `must not be nested more than ${DEEPEST} deep`)
      : invalid('row', { file, row, column: problem.doubled }, 'a key must stand once');
  const zero = line.indexOf('\0');
  if (zero < 0)
    return invalid('row', { file, row }, 'must be one JSON object on a line of its own', line.trim());
  const before = [...line.slice(0, zero).matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].at(-1)?.[1];
  return invalid(
    'row',
    { file, row, ...(before === undefined ? {} : { column: before }) },
    'text must have no zero bytes',
  );
}

/** Nothing but what JSON allows between values. */
function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
