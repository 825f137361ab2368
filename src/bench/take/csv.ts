import { printable } from '../../quote.ts';

export type CsvCell = string | number | null;

/** Comma-separated, numbers to the last digit, an empty field for none. */
export function csvTable(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${[columns, ...rows].map((row) => row.map(field).join(',')).join('\n')}\n`;
}

/** Text that a spreadsheet would take for a formula begins with an apostrophe. */
function field(value: CsvCell): string {
  if (typeof value === 'number') return String(value);
  const whole = value ?? '';
  const isFormula = /^[=+\-@\t\r\n]/.test(whole) && !/^-?\d+(\.\d+)?$/.test(whole);
  const text = `${isFormula ? "'" : ''}${printable(whole)}`;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
