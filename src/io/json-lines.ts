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
  let allowed = 0;
  let rows = 0;

  function readLine(line: string): void {
    if (line.trim() === '') return;
    rows++;
    const object = parseObject(file, rows, line);
    if (names === null) {
      names = Object.keys(object);
      known = new Set(names);
      ({ reads, allow } = start(names));
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
    for (const line of textOf(bytes, 0, end).split('\n')) readLine(line);
    return end;
  });
  return rows;
}
