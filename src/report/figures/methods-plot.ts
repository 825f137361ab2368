import type { FigureRow, MethodsPicture } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatCompact, formatCount, formatLowerBound } from '../words/format.ts';
import { confidenceLine, figureSheet, stylesOf } from './figure-sheet.ts';
import type { FigureSeries, PanelContent } from './panel.ts';
import { distinctValues, furtherColumns, groupBy, levelAcross, pointsOf } from './rows.ts';
import { METHOD_STYLES } from './styles.ts';

/** What a column is called in the title of a panel, where that is not its name. */
const COLUMN_WORDS: Readonly<Record<string, string>> = {
  m: 'canaries',
  total: 'canaries in all',
  k: 'candidates',
};

/** Epsilon by method, a panel for each value of one column: most of the paper's figures. */
export function methodsPlot(
  title: string,
  { line, played = 'Algorithm 4 was played', panel, x, xAxis }: MethodsPicture,
  rows: readonly FigureRow[],
  document: PlotDocument,
): string {
  const columns = furtherColumns([x]);
  const named = columns.filter((column) => column === panel || distinctValues(rows, column).length > 1);
  const groups = groupBy(rows, (row) => columns.map((column) => String(row[column])).join(' '));
  const panels = [...groups.values()].map(
    (some): PanelContent => ({
      title: named
        .map((column) => `${COLUMN_WORDS[column] ?? column} ${formatCount(Number(some[0][column]))}`)
        .join(', '),
      x: { label: axisLabel(AXIS[xAxis], { log: true }), log: true, tick: formatCompact },
      y: axisLabel(AXIS.epsilon, { delta: Number(some[0].delta) }),
      series: seriesOf(some, x),
    }),
  );
  const games = rows.find((row) => typeof row.games === 'number')?.games ?? null;
  const drawn = new Set(stylesOf(panels).map(({ name }) => name));
  return figureSheet(
    {
      title,
      alt: `${panels.map((one) => `${one.title}: ${endsOf(one)}`).join('. ')}.`,
      lines: [
        games === null
          ? line
          : `${played} ${games} times for each point; bars: what nine in ten of them prove.`,
        confidenceLine(rows),
      ],
      // Theory first, then the methods from the tightest on.
      styles: Object.values(METHOD_STYLES).filter(({ name }) => drawn.has(name)),
      keyColumns: panels.length > 1 ? 2 : 1,
      panels,
    },
    document,
  );
}

/**
 * A line for each method. Where two methods agree, the disc of the later one is drawn inside the ring of the
 * earlier.
 */
function seriesOf(rows: readonly FigureRow[], x: string): FigureSeries[] {
  const groups = groupBy(rows, (row) => String(row.method));
  return Object.keys(METHOD_STYLES).flatMap((method) => {
    const some = groups.get(method);
    if (some === undefined) return [];
    const level = some[0][x] === undefined || some[0][x] === null;
    const points = level ? levelAcross(rows, x, Number(some[0].epsilon)) : pointsOf(some, x);
    return [{ style: METHOD_STYLES[method], points }];
  });
}

/** The first and the last point of every line, in words. */
function endsOf({ series }: PanelContent): string {
  return series
    .map(({ style, points }) => {
      const [first, last] = [points[0], points[points.length - 1]];
      return first.y === last.y
        ? `${style.name} ${formatLowerBound(last.y)}`
        : `${style.name} from ${formatLowerBound(first.y)} at ${formatCompact(first.x)} to ${formatLowerBound(last.y)} at ${formatCompact(last.x)}`;
    })
    .join('; ');
}
