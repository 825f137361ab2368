import type { FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { BLUE, GREEN, ORANGE } from '../plots/sheet/palette.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatCompact, formatCount, formatNumber, formatProbability } from '../words/format.ts';
import { figureSheet } from './figure-sheet.ts';
import type { PanelContent, SeriesStyle } from './panel.ts';
import { distinctValues, groupBy, pointsOf } from './rows.ts';

const STYLES: Readonly<Record<string, SeriesStyle>> = {
  ledger: { name: 'ledger, looked at after each run', colour: GREEN, dot: 'ring' },
  'fixed-runs': { name: 'best test of so many runs, fixed in advance', colour: BLUE, dot: 'disc' },
  'one-run': { name: 'one run with the canaries of all', colour: ORANGE, dash: '3 3', dot: 'disc' },
};

/** The chance to refute against the number of runs, a panel for each noise that is less than claimed. */
export function refutingPlot(title: string, rows: readonly FigureRow[], document: PlotDocument): string {
  const groups = groupBy(rows, ({ sigma, m, delta, tau }) => [sigma, m, delta, tau].join(' '));
  const varied = (column: string) => distinctValues(rows, column).length > 1;
  const panels = [...groups.values()].map((some): PanelContent => {
    const { sigma, m, tau } = some[0];
    const epsilon = some.find((row) => row.method === 'theory')?.epsilon;
    const short = `noise short by ${formatNumber(100 * (1 - Number(sigma)), 3)}%`;
    return {
      title: [
        `${short} (true epsilon ${Number(epsilon).toFixed(2)})`,
        ...(varied('m') ? [`${formatCount(Number(m))} canaries`] : []),
        ...(varied('tau') ? [`tau ${formatNumber(Number(tau))}`] : []),
      ].join(', '),
      x: { label: axisLabel(AXIS.runs, { log: true }), log: true, tick: formatCompact },
      y: axisLabel(AXIS.power),
      top: 1.05,
      series: Object.entries(STYLES).map(([method, style]) => ({
        style,
        points: pointsOf(
          some.filter((row) => row.method === method),
          'runs',
          'power',
        ),
      })),
    };
  });
  const sizes = distinctValues(rows, 'm').map((m) => formatCount(Number(m)));
  const deltas = distinctValues(rows, 'delta').map((delta) => formatNumber(Number(delta)));
  const taus = distinctValues(rows, 'tau').map((tau) => formatNumber(100 * Number(tau), 3));
  return figureSheet(
    {
      title,
      alt: `${panels.map((one) => `${one.title}: ${endsOf(one)}`).join('. ')}.`,
      lines: [
        `Claimed: noise sigma 1. ${sizes.join(', ')} canaries a run, which do not interact; the best attack; epsilon at delta ${deltas.join(', ')}.`,
        `If the claim is kept, each refutes it with probability ${taus.join(', ')}% at most, the ledger over all its looks together.`,
      ],
      panels,
    },
    document,
  );
}

/** Where each line begins and ends, in words. */
function endsOf({ series }: PanelContent): string {
  return series
    .map(({ style, points }) => {
      const [first, last] = [points[0], points[points.length - 1]];
      return `${style.name} ${formatProbability(first.y)} at ${formatCompact(first.x)} and ${formatProbability(last.y)} at ${formatCompact(last.x)}`;
    })
    .join('; ');
}
