import { InvalidInput } from '../../../errors.ts';

/** The rows of a short comma-separated text, its header among them; empty lines are left out. */
export function listRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y;
  while (field.lastIndex < text.length) {
    const line = rows.length + 1;
    const found = field.exec(text);
    if (found === null)
      throw new InvalidInput(`a quote in row ${line} of the list has no end, or no beginning`);
    const [, inQuotes, plain, end] = found;
    row.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end === ',' && field.lastIndex < text.length) continue;
    if (end === ',') row.push('');
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}
