import type { FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatConfidence, formatCount, formatNumber } from '../words/format.ts';
import { figureSheet } from './figure-sheet.ts';
import type { FigureSeries, PanelContent } from './panel.ts';
import { distinctValues, groupBy, pointsOf } from './rows.ts';
import { METHOD_NAMES, METHOD_STYLES, shadeOf } from './styles.ts';

/** Epsilon against delta, a panel for each method and a line for each confidence. */
export function deltasPlot(title: string, rows: readonly FigureRow[], document: PlotDocument): string {
  const proved = rows.filter((row) => row.method !== 'theory');
  const taus = distinctValues(rows, 'tau').map(Number);
  const cells = groupBy(rows, (row) => [row.sigma, row.m, row.k].join(' '));
  const alone = new Set(proved.map(settingOf)).size === 1;
  const panels = [...cells.values()].flatMap((some) => {
    const theory: FigureSeries = {
      style: METHOD_STYLES.theory,
      points: pointsOf(oncePerDelta(some.filter((row) => row.method === 'theory')), 'delta'),
    };
    const methods = groupBy(
      some.filter((row) => row.method !== 'theory'),
      (row) => `${row.method} ${row.guesses}`,
    );
    return [...methods.values()].map(
      (found): PanelContent => ({
        title: `${METHOD_NAMES[String(found[0].method)]}${alone ? '' : `: ${settingOf(found[0])}`}`,
        x: { label: axisLabel(AXIS.delta, { log: true }), log: true, tick: (x) => formatNumber(x) },
        y: axisLabel(AXIS.epsilon),
        series: [
          theory,
          ...[...groupBy(found, (row) => String(row.tau))].map(
            ([tau, line]): FigureSeries => ({
              style: {
                name: `${formatConfidence(Number(tau))} confidence`,
                colour: shadeOf(taus.indexOf(Number(tau)), taus.length),
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
  return `sigma ${sigma}, m ${formatCount(Number(m))}, ${formatCount(Number(correct))} of ${formatCount(Number(guesses))} right`;
}

/** One row for each delta: the true epsilon does not depend on the confidence, so its rows repeat. */
function oncePerDelta(rows: readonly FigureRow[]): FigureRow[] {
  return [...groupBy(rows, (row) => String(row.delta)).values()].map(([first]) => first);
}

/** From the least to the largest epsilon that was proved. */
function rangeOf({ series }: PanelContent): string {
  const ys = series.slice(1).flatMap((one) => one.points.map((point) => point.y));
  return `from ${formatNumber(Math.min(...ys), 3)} to ${formatNumber(Math.max(...ys), 3)}`;
}
