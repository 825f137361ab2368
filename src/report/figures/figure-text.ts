import type { FigureLayout, FigureRow } from '../../figure-layout.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { formatCount, formatDirected, formatNumber } from '../words/format.ts';
import { type TableColumn, tableText } from '../words/table.ts';
import { distinctValues, furtherColumns, groupBy, keptRows } from './rows.ts';

/** A figure that was computed and written. */
export interface FigureReport {
  readonly name: string;
  readonly layout: FigureLayout;
  readonly rows: readonly FigureRow[];
  /** Tasks done now, and points in all. */
  readonly computed: number;
  readonly points: number;
  readonly files: readonly string[];
}

/** As many columns as fit a terminal. */
const MOST_COLUMNS = 8;

/** A figure in words and in a small table; all of it is in the CSV. */
export function figureText({ name, layout, rows, computed, points, files }: FigureReport): string {
  const { about, tablePer } = layout.table;
  const shared = [...tablePer, ...varied(rows, layout)];
  const tables = groupBy(rows, (row) => JSON.stringify(shared.map((column) => row[column])));
  const simulated = rows.find((row) => typeof row.games === 'number')?.games;
  const how =
    layout.recorded === true
      ? 'recorded scores'
      : simulated === undefined
        ? layout.table.shows === 'power'
          ? 'ledgers played, tests computed'
          : 'closed form'
        : `${simulated} games each`;
  const done =
    computed === 0
      ? 'nothing was left to do'
      : `${formatCount(computed)} ${computed === 1 ? 'task' : 'tasks'} done now`;
  return `${name}: ${about} (${how}).

${[...tables.values()].map((some) => headOf(some[0], shared) + tableOf(some, layout)).join('\n\n')}

${formatCount(points)} ${points === 1 ? 'point' : 'points'}, ${done}: ${files.map(quotedPath).join(', ')}
`;
}

function tableOf(
  rows: readonly FigureRow[],
  { table: { rowPer, columnPer, shows = 'epsilon', keeps }, recorded }: FigureLayout,
): string {
  const shown = keptRows(
    shows === 'epsilon' ? rows : rows.filter((row) => typeof row.power === 'number'),
    keeps,
  );
  const all = distinctValues(shown, columnPer);
  const some = all.length <= MOST_COLUMNS ? all : spread(all);
  const columns: TableColumn[] = [
    ...rowPer.map((title) => ({ title })),
    ...some.map((x) => ({ title: quoted(titleOf(columnPer, x)), align: 'right' as const })),
  ];
  const nameOf = (row: FigureRow, column: string) => {
    // Recorded runs claim different things: their true epsilons make one line.
    if (recorded === true && column === 'family' && row.method === 'theory') return 'as claimed';
    return row[column] ?? '';
  };
  const lines = groupBy(shown, (row) => JSON.stringify(rowPer.map((column) => nameOf(row, column))));
  const cells = [...lines.values()].map((line) => [
    ...rowPer.map((column) => label(nameOf(line[0], column))),
    ...some.map((x) => {
      const own =
        line.find((row) => row[columnPer] === x) ?? line.find((row) => (row[columnPer] ?? null) === null);
      if (own === undefined) return '';
      if (shows === 'interval') return intervalText(Number(own.powerLow), Number(own.powerHigh));
      return shows === 'power'
        ? powerText(Number(own.power))
        : epsilonText(Number(own.epsilon), own.method === 'theory');
    }),
  ]);
  return tableText({ columns, rows: cells });
}

/** Further columns that have several values, where the user gave a grid. */
function varied(rows: readonly FigureRow[], { table: shown, recorded }: FigureLayout): string[] {
  if (recorded === true) return [];
  const open = furtherColumns([...shown.tablePer, ...shown.rowPer, shown.columnPer]);
  return open.filter((column) => distinctValues(rows, column).length > 1);
}

function headOf(row: FigureRow, columns: readonly string[]): string {
  if (columns.length === 0) return '';
  return `  ${columns.map((column) => `${column} ${label(row[column] ?? '')}`).join(', ')}\n\n`;
}

/** The first, the last and some between them. */
function spread<T>(all: readonly T[]): T[] {
  return Array.from(
    { length: MOST_COLUMNS },
    (_, i) => all[Math.round((i * (all.length - 1)) / (MOST_COLUMNS - 1))],
  );
}

function label(x: number | string): string {
  return typeof x === 'string' ? x : x >= 1e6 || x < 1e-3 ? formatNumber(x) : formatCount(x);
}

/** A proved epsilon is cut, never rounded up; the true one is rounded. */
function epsilonText(epsilon: number, exact: boolean): string {
  return (exact ? epsilon : Math.floor(100 * epsilon) / 100).toFixed(2);
}

/** A column's value as the title of a column; a share of noise in percent. */
function titleOf(column: string, x: number | string): string {
  return column === 'short' ? `${formatNumber(100 * Number(x))}%` : label(x);
}

/** From the lower end of an interval, cut, to the upper, rounded up, in whole percents. */
function intervalText(low: number, high: number): string {
  return `${formatDirected(100 * low, 'down', 0)} to ${formatDirected(100 * high, 'up', 0)}%`;
}

/** A probability in percent, cut. */
function powerText(power: number): string {
  return `${(Math.floor(1000 * power) / 10).toFixed(1)}%`;
}

const METHOD_MEANINGS: Readonly<Record<string, string>> = {
  paper: 'paper is Algorithm 3, within the named family of mechanisms (model-based)',
  optimal: 'optimal is the tightest test from the same counts, within the named family (model-based)',
  steinke:
    'steinke is the bound of Steinke, Nasr and Jagielski, for every (epsilon, delta) mechanism (worst-case)',
  ledger: 'ledger is onerun ledger with bets made for the noise that runs, looked at after each run',
  'fixed-runs':
    'fixed-runs is the test of so many runs, with guesses, threshold and runs that must reach it fixed in advance',
  'one-run': 'one-run is the optimal test of one run with the canaries of all of them',
};

/** What the methods in the tables are, and what their numbers rest on. */
export function figuresNote(reports: readonly FigureReport[]): string {
  const usual = reports.filter(({ layout }) => layout.rests === undefined);
  const methods = new Set(usual.flatMap(({ rows }) => rows.map((row) => String(row.method))));
  const said = Object.keys(METHOD_MEANINGS).filter((method) => methods.has(method));
  const lines = said.map((method) => `${METHOD_MEANINGS[method]}.`);
  if (said.length > 0)
    lines.push(
      'The counts are those of the best attack on canaries that do not interact, unless they were recorded.',
    );
  for (const { name, layout } of reports)
    for (const text of layout.rests ?? []) lines.push(usual.length > 0 ? `${name}: ${text}` : text);
  if (lines.length === 0) return '';
  return `What this rests on\n${lines.map((line) => `  ${line}\n`).join('')}  All numbers are in the CSV files.\n`;
}
