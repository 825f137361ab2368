import * as Plot from '@observablehq/plot';
import type { AuditedClaim, AuditResult } from '../../audit/index.ts';
import { formatLowerBound, formatNumber } from '../words/format.ts';
import type { PlotDocument } from './document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS } from './frame.ts';
import { BLUE, type LegendKey, ORANGE, shorten } from './sheet.ts';

const ROW = 48;
const PALE = '#cfe4f1';

/** What the bounds are drawn from. */
export interface ProvedBounds extends Pick<AuditResult, 'results'> {
  readonly claim: Pick<AuditedClaim, 'stated' | 'epsilon'> | null;
}

/** Every epsilon that was proved, and the most this design could have proved, against the epsilon of the claim. */
export function boundsPlot({ results, claim }: ProvedBounds, document: PlotDocument): Picture | null {
  if (results.length === 0) return null;
  const allowed = claim !== null && Number.isFinite(claim.epsilon) ? claim.epsilon : null;
  const finite = [...results.flatMap((row) => [row.epsilon, row.largestProvable]), allowed ?? 0].filter(
    Number.isFinite,
  );
  const end = (Math.max(...finite) || 1) * 1.05;
  const rows = results.map((row, i) => ({
    row: String(i),
    epsilon: Math.min(row.epsilon, end),
    largest: Math.min(row.largestProvable, end),
    name: `${shorten(row.family, 22)}, ${row.method}, ${row.assumption}`,
    proved: formatLowerBound(row.epsilon),
  }));
  const height = rows.length * ROW + 66;
  const above = {
    y: 'row',
    dy: -14,
    fontSize: 12,
    fill: '#222222',
    stroke: 'white',
    strokeWidth: 4,
  } as const;
  const panel = Plot.plot({
    ...plotFrame(document, height),
    marginTop: 8,
    marginLeft: 16,
    x: { ...X_AXIS, label: 'epsilon', domain: [0, end], grid: true },
    y: { axis: null, domain: rows.map(({ row }) => row), padding: 0 },
    marks: [
      Plot.barX(rows, { x: 'largest', y: 'row', fill: PALE, insetTop: 24, insetBottom: 8 }),
      Plot.barX(rows, { x: 'epsilon', y: 'row', fill: BLUE, insetTop: 24, insetBottom: 8 }),
      ...(allowed === null
        ? []
        : [
            Plot.tickX(rows, {
              x: () => allowed,
              y: 'row',
              stroke: ORANGE,
              strokeWidth: 3,
              insetTop: 19,
              insetBottom: 3,
            }),
          ]),
      Plot.text(rows, { ...above, text: 'name', x: () => 0, textAnchor: 'start' }),
      Plot.text(rows, { ...above, text: 'proved', x: () => end, textAnchor: 'end', fontWeight: 'bold' }),
    ],
  });
  const keys: LegendKey[] = [
    { text: 'proved (the number on the right)', colour: BLUE, fill: BLUE },
    { text: 'the most this design could have proved', colour: PALE, fill: PALE },
    ...(allowed === null
      ? []
      : [{ text: `allowed, ${formatNumber(allowed)}: ${claim?.stated}`, colour: ORANGE }]),
  ];
  const title = 'All bounds beside the claim';
  const list = results.map(
    (row) =>
      `${row.family} by ${row.method}, ${row.assumption}: ${formatLowerBound(row.epsilon)} of at most ${formatLowerBound(row.largestProvable)}`,
  );
  const alt = `Epsilon proved, and the most this design could have proved. ${list.join('; ')}.${allowed === null ? '' : ` The claim ${claim?.stated} allows ${formatNumber(allowed)}.`}`;
  return toPicture({ name: 'bounds', title, alt }, panel, height, { keys });
}
