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
  let reads: readonly Read[] = [];
  let rows = 0;

  function readLine(line: string): void {
    if (line.trim() === '') return;
    rows++;
    const object = parseObject(file, rows, line);
    if (names === null) {
      names = Object.keys(object);
      reads = start(names);
    }
    for (const { position, column } of reads) column.fromValue(object[names[position]]);
  }

  await eachPiece(file, stream, (bytes, last) => {
    const end = last ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    for (const line of textOf(bytes, 0, end).split('\n')) readLine(line);
    return end;
  });
  return rows;
}

function parseObject(file: string, row: number, line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Falls through to the refusal: what is wrong is best seen on the line itself.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('row', { file, row }, 'must be one JSON object on a line of its own', line.trim());
  return value as Record<string, unknown>;
}
