import { distinct, type FigureRow, groupBy } from './figure-rows.ts';
import { count, value } from './format.ts';
import { type Column, table } from './table.ts';

/** What became of a figure. */
export interface FigureReport {
  readonly name: string;
  readonly rows: readonly FigureRow[];
  /** Tasks done now, and points in all. */
  readonly computed: number;
  readonly points: number;
  readonly files: readonly string[];
}

/** What each figure is about, and the columns that its table is laid out by. */
const LAYOUT: Readonly<Record<string, { about: string; down: string[]; across: string }>> = {
  gaussian: {
    about: 'Epsilon proved about the Gaussian mechanism, at the best number of guesses',
    down: ['sigma', 'method'],
    across: 'm',
  },
  guesses: { about: 'Epsilon against the number of guesses', down: ['sigma', 'method'], across: 'guesses' },
  buckets: {
    about: 'Epsilon against the candidates per bucket, every bucket guessed',
    down: ['m', 'method'],
    across: 'k',
  },
  deltas: { about: 'Epsilon against delta and significance tau', down: ['method', 'tau'], across: 'delta' },
  cifar10: { about: 'Epsilon proved by recorded runs', down: ['method', 'family'], across: 'run' },
  runs: {
    about: 'Epsilon of the typical audit whose canaries are shared out over several runs',
    down: ['sigma', 'method'],
    across: 'runs',
  },
  dpsgd: {
    about: 'The same counts of honest DP-SGD against its own curve and against the Gaussian family',
    down: ['family', 'method'],
    across: 'm',
  },
};

/** So many columns fit a terminal. */
const MOST = 8;

/** A figure in words and in a small table; all of it is in the CSV. */
export function figureText({ name, rows, computed, points, files }: FigureReport): string {
  const { about, down, across } = LAYOUT[name];
  const simulated = rows.find((row) => typeof row.games === 'number')?.games;
  const how = simulated === undefined ? 'closed form' : `${simulated} games each`;
  const done =
    computed === 0
      ? 'nothing was left to do'
      : `${count(computed)} ${computed === 1 ? 'task' : 'tasks'} done now`;
  return `${name}: ${about} (${how}).

${tableOf(rows, down, across)}

${count(points)} points, ${done}: ${files.join(', ')}
`;
}

function tableOf(rows: readonly FigureRow[], down: readonly string[], across: string): string {
  const all = distinct(rows, across);
  const some = all.length <= MOST ? all : spread(all);
  const columns: Column[] = [
    ...down.map((title) => ({ title })),
    ...some.map((x) => ({ title: `${across} ${label(x)}`, align: 'right' as const })),
  ];
  const lines = [...groupBy(rows, (row) => JSON.stringify(down.map((column) => row[column]))).values()];
  const cells = lines.map((line) => [
    ...down.map((column) => label(line[0][column] ?? '')),
    ...some.map((x) => {
      const own = line.find((row) => row[across] === x) ?? line.find((row) => (row[across] ?? null) === null);
      return own === undefined ? '' : Number(own.epsilon).toFixed(2);
    }),
  ]);
  return table(columns, cells);
}

/** The ends and some between. */
function spread<T>(all: readonly T[]): T[] {
  return Array.from({ length: MOST }, (_, i) => all[Math.round((i * (all.length - 1)) / (MOST - 1))]);
}

function label(x: number | string): string {
  return typeof x === 'string' ? x : x >= 1e6 || x < 1e-3 ? value(x) : count(x);
}
