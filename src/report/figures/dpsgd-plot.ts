import type { FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { BLUE, ORANGE } from '../plots/sheet/palette.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatCompact, formatNumber } from '../words/format.ts';
import { confidenceLine, figureSheet } from './figure-sheet.ts';
import type { FigureSeries, PanelContent, SeriesStyle } from './panel.ts';
import { groupBy, pointsOf, withinOwnFamily } from './rows.ts';
import { METHOD_STYLES } from './styles.ts';

const OWN_CURVE: SeriesStyle = { name: 'Algorithm 3 against DP-SGD’s own curve', colour: BLUE, dot: 'disc' };
const AS_GAUSSIAN: SeriesStyle = {
  name: 'the same counts against the Gaussian family',
  colour: ORANGE,
  dot: 'ring',
  dash: '3 3',
};
const CENTRAL_LIMIT: SeriesStyle = {
  name: 'epsilon of the Gaussian it tends to',
  colour: ORANGE,
  dash: '9 3 2 3',
};

/**
 * The same observations tested against DP-SGD's own curve and against the Gaussian family, a panel for each
 * mechanism.
 */
export function dpsgdPlot(title: string, rows: readonly FigureRow[], document: PlotDocument): string {
  const groups = groupBy(rows, ({ noise, rate, steps, delta, tau }) =>
    [noise, rate, steps, delta, tau].join(' '),
  );
  const panels = [...groups.values()].map((some): PanelContent => {
    const { noise, rate, steps, delta } = some[0];
    const points = (theory: boolean, own: boolean) =>
      pointsOf(
        some.filter((row) => (row.method === 'theory') === theory && withinOwnFamily(row) === own),
        'm',
      );
    return {
      title: `noise ${formatNumber(Number(noise), 4)}, rate ${formatNumber(Number(rate), 4)}, ${steps} steps`,
      x: { label: axisLabel(AXIS.canaries, { log: true }), log: true, tick: formatCompact },
      y: axisLabel(AXIS.epsilon, { delta: Number(delta) }),
      series: [
        { style: METHOD_STYLES.theory, points: points(true, true) },
        { style: CENTRAL_LIMIT, points: points(true, false) },
        { style: AS_GAUSSIAN, points: points(false, false) },
        { style: OWN_CURVE, points: points(false, true) },
      ],
    };
  });
  const last = (series: FigureSeries) => formatNumber(series.points[series.points.length - 1].y, 3);
  return figureSheet(
    {
      title,
      alt: `${panels.map((one) => `${one.title}, at the most canaries: ${one.series.map((series) => `${series.style.name} ${last(series)}`).join('; ')}`).join('. ')}.`,
      lines: [
        'Expected counts of an honest run. Where the dots’ dotted line is above the dash-dotted one, it would count as a violation.',
        confidenceLine(rows),
      ],
      styles: [METHOD_STYLES.theory, OWN_CURVE, CENTRAL_LIMIT, AS_GAUSSIAN],
      panels,
    },
    document,
  );
}
