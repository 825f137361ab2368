export type FigureTableRow = Readonly<Record<string, number | string | null>>;

/** The rows of a table that `onerun reproduce` wrote: numbers where they are, null for an empty field. */
export function csvRows(text: string): FigureTableRow[] {
  const [head, ...lines] = text.trimEnd().split('\n').map(fieldsOf);
  return lines.map((fields) => Object.fromEntries(head.map((name, i) => [name, cellOf(fields[i] ?? '')])));
}

function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}

function cellOf(field: string): number | string | null {
  if (field === '') return null;
  const number = Number(field);
  return Number.isNaN(number) ? field : number;
}
