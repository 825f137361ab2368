import type { SignalFile } from '../../io/index.ts';

/**
 * Scores as the CSV file that `onerun audit` takes: the ids and who was in as the target's file has them.
 */
export function scoreTable(
  { ids, included, truth, rows }: SignalFile,
  scores: Float64Array,
  candidates: number,
  column: string,
): string {
  const isBucket = candidates > 1;
  const known = isBucket ? truth : included;
  const titles = isBucket ? Array.from({ length: candidates }, (_, j) => `${column}_${j}`) : [column];
  const header = isBucket
    ? ['id', ...(known === null ? [] : ['truth']), ...titles]
    : ['id', ...titles, ...(known === null ? [] : ['included'])];
  const lines = [header.join(',')];
  for (let row = 0; row < rows; row++) {
    let own = String(scores[row]);
    for (let j = 1; j < candidates; j++) own += `,${scores[j * rows + row]}`;
    const id = ids === null ? row : field(ids[row]);
    lines.push(
      known === null
        ? `${id},${own}`
        : isBucket
          ? `${id},${known[row]},${own}`
          : `${id},${own},${known[row]}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** A text as a field of a CSV file. */
function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
