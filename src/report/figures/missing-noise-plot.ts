import type { FigureLayout, FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatConfidence, formatCount, formatNumber, formatProbability } from '../words/format.ts';
import { figureSheet } from './figure-sheet.ts';
import type { PanelContent } from './panel.ts';
import { distinctValues, groupBy, keptRows } from './rows.ts';
import { shadeOf } from './styles.ts';

/** The columns that tell one panel from another. */
const PER_PANEL = ['score', 'references', 'sigma', 'delta', 'tau', 'difficulty'];

/** The probability to refute against the share of the noise that is missing: what the table shows, drawn. */
export function missingNoisePlot(
  { title, table }: FigureLayout,
  rows: readonly FigureRow[],
  document: PlotDocument,
): string {
  const shown = keptRows(
    rows.filter(({ power }) => typeof power === 'number'),
    table.keeps,
  );
  const names = [...new Set(shown.map(lineOf))];
  const varied = PER_PANEL.filter((column) => column === 'score' || distinctValues(shown, column).length > 1);
  const panels = [...groupBy(shown, (row) => PER_PANEL.map((column) => row[column]).join(' ')).values()].map(
    (some): PanelContent => ({
      title: varied.flatMap((column) => wordsOf(column, some[0][column])).join(', '),
      x: { label: axisLabel(AXIS.missing), log: false, tick: (x) => `${formatNumber(x)}%` },
      y: axisLabel(AXIS.power),
      top: 1.05,
      series: [...groupBy(some, lineOf)].map(([name, line]) => ({
        style: { name, colour: shadeOf(names.indexOf(name), names.length), dot: 'disc' },
        points: line.map(({ short, power, powerLow, powerHigh }) => ({
          x: 100 * Number(short),
          y: Number(power),
          low: Number(powerLow),
          high: Number(powerHigh),
        })),
      })),
    }),
  );
  const [{ games, intervalConfidence }] = shown;
  const confidence = formatConfidence(1 - Number(intervalConfidence));
  return figureSheet(
    {
      title,
      alt: `${panels.map((one) => `${one.title}: ${endsOf(one)}`).join('. ')}.`,
      lines: [
        `Claimed: noise sigma ${distinctValues(shown, 'sigma').join(', ')}. ${formatCount(Number(games))} games for each point; bars: intervals of ${confidence} confidence, each for itself. Where 0% is missing the claim is true, and a refutation is a false alarm.`,
        ...(shown.some(({ score }) => score !== 'white-box')
          ? [
              'White-box sees what was released. The other scores see what models say, in a simple model of them where canaries differ in difficulty: power depends on that model, validity does not.',
            ]
          : []),
      ],
      panels,
    },
    document,
  );
}

function lineOf({ m, guesses, method }: FigureRow): string {
  return `${formatCount(Number(m))} canaries, ${formatCount(Number(guesses))} guesses, ${method}`;
}

function wordsOf(column: string, value: FigureRow[string] = null): string[] {
  if (value === null) return [];
  return [column === 'score' ? String(value) : `${column} ${value}`];
}

/** Where each line ends, in words. */
function endsOf({ series }: PanelContent): string {
  return series
    .map(({ style, points }) => {
      const { x, y } = points[points.length - 1];
      return `${style.name} ${formatProbability(y)} where ${formatNumber(x)}% is missing`;
    })
    .join('; ');
}
