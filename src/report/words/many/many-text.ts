import type { AuditRow } from '../../../audit/index.ts';
import { proseParts, sectionsText } from '../prose.ts';
import { type TableData, tableText } from '../table.ts';
import { type ManyAudits, manyWords, outcomeRank } from './many-words.ts';
import { rowWords } from './row-words.ts';

/** So many rows are listed; of more, those that are not plainly passed, what is refuted or failed first. */
const LISTED = 40;

/** Refuted claims first, then what has no answer, then what came closest to a refutation. */
function byImportance(a: AuditRow, b: AuditRow): number {
  const pValue = ({ summary }: AuditRow) => summary?.pValue ?? 1;
  return outcomeRank(a) - outcomeRank(b) || pValue(a) - pValue(b);
}

/** Many audits for the terminal: what they came to, the rows that matter, what it rests on. */
export function manyText(many: ManyAudits, files: readonly string[]): string {
  const words = manyWords(many);
  const all = many.rows.map((row) => ({ row, cells: rowWords(row, many) }));
  const telling = all.filter(({ row, cells }) => row.outcome !== 'not-refuted' || cells.notes.length > 0);
  const first = telling.toSorted((a, b) => byImportance(a.row, b.row)).slice(0, LISTED);
  const shown = all.length <= LISTED ? all : first;
  const left = all.length - shown.length;
  const ofLeft = shown.length < telling.length ? '' : ', of which nothing else is to be said here,';
  const table: TableData = {
    columns: [
      { title: 'audit' },
      { title: 'verdict' },
      { title: 'p-value', align: 'right' },
      { title: 'corrected', align: 'right' },
      { title: 'right guesses', align: 'right' },
      { title: 'epsilon at least', align: 'right' },
    ],
    rows: shown.map(({ cells: { name, verdict, pValue, adjusted, right, worstCase } }) => [
      name,
      verdict,
      pValue,
      adjusted,
      right,
      worstCase,
    ]),
  };
  const noted = shown.flatMap(({ cells: { name, notes } }) => notes.map((note) => `  ${name}: ${note}`));
  return sectionsText([
    words.lead,
    words.level,
    ...words.warnings,
    shown.length === 0 ? null : tableText(table),
    left === 0 ? null : `${left} more${ofLeft} are in the files below.`,
    noted.length === 0 ? null : noted.join('\n'),
    words.notes.join('\n'),
    `Written: ${files.join(', ')}`,
    `Next: ${proseParts(words.next)
      .map(({ text }) => text)
      .join('')}`,
  ]);
}
