import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type CsvRow = Record<string, number | string | null>;

const read = new Map<string, readonly CsvRow[]>();

/** A table that the documentation rests on. */
export function reproduced(figure: string): readonly CsvRow[] {
  const rows = read.get(figure) ?? readTable(figure);
  read.set(figure, rows);
  return rows;
}

function readTable(figure: string): CsvRow[] {
  const path = new URL(`../../docs/reproduction/${figure}.csv`, import.meta.url);
  const [header, ...lines] = readFileSync(fileURLToPath(path), 'utf8').trimEnd().split('\n');
  const columns = header.split(',');
  return lines.map((line) => {
    const fields = [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, field]) => field);
    return Object.fromEntries(columns.map((column, i) => [column, fieldValue(fields[i])]));
  });
}

function fieldValue(field: string): number | string | null {
  if (field === '') return null;
  if (field.startsWith('"')) return field.slice(1, -1).replaceAll('""', '"');
  return Number.isNaN(Number(field)) ? field : Number(field);
}
