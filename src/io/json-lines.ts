import { playsRole } from './columns.ts';
import { parseObject } from './json-object.ts';
import { invalid } from './refuse.ts';
import { eachPiece } from './stream.ts';
import type { Read, Start } from './table.ts';
import { textOf } from './text.ts';

const LINE_FEED = 0x0a;

/** One JSON object per line. The first row names the columns; a key that a later row lacks counts as null. */
export async function readJsonLines(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  start: Start,
): Promise<number> {
  let names: readonly string[] | null = null;
  let known: ReadonlySet<string> = new Set();
  let reads: readonly Read[] = [];
  let allow: (rows: number) => number = () => 0;
  let checkBlank: (lines: number) => void = () => {};
  let allowed = 0;
  let rows = 0;
  let blankLines = 0;

  function readLine(line: string): void {
    rows++;
    const object = parseObject(file, rows, line);
    if (names === null) {
      names = Object.keys(object);
      known = new Set(names);
      ({ reads, allow, checkBlank } = start(names));
    } else checkKeys(object);
    if (rows > allowed) allowed = allow(rows);
    for (const { position, column } of reads) {
      const name = names[position];
      column.fromValue(Object.hasOwn(object, name) ? object[name] : undefined);
    }
  }

  /** A key that the first row lacks is no column; one that would play a part as a column is not passed over. */
  function checkKeys(object: object): void {
    for (const key in object)
      if (!known.has(key) && playsRole(key))
        throw invalid('row', { file, row: rows, column: key }, 'such a key must stand in the first row too');
  }

  await eachPiece(file, stream, (bytes, last) => {
    const end = last ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    const text = textOf(bytes, 0, end);
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const lineEnd = found < 0 ? text.length : found;
      if (isBlank(text, at, lineEnd)) blankLines++;
      else readLine(text.slice(at, lineEnd));
      at = lineEnd + 1;
    }
    checkBlank(blankLines);
    return end;
  });
  return rows;
}

/** Nothing but what JSON allows between values. */
function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
