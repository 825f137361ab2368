import type { FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { formatConfidence, formatCount, formatDirected, formatNumber } from '../words/format.ts';
import { figureSheet } from './figure-sheet.ts';
import { commonWords, missingNoisePanels, tauStyle } from './missing-noise-panels.ts';
import type { PanelContent } from './panel.ts';
import { distinctValues, groupBy } from './rows.ts';

/** The columns that may tell one set of panels from another. */
const SETTINGS = ['sigma', 'delta', 'tau', 'difficulty'];

/**
 * The probability to refute against the share of the noise that is missing. One panel each for the canaries,
 * the number of guesses, the method and the attack's score, in which only that changes.
 */
export function missingNoisePlot(title: string, rows: readonly FigureRow[], document: PlotDocument): string {
  const played = rows.filter((row) => row.method !== 'theory');
  const varied = SETTINGS.filter((column) => distinctValues(played, column).length > 1);
  const panels = settingsOf(played).flatMap((some) =>
    missingNoisePanels(some).map((one): PanelContent => {
      const words = varied.flatMap((column) =>
        distinctValues(some, column).map((value) => `${column} ${formatNumber(Number(value))}`),
      );
      return { ...one, title: [one.title, ...words].join(', ') };
    }),
  );
  return figureSheet(
    {
      title,
      alt: `${panels.map((one) => `${one.title}: ${endsOf(one)}`).join('. ')}.`,
      lines: linesOf(played),
      panels,
      styles: distinctValues(played, 'tau').map((tau) => tauStyle(Number(tau))),
      keyColumns: 1,
    },
    document,
  );
}

/** The rows of each setting; those that do not depend on the difficulty belong to all of them. */
function settingsOf(rows: readonly FigureRow[]): FigureRow[][] {
  const difficulties = distinctValues(rows, 'difficulty');
  const spread = rows.flatMap((row) =>
    typeof row.difficulty === 'number' || difficulties.length === 0
      ? [row]
      : difficulties.map((difficulty) => ({ ...row, difficulty })),
  );
  return [...groupBy(spread, (row) => SETTINGS.map((column) => row[column]).join(' ')).values()];
}

function linesOf(rows: readonly FigureRow[]): string[] {
  const [sigmas, difficulties] = ['sigma', 'difficulty'].map((column) =>
    distinctValues(rows, column).map((value) => formatNumber(Number(value))),
  );
  const [{ games, intervalConfidence }] = rows;
  return [
    `Claimed: noise sigma ${sigmas.join(', ')}. ${formatCount(Number(games))} games for each point; bars: intervals of ${formatConfidence(1 - Number(intervalConfidence))} confidence, each for itself. Where 0% is missing the claim is true, and a refutation is a false alarm.`,
    `Unless a panel says otherwise: ${commonWords(rows)}.`,
    ...(difficulties.length === 0
      ? []
      : [
          `White-box sees what was released. The other scores see what models say, in a simple model of them where canaries differ in difficulty (standard deviation ${difficulties.join(', ')}, in units of the noise): power depends on that model, validity does not.`,
        ]),
  ];
}

/** Where each line ends, in words. */
function endsOf({ series }: PanelContent): string {
  return series
    .filter(({ points }) => points.some(({ low }) => low !== null))
    .map(({ style, points }) => {
      const { x, low, high } = points[points.length - 1];
      const percent = (p: number | null, side: 'up' | 'down') => formatDirected(100 * Number(p), side, 1);
      return `${style.name} ${percent(low, 'down')} to ${percent(high, 'up')}% where ${formatNumber(x)}% is missing`;
    })
    .join('; ');
}
