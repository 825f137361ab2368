import { sheet } from '../plots/sheet.ts';
import { count, lowerBound, value } from '../words/format.ts';
import { figurePanel, keyOf, type PanelData, type Series, type Style } from './panel.ts';
import { distinct, type FigureRow, groupBy, levelAcross, pointsOf } from './rows.ts';
import { compact, METHODS } from './styles.ts';

interface Layout {
  readonly title: string;
  readonly line: string;
  /** What was done where games were played. */
  readonly played?: string;
  /** The column whose values have a panel each, and the one along the x-axis. */
  readonly panel: string;
  readonly x: string;
  readonly across: string;
}

/** Columns that tell panels apart where a grid has several values of them. */
const FACETS = ['sigma', 'm', 'total', 'k', 'delta', 'tau'];
const WORDS: Readonly<Record<string, string>> = { m: 'canaries', total: 'canaries in all', k: 'candidates' };

/** Epsilon by method, a panel for each value of one column: most of the paper's figures. */
export function methodsPlot({ title, line, played = 'Algorithm 4 was played', panel, x, across }: Layout) {
  return (rows: readonly FigureRow[], document: Document): string => {
    const facets = FACETS.filter((column) => column !== x && (x !== 'runs' || column !== 'm'));
    const shown = facets.filter((column) => column === panel || distinct(rows, column).length > 1);
    const groups = groupBy(rows, (row) => facets.map((column) => String(row[column])).join(' '));
    const panels = [...groups.values()].map((some): PanelData => {
      const named = shown.map((column) => `${WORDS[column] ?? column} ${count(Number(some[0][column]))}`);
      return {
        title: named.join(', '),
        x: { label: across, log: true, tick: compact },
        y: `empirical epsilon at delta ${value(Number(some[0].delta))}`,
        series: seriesOf(some, x),
      };
    });
    const styles = new Map(
      panels.flatMap((one) => one.series.map(({ style }) => [style.name, style] as const)),
    );
    const games = rows.find((row) => typeof row.games === 'number')?.games ?? null;
    return sheet({
      title,
      alt: `${title}. ${panels.map((one) => `${one.title}: ${endsOf(one)}`).join('. ')}.`,
      lines: [
        games === null
          ? line
          : `${played} ${games} times for each point; bars: what nine in ten of them prove.`,
        confidenceOf(rows),
      ],
      keys: inOrder(styles).map(keyOf),
      keyColumns: panels.length > 1 ? 2 : 1,
      columns: Math.min(2, panels.length),
      panels: panels.map((one) => figurePanel(one, document)),
    });
  };
}

export function confidenceOf(rows: readonly FigureRow[]): string {
  const taus = distinct(rows, 'tau').map((tau) => `${Number((100 * (1 - Number(tau))).toPrecision(4))}%`);
  return `Lower bounds at ${taus.join(', ')} confidence; within the Gaussian family they are a statement about that family.`;
}

/** Drawn from what lies behind to what lies in front: a disc on a ring, where two methods agree. */
function seriesOf(rows: readonly FigureRow[], x: string): Series[] {
  const groups = groupBy(rows, (row) => String(row.method));
  return Object.keys(METHODS).flatMap((method) => {
    const some = groups.get(method);
    if (some === undefined) return [];
    const level = some[0][x] === undefined || some[0][x] === null;
    const points = level ? levelAcross(rows, x, Number(some[0].epsilon)) : pointsOf(some, x);
    return [{ style: METHODS[method], points }];
  });
}

/** The key names theory first, then the methods from the tightest. */
function inOrder(styles: ReadonlyMap<string, Style>): Style[] {
  return Object.values(METHODS).filter(({ name }) => styles.has(name));
}

/** What the last points of a panel say, for those who do not see it. */
function endsOf({ series }: PanelData): string {
  return series
    .map(({ style, points }) => {
      const [first, last] = [points[0], points[points.length - 1]];
      return first.y === last.y
        ? `${style.name} ${lowerBound(last.y)}`
        : `${style.name} from ${lowerBound(first.y)} at ${compact(first.x)} to ${lowerBound(last.y)} at ${compact(last.x)}`;
    })
    .join('; ');
}
