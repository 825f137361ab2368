import { value } from './format.ts';
import { table } from './table.ts';

/** What `onerun curve` found. */
export interface CurveReport {
  readonly claim: string;
  readonly relation: string;
  readonly points: readonly { readonly alpha: number; readonly beta: number }[];
  readonly epsilon: readonly { readonly delta: number; readonly epsilon: number }[];
  readonly delta: readonly { readonly epsilon: number; readonly delta: number }[];
  readonly gap: number;
  readonly note?: string;
}

/** The report of `onerun curve`. */
export function curveText({ claim, relation, points, epsilon, delta, gap, note }: CurveReport): string {
  const right = 'right' as const;
  const whom = relation === 'replace' ? 'one record exchanged for another' : 'one record added or removed';
  const sections = [
    `${claim} promises, for data sets with ${whom}:`,
    table(
      [
        { title: 'delta', align: right },
        { title: 'epsilon', align: right },
      ],
      epsilon.map((row) => [value(row.delta), value(row.epsilon, 7)]),
    ),
    table(
      [
        { title: 'epsilon', align: right },
        { title: 'delta', align: right },
      ],
      delta.map((row) => [value(row.epsilon), value(row.delta, 7)]),
    ),
    'An attack that accuses the innocent with probability alpha misses the guilty with probability at least beta:',
    table(
      [
        { title: 'alpha', align: right },
        { title: 'beta', align: right },
      ],
      points.map((row) => [value(row.alpha), value(row.beta, 7)]),
    ),
    `Every number errs towards less privacy, by at most ${value(gap, 1)} of itself.`,
    ...(note === undefined ? [] : [`Note: ${note}.`]),
  ];
  return `${sections.join('\n\n')}\n`;
}
