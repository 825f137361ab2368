import type { CurveNumbers } from '../audit/index.ts';
import { value } from './format.ts';
import { table } from './table.ts';

/** The report of `onerun curve`. */
export function curveText({ claim, relation, points, epsilon, delta, gap, note }: CurveNumbers): string {
  const whom = relation === 'replace' ? 'one record exchanged for another' : 'one record added or removed';
  const sections = [
    `${claim} promises, for data sets with ${whom}:`,
    twoColumns(
      'delta',
      'epsilon',
      epsilon.map((row) => [row.delta, row.epsilon]),
    ),
    twoColumns(
      'epsilon',
      'delta',
      delta.map((row) => [row.epsilon, row.delta]),
    ),
    'An attack that accuses the innocent with probability alpha misses the guilty with probability at least beta:',
    twoColumns(
      'alpha',
      'beta',
      points.map((row) => [row.alpha, row.beta]),
    ),
    `Every number errs towards less privacy, by at most ${value(gap, 1)} of itself.`,
    ...(note === undefined ? [] : [`Note: ${note}.`]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function twoColumns(left: string, right: string, rows: readonly (readonly [number, number])[]): string {
  return table(
    [
      { title: left, align: 'right' },
      { title: right, align: 'right' },
    ],
    rows.map(([x, y]) => [value(x), value(y, 7)]),
  );
}
