import type { Point } from './panel.ts';

/** A line of a sweep's table. */
export type FigureRow = Readonly<Record<string, number | string | null>>;

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
export function distinct(rows: readonly FigureRow[], column: string): (number | string)[] {
  return [...new Set(rows.map((row) => row[column]))].filter(
    (value) => value !== null && value !== undefined,
  );
}

/** Rows as points, by x. */
export function pointsOf(rows: readonly FigureRow[], x: string): Point[] {
  return rows
    .map((row) => ({
      x: Number(row[x]),
      y: Number(row.epsilon),
      low: numberOf(row.epsilonLow),
      high: numberOf(row.epsilonHigh),
    }))
    .sort((a, b) => a.x - b.x);
}

function numberOf(value: number | string | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** A constant as a line between the ends of the others. */
export function levelAcross(rows: readonly FigureRow[], x: string, y: number): Point[] {
  const xs = rows.map((row) => row[x]).filter((value) => typeof value === 'number');
  return [Math.min(...xs), Math.max(...xs)].map((end) => ({ x: end, y, low: null, high: null }));
}
