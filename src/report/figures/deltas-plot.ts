import type { FigureRow } from '../../figure-layout.ts';
import { count, percent, value } from '../words/format.ts';
import { figureSheet } from './figure-sheet.ts';
import type { PanelData, Series } from './panel.ts';
import { distinct, groupBy, pointsOf } from './rows.ts';
import { METHOD_NAMES, METHODS, shade } from './styles.ts';

/** Epsilon against delta, a panel for each method and a line for each confidence. */
export function deltasPlot(title: string, rows: readonly FigureRow[], document: Document): string {
  const proved = rows.filter((row) => row.method !== 'theory');
  const taus = distinct(rows, 'tau').map(Number);
  const cells = groupBy(rows, (row) => [row.sigma, row.m, row.k].join(' '));
  const alone = new Set(proved.map(settingOf)).size === 1;
  const panels = [...cells.values()].flatMap((some) => {
    const theory: Series = {
      style: METHODS.theory,
      points: pointsOf(oncePerDelta(some.filter((row) => row.method === 'theory')), 'delta'),
    };
    const methods = groupBy(
      some.filter((row) => row.method !== 'theory'),
      (row) => `${row.method} ${row.guesses}`,
    );
    return [...methods.values()].map(
      (found): PanelData => ({
        title: METHOD_NAMES[String(found[0].method)],
        x: { label: 'delta (log scale)', log: true, tick: (x) => value(x) },
        y: alone ? 'empirical epsilon' : `empirical epsilon (${settingOf(found[0])})`,
        series: [
          theory,
          ...[...groupBy(found, (row) => String(row.tau))].map(
            ([tau, line]): Series => ({
              style: {
                name: `${percent(1 - Number(tau))} confidence`,
                colour: shade(taus.indexOf(Number(tau)), taus.length),
                dot: 'disc',
              },
              points: pointsOf(line, 'delta'),
            }),
          ),
        ],
      }),
    );
  });
  const games = proved[0].games ?? null;
  return figureSheet(
    {
      title,
      alt: `Epsilon against delta at each confidence, by ${panels.map((one) => one.title).join(' and ')}: ${panels.map((one) => `${one.title} ${rangeOf(one)}`).join('; ')}.`,
      lines: [
        `${games === null ? 'Expected counts' : `Mean counts of ${games} games of Algorithm 4`}${alone ? `: ${settingOf(proved[0])}` : ''}.`,
      ],
      panels,
    },
    document,
  );
}

function settingOf({ sigma, m, guesses, correct }: FigureRow): string {
  return `sigma ${sigma}, m ${count(Number(m))}, ${count(Number(correct))} of ${count(Number(guesses))} right`;
}

/** One row for each delta: the true epsilon does not depend on the confidence, so its rows repeat. */
function oncePerDelta(rows: readonly FigureRow[]): FigureRow[] {
  return [...groupBy(rows, (row) => String(row.delta)).values()].map(([first]) => first);
}

/** From the least to the largest epsilon that was proved. */
function rangeOf({ series }: PanelData): string {
  const ys = series.slice(1).flatMap((one) => one.points.map((point) => point.y));
  return `from ${value(Math.min(...ys), 3)} to ${value(Math.max(...ys), 3)}`;
}
