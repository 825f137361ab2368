import type { FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatNumber } from '../words/format.ts';
import { confidenceLine, figureSheet } from './figure-sheet.ts';
import type { FigureSeries, PanelContent, SeriesStyle } from './panel.ts';
import { groupBy, pointsOf, withinOwnFamily } from './rows.ts';
import { METHOD_NAMES, METHOD_STYLES } from './styles.ts';

/** Names of the recipe's scores; others go by the name of their column. */
const SCORES: Readonly<Record<string, string>> = {
  sum: 'the paper’s sum over steps',
  likelihood_ratio: 'the likelihood ratio',
};

/** Recorded runs: the epsilon that each proved against the epsilon that it claims, a panel for each score. */
export function cifar10Plot(title: string, rows: readonly FigureRow[], document: PlotDocument): string {
  const claimed = new Map(
    rows.filter((row) => row.method === 'theory').map((row) => [row.run, Number(row.epsilon)] as const),
  );
  const proved = rows
    .filter((row) => row.method !== 'theory')
    .map((row): FigureRow => ({ ...row, claimed: claimed.get(row.run) ?? 0 }));
  const most = Math.max(...claimed.values(), 1);
  const top = Math.max(most, ...proved.map((row) => Number(row.epsilon))) * 1.08;
  const byScore = [...groupBy(proved, (row) => String(row.score))];
  const panels = byScore.map(([score, some]): PanelContent => {
    const runs = new Set(some.map((row) => row.run)).size;
    const scored = byScore.length === 1 ? '' : `, by ${SCORES[score] ?? score}`;
    return {
      title: `${runs} recorded ${runs === 1 ? 'run' : 'runs'}${scored}`,
      x: { label: axisLabel(AXIS.claimedEpsilon), log: false, tick: (x) => formatNumber(x) },
      y: axisLabel(AXIS.epsilon, { delta: Number(rows[0].delta) }),
      top,
      series: [diagonalTo(most), ...provedSeries(some)],
      ...(byScore.length === 1 ? { width: 700, height: 440 } : {}),
    };
  });
  const list = proved.map(
    (row) =>
      `${row.run} scored by ${row.score}, by ${row.method} within ${row.family}: ${formatNumber(Number(row.epsilon), 4)}`,
  );
  const crossed = refutedRuns(proved);
  const crosses =
    crossed.size === 0
      ? []
      : [`Crosses: refuted, more was proved than claimed (${[...crossed].join(', ')}).`];
  return figureSheet(
    {
      title,
      alt: `${list.join('; ')}.${crosses.map((text) => ` ${text}`).join('')}`,
      lines: [...crosses, confidenceLine(rows)],
      panels,
    },
    document,
  );
}

function diagonalTo(most: number): FigureSeries {
  return {
    style: { ...METHOD_STYLES.theory, name: 'theory: what was claimed' },
    points: [0, most].map((x) => ({ x, y: x, low: null, high: null })),
  };
}

/** A line for each method and family; refuted runs stand apart from it, crossed. */
function provedSeries(proved: readonly FigureRow[]): FigureSeries[] {
  const refuted = refutedRuns(proved);
  return [...groupBy(proved, (row) => `${row.method} ${withinOwnFamily(row)}`).values()].flatMap((some) => {
    const style = recordedStyle(some[0]);
    const [honest, broken] = [false, true].map((bad) => some.filter((row) => refuted.has(row.run) === bad));
    const lines: FigureSeries[] = [{ style, points: pointsOf(honest, 'claimed') }];
    if (broken.length > 0)
      lines.push({ style: { ...style, apart: true, cross: true }, points: pointsOf(broken, 'claimed') });
    return lines;
  });
}

function refutedRuns(proved: readonly FigureRow[]): Set<FigureRow[string]> {
  return new Set(
    proved
      .filter((row) => Number(row.epsilon) > Number(row.claimed) && saysSomethingOfTheRun(row))
      .map((row) => row.run),
  );
}

/**
 * An epsilon within the Gaussian family is a statement about Gaussian mechanisms: it refutes no claim of
 * DP-SGD.
 */
function saysSomethingOfTheRun(row: FigureRow): boolean {
  return row.method === 'steinke' || withinOwnFamily(row);
}

function recordedStyle(row: FigureRow): SeriesStyle {
  const method = String(row.method);
  if (method === 'steinke') return METHOD_STYLES.steinke;
  const own = withinOwnFamily(row);
  return {
    name: `${METHOD_NAMES[method]}, ${own ? 'DP-SGD’s own curve' : 'Gaussian'}`,
    colour: METHOD_STYLES[method].colour,
    ...(own ? { dot: 'disc' } : { dot: 'ring', dash: '2 4' }),
  };
}
