export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** A plain text table. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
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
