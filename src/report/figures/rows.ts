import type { FigureRow } from '../../figure-layout.ts';
import type { FigurePoint } from './panel.ts';

/** Groups in the order of their first row. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** The distinct values of a column, in order of appearance. */
export function distinctValues(rows: readonly FigureRow[], column: string): (number | string)[] {
  return [...new Set(rows.map((row) => row[column]))].filter(
    (value) => value !== null && value !== undefined,
  );
}

/** The rows with these values, column by column; all of them where none has the value. */
export function keptRows(
  rows: readonly FigureRow[],
  keeps: Readonly<Record<string, number | string>> = {},
): readonly FigureRow[] {
  return Object.entries(keeps).reduce((left, [column, value]) => {
    const some = left.filter((row) => row[column] === value);
    return some.length > 0 ? some : left;
  }, rows);
}

/** The columns that any grid may vary. */
const GRID_COLUMNS = ['sigma', 'm', 'total', 'k', 'delta', 'tau', 'difficulty'];

/**
 * The columns that tell the rows of one series from those of another, beside those that are already `shown`.
 */
export function furtherColumns(shown: readonly string[]): string[] {
  // Where runs share a total, the number of canaries of each follows from the number of runs.
  const following = shown.includes('runs') ? ['m'] : [];
  return GRID_COLUMNS.filter((column) => !shown.includes(column) && !following.includes(column));
}

/** Whether a row is about DP-SGD with the noise left open, and not about the Gaussian family. */
export function withinOwnFamily(row: FigureRow): boolean {
  return String(row.family).startsWith('dpsgd');
}

/** Rows as points, ordered by x. */
export function pointsOf(rows: readonly FigureRow[], x: string, y = 'epsilon'): FigurePoint[] {
  return rows
    .map((row) => ({
      x: Number(row[x]),
      y: Number(row[y]),
      low: numberOf(row.epsilonLow),
      high: numberOf(row.epsilonHigh),
    }))
    .sort((a, b) => a.x - b.x);
}

function numberOf(value: number | string | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** A level line at y, as long as the other lines. */
export function levelAcross(rows: readonly FigureRow[], x: string, y: number): FigurePoint[] {
  const xs = rows.map((row) => row[x]).filter((value) => typeof value === 'number');
  return [Math.min(...xs), Math.max(...xs)].map((end) => ({ x: end, y, low: null, high: null }));
}
