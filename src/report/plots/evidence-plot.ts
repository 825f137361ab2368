import type { LedgerState } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatNumber } from '../words/format.ts';
import { linePlot } from './line-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import type { Picture } from './sheet/frame.ts';

/** No further than this is drawn, on either side: the axis is of doubles. */
const FAR = 250 * Math.LN10;

/** The evidence of a ledger over its steps, on a logarithmic scale, with the line that refutes. */
export function evidencePlot({ design, steps, refutedAt }: LedgerState, document: PlotDocument): Picture {
  const logs = [0, ...steps.map(({ logEvidence }) => Math.min(FAR, Math.max(-FAR, logEvidence)))];
  const needed = 1 / design.tau;
  const last = Math.max(1, logs.length - 1);
  const points = logs.map((log, i) => [i, Math.exp(log)] as const);
  const low = Math.min(0.5, ...points.map(([, y]) => 0.6 * y));
  const high = Math.max(2 * needed, ...points.map(([, y]) => 1.6 * y));
  return linePlot(
    {
      name: 'evidence',
      title: 'Evidence against the claim',
      alt: `The evidence after each step of the ledger, on a logarithmic scale; at ${formatNumber(needed)} it refutes the claim${refutedAt === null ? ', which it has not reached' : `, which it reached with run ${refutedAt}`}.`,
      x: {
        label: axisLabel(AXIS.steps),
        domain: [0, last],
        ticks: Math.min(8, last),
        format: (x) => (Number.isInteger(x) ? String(x) : ''),
      },
      y: {
        label: axisLabel(AXIS.evidence, { log: true }),
        domain: [low, high],
        log: true,
        ticks: 5,
        format: formatPower,
      },
      lines: [
        { text: 'evidence', style: 'main', points },
        {
          text: `${formatNumber(needed)} refutes the claim`,
          style: 'beside',
          points: [
            [0, needed],
            [last, needed],
          ],
        },
        {
          text: '1: nothing known',
          style: 'quiet',
          points: [
            [0, 1],
            [last, 1],
          ],
        },
      ],
      dots: { text: 'after a step', points },
      notes: [design.claim],
    },
    document,
  );
}

/** 0.01, 1, 100, 1e5. */
function formatPower(x: number): string {
  return x >= 1e-3 && x < 1e4 ? String(Number(x.toPrecision(3))) : x.toExponential(0).replace('+', '');
}
