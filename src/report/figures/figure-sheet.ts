import type { FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { drawSheet } from '../plots/sheet/sheet.ts';
import { formatConfidence } from '../words/format.ts';
import { figurePanel, legendKey, type PanelContent, type SeriesStyle } from './panel.ts';
import { distinctValues } from './rows.ts';

interface FigureSheet {
  readonly title: string;
  /** What it shows, for those who do not see it. */
  readonly alt: string;
  readonly lines: readonly string[];
  readonly panels: readonly PanelContent[];
  /** The lines that the key explains (default: those of all panels, in the order in which they are drawn). */
  readonly styles?: readonly SeriesStyle[];
  readonly keyColumns?: number;
}

/** The panels of a figure in rows of two, with one key for all of them: a self-contained SVG. */
export function figureSheet(
  { panels, styles = stylesOf(panels), keyColumns = 2, alt, ...words }: FigureSheet,
  document: PlotDocument,
): string {
  return drawSheet({
    ...words,
    alt: `${words.title}. ${alt}`,
    keys: styles.map(legendKey),
    keyColumns,
    columns: Math.min(2, panels.length),
    panels: panels.map((one) => figurePanel(one, document)),
  });
}

/** The styles of all panels, each name once. */
export function stylesOf(panels: readonly PanelContent[]): SeriesStyle[] {
  const styles = panels.flatMap((one) => one.series.map(({ style }) => style));
  return [...new Map(styles.map((style) => [style.name, style])).values()];
}

/** The line under a title that says at which confidence the bounds hold, and of what. */
export function confidenceLine(rows: readonly FigureRow[]): string {
  const taus = distinctValues(rows, 'tau').map((tau) => formatConfidence(Number(tau)));
  return `Lower bounds at ${taus.join(', ')} confidence; what is proved within a family is a statement about that family.`;
}
