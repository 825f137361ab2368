import { quoted, quotedPath } from '../../quote.ts';
import { count, value } from '../words/format.ts';
import { type Column, table } from '../words/table.ts';
import { distinct, type FigureRow, groupBy } from './rows.ts';

/** What became of a figure. */
export interface FigureReport {
  readonly name: string;
  readonly rows: readonly FigureRow[];
  /** Tasks done now, and points in all. */
  readonly computed: number;
  readonly points: number;
  readonly files: readonly string[];
}

interface Layout {
  readonly about: string;
  /** A table for each value of these columns, a line for each of those, and what runs along the lines. */
  readonly apart: readonly string[];
  readonly down: readonly string[];
  readonly across: string;
}

const LAYOUT: Readonly<Record<string, Layout>> = {
  gaussian: {
    about: 'Epsilon proved about the Gaussian mechanism at the best number of guesses, by canaries m',
    apart: [],
    down: ['sigma', 'method'],
    across: 'm',
  },
  guesses: {
    about: 'Epsilon by the number of guesses',
    apart: [],
    down: ['sigma', 'method'],
    across: 'guesses',
  },
  buckets: {
    about: 'Epsilon by the candidates per bucket k, every bucket guessed',
    apart: ['m'],
    down: ['method'],
    across: 'k',
  },
  deltas: {
    about: 'Epsilon by delta, for each significance tau',
    apart: [],
    down: ['method', 'tau'],
    across: 'delta',
  },
  cifar10: { about: 'Epsilon proved by recorded runs', apart: [], down: ['method', 'family'], across: 'run' },
  runs: {
    about:
      'Epsilon that two honest audits in three prove when their canaries are shared out, by the number of runs',
    apart: [],
    down: ['sigma', 'method'],
    across: 'runs',
  },
  dpsgd: {
    about:
      'The same counts of honest DP-SGD against its own curve and against the Gaussian family, by canaries m',
    apart: ['noise', 'rate', 'steps'],
    down: ['method', 'family'],
    across: 'm',
  },
};

/** So many columns fit a terminal. */
const MOST = 8;

/** A figure in words and in a small table; all of it is in the CSV. */
export function figureText({ name, rows, computed, points, files }: FigureReport): string {
  const { about, apart, down, across } = LAYOUT[name];
  const shared = [...apart, ...facetsOf(rows, [...apart, ...down, across])];
  const tables = groupBy(rows, (row) => JSON.stringify(shared.map((column) => row[column])));
  const simulated = rows.find((row) => typeof row.games === 'number')?.games;
  const how =
    name === 'cifar10'
      ? 'recorded scores'
      : simulated === undefined
        ? 'closed form'
        : `${simulated} games each`;
  const done =
    computed === 0
      ? 'nothing was left to do'
      : `${count(computed)} ${computed === 1 ? 'task' : 'tasks'} done now`;
  return `${name}: ${about} (${how}).

${[...tables.values()].map((some) => headOf(some[0], shared) + tableOf(some, down, across)).join('\n\n')}

${count(points)} points, ${done}: ${files.map(quotedPath).join(', ')}
`;
}

function tableOf(rows: readonly FigureRow[], down: readonly string[], across: string): string {
  const all = distinct(rows, across);
  const some = all.length <= MOST ? all : spread(all);
  const columns: Column[] = [
    ...down.map((title) => ({ title })),
    ...some.map((x) => ({ title: quoted(label(x)), align: 'right' as const })),
  ];
  const lines = [
    ...groupBy(rows, (row) => JSON.stringify(down.map((column) => named(row, column, across)))).values(),
  ];
  const cells = lines.map((line) => [
    ...down.map((column) => label(named(line[0], column, across))),
    ...some.map((x) => {
      const own = line.find((row) => row[across] === x) ?? line.find((row) => (row[across] ?? null) === null);
      return own === undefined ? '' : epsilonText(Number(own.epsilon), own.method === 'theory');
    }),
  ]);
  return table(columns, cells);
}

/** Further columns that a grid of one's own may vary. */
function facetsOf(rows: readonly FigureRow[], taken: readonly string[]): string[] {
  if (taken.includes('run')) return [];
  // Of several runs, m follows from their number.
  const open = ['sigma', 'm', 'total', 'k', 'delta', 'tau'].filter(
    (column) => !taken.includes(column) && !(column === 'm' && taken.includes('runs')),
  );
  return open.filter((column) => distinct(rows, column).length > 1);
}

function headOf(row: FigureRow, columns: readonly string[]): string {
  if (columns.length === 0) return '';
  return `  ${columns.map((column) => `${column} ${label(row[column] ?? '')}`).join(', ')}\n\n`;
}

/** Recorded runs claim different things: their theory makes one line. */
function named(row: FigureRow, column: string, across: string): number | string {
  if (across === 'run' && column === 'family' && row.method === 'theory') return 'as claimed';
  return row[column] ?? '';
}

/** The ends and some between. */
function spread<T>(all: readonly T[]): T[] {
  return Array.from({ length: MOST }, (_, i) => all[Math.round((i * (all.length - 1)) / (MOST - 1))]);
}

function label(x: number | string): string {
  return typeof x === 'string' ? x : x >= 1e6 || x < 1e-3 ? value(x) : count(x);
}

/** What is proved is cut, never rounded up. */
function epsilonText(epsilon: number, exact: boolean): string {
  return (exact ? epsilon : Math.floor(100 * epsilon) / 100).toFixed(2);
}

const METHODS: Readonly<Record<string, string>> = {
  paper: 'paper is Algorithm 3, within the named family of mechanisms (model-based)',
  optimal: 'optimal is the tightest test from the same counts, within the named family (model-based)',
  steinke:
    'steinke is the bound of Steinke, Nasr and Jagielski, for every (epsilon, delta) mechanism (worst-case)',
};

/** What the tables rest on. */
export function figuresNote(reports: readonly FigureReport[]): string {
  const methods = new Set(reports.flatMap(({ rows }) => rows.map((row) => String(row.method))));
  const said = Object.keys(METHODS).filter((method) => methods.has(method));
  if (said.length === 0) return '';
  const lines = said.map((method) => `  ${METHODS[method]}.`);
  return `What this rests on\n${lines.join('\n')}\n  The counts are those of the best attack on canaries that do not interact, unless they were recorded. All numbers are in the CSV files.\n`;
}
