import { quoted } from '../../quote.ts';
import { brokenLines } from './broken-lines.ts';

export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** A table before it is laid out as text, Markdown or HTML. */
export interface TableData {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** The longest cell that is printed whole; claims can be long. */
const LONGEST_CELL = 1000;

/** The width of a table in plain text, where its words can be broken. */
const WIDTH = 80;

/** A table in plain text; null for none. What is too wide is broken in the column with the longest words. */
export function tableText(table: TableData): string;
export function tableText(table: TableData | null): string | null;
export function tableText(table: TableData | null): string | null {
  if (table === null) return null;
  const { columns } = table;
  const rows = [
    columns.map(({ title }) => title),
    ...table.rows.map((row) => row.map((cell) => quoted(cell, LONGEST_CELL))),
  ];
  const widths = columns.map((_, j) => Math.max(...rows.map((row) => row[j].length)));
  // Between words first; within them only where that is not enough.
  const words = columns.map((_, j) =>
    Math.max(NARROWEST, ...rows.flatMap((row) => row[j].split(' ').map(({ length }) => length))),
  );
  narrow(columns, widths, words);
  narrow(
    columns,
    widths,
    columns.map(() => NARROWEST),
  );
  return rows.flatMap((row) => linesOfRow(row, columns, widths)).join('\n');
}

function linesOfRow(
  row: readonly string[],
  columns: readonly TableColumn[],
  widths: readonly number[],
): string[] {
  const cells = row.map((cell, j) => brokenLines(cell, widths[j]));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, i) =>
    cells
      .map(({ [i]: line = '' }, j) =>
        columns[j].align === 'right' ? line.padStart(widths[j]) : line.padEnd(widths[j]),
      )
      .map((cell) => `  ${cell}`)
      .join('')
      .trimEnd(),
  );
}

/** A column of words is no narrower than this. */
const NARROWEST = 12;

/** Takes from the widest columns of words what a table is too wide, down to these widths; numbers stay. */
function narrow(columns: readonly TableColumn[], widths: number[], least: readonly number[]): void {
  let over = widths.reduce((sum, width) => sum + 2 + width, -WIDTH);
  for (; over > 0; over--) {
    const free = columns.flatMap(({ align }, j) => (align !== 'right' && widths[j] > least[j] ? [j] : []));
    if (free.length === 0) return;
    widths[free.reduce((a, b) => (widths[b] > widths[a] ? b : a))]--;
  }
}
