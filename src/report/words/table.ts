import { quoted } from '../../quote.ts';

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

/** A table in plain text; null for none. */
export function tableText(table: TableData): string;
export function tableText(table: TableData | null): string | null;
export function tableText(table: TableData | null): string | null {
  if (table === null) return null;
  const { columns } = table;
  const rows = table.rows.map((row) => row.map((cell) => quoted(cell, LONGEST_CELL)));
  const widths = columns.map(({ title }, j) => Math.max(title.length, ...rows.map((row) => row[j].length)));
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, j) =>
      columns[j].align === 'right' ? cell.padStart(widths[j]) : cell.padEnd(widths[j]),
    );
    return `  ${padded.join('   ')}`.trimEnd();
  };
  const rule = widths.map((width) => '-'.repeat(width));
  return [columns.map(({ title }) => title), rule, ...rows].map(line).join('\n');
}
