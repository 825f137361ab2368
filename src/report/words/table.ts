import { quoted } from '../../quote.ts';

export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Of a cell; claims can be long. */
const LONGEST = 1000;

/** A plain text table. */
export function tableText(columns: readonly TableColumn[], content: readonly (readonly string[])[]): string {
  const rows = content.map((row) => row.map((cell) => quoted(cell, LONGEST)));
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
