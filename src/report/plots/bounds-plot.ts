import * as Plot from '@observablehq/plot';
import type { AuditedClaim, AuditResult } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatEpsilon, formatLowerBound } from '../words/format.ts';
import { shortClaim } from '../words/short-claim.ts';
import type { PlotDocument } from './sheet/document.ts';
import { PICTURE_WIDTH, type Picture, plotFrame, toPicture, X_AXIS } from './sheet/frame.ts';
import type { LegendKey } from './sheet/key.ts';
import { CLAIM, GROUND, INK, MOST, PROVED } from './sheet/palette.ts';
import { textWidth, wrapText } from './sheet/wrap.ts';

const SIZE = 13;
const LINE = 16;
const BAR = 20;
const LEFT = 8;
/** Room for a number behind the longest bar. */
const RIGHT = 64;
const TOP = 32;
/** Between a number and what it stands beside. */
const GAP = 6;
const WIDTH = PICTURE_WIDTH - LEFT - RIGHT;

/** What the bounds are drawn from. */
export interface ProvedBounds extends Pick<AuditResult, 'results'> {
  readonly claim: Pick<AuditedClaim, 'stated' | 'epsilon'> | null;
}

/**
 * Every epsilon that was proved, written at the end of its bar, and the most this design could have proved,
 * against the epsilon of the claim.
 */
export function boundsPlot({ results, claim }: ProvedBounds, document: PlotDocument): Picture | null {
  if (results.length === 0) return null;
  const allowed = claim !== null && Number.isFinite(claim.epsilon) ? claim.epsilon : null;
  const finite = [...results.flatMap((row) => [row.epsilon, row.largestProvable]), allowed ?? 0].filter(
    Number.isFinite,
  );
  const end = (Math.max(...finite) || 1) * 1.02;
  const names = results.map((row) =>
    wrapText(`${row.family}, ${row.method}, ${row.assumption}`, PICTURE_WIDTH - 2 * LEFT, SIZE),
  );
  const nameHeight = LINE * Math.max(...names.map((lines) => lines.length)) + 4;
  const rowHeight = nameHeight + BAR + 14;
  const rows = results.map((row, i) => ({
    row: String(i),
    epsilon: Math.min(row.epsilon, end),
    largest: Math.min(row.largestProvable, end),
    // The last line of a name stands on its bar.
    name: [...Array(Math.round((nameHeight - 4) / LINE) - names[i].length).fill(' '), ...names[i]].join('\n'),
    proved: formatLowerBound(row.epsilon),
  }));
  const bars = { insetTop: nameHeight, insetBottom: rowHeight - nameHeight - BAR };
  const height = rows.length * rowHeight + TOP + 50;
  const panel = Plot.plot({
    ...plotFrame(document, height),
    marginTop: TOP,
    marginLeft: LEFT,
    marginRight: RIGHT,
    x: { ...X_AXIS, label: axisLabel(AXIS.epsilon), domain: [0, end], grid: true, ticks: 5 },
    y: { axis: null, domain: rows.map(({ row }) => row), padding: 0 },
    marks: [
      ...(allowed === null ? [] : [Plot.ruleX([allowed], { stroke: CLAIM, strokeOpacity: 0.5 })]),
      Plot.barX(rows, { x: 'largest', y: 'row', fill: MOST, ...bars }),
      Plot.barX(rows, { x: 'epsilon', y: 'row', fill: PROVED, ...bars }),
      ...(allowed === null ? [] : claimMarks(allowed, end, rows, bars)),
      Plot.text(rows, {
        x: () => 0,
        y: 'row',
        text: 'name',
        textAnchor: 'start',
        lineAnchor: 'top',
        lineHeight: LINE / SIZE,
        dy: -rowHeight / 2,
        fill: INK,
        stroke: GROUND,
        strokeWidth: 4,
      }),
      ...rows.map((row) => provedMark(row, allowed, end, nameHeight + BAR / 2 - rowHeight / 2)),
    ],
  });
  const keys: LegendKey[] = [
    { text: 'proved', colour: PROVED, fill: PROVED },
    { text: 'the most this design could have proved', colour: MOST, fill: MOST },
    ...(allowed === null ? [] : [{ text: `claimed: ${shortClaim(claim)}`, colour: CLAIM }]),
  ];
  const title = 'All bounds beside the claim';
  const list = results.map(
    (row) =>
      `${row.family} by ${row.method}, ${row.assumption}: ${formatLowerBound(row.epsilon)} of at most ${formatLowerBound(row.largestProvable)}`,
  );
  const alt = `Epsilon proved, and the most this design could have proved. ${list.join('; ')}.${allowed === null ? '' : ` The claim ${shortClaim(claim)} allows ${formatEpsilon(allowed)}.`}`;
  return toPicture({ name: 'bounds', title, alt }, panel, height, { keys });
}

interface BoundBar {
  readonly row: string;
  readonly epsilon: number;
  readonly proved: string;
}

/** The claim's epsilon across every bar, named above the first. */
function claimMarks(
  allowed: number,
  end: number,
  rows: readonly BoundBar[],
  { insetTop, insetBottom }: { readonly insetTop: number; readonly insetBottom: number },
): Plot.Markish[] {
  const text = `claimed ${formatEpsilon(allowed)}`;
  const middle = pixels(allowed, end) > textWidth(text, SIZE, true) / 2;
  return [
    Plot.tickX(rows, {
      x: () => allowed,
      y: 'row',
      stroke: CLAIM,
      strokeWidth: 3,
      insetTop: insetTop - 4,
      insetBottom: insetBottom - 4,
    }),
    Plot.text([allowed], {
      x: (x: number) => x,
      frameAnchor: 'top',
      dy: -22,
      text: () => text,
      textAnchor: middle ? 'middle' : 'start',
      fontWeight: 'bold',
      fill: CLAIM,
    }),
  ];
}

/** The number that was proved: in the end of its bar where it has room, else behind it. */
function provedMark(bar: BoundBar, allowed: number | null, end: number, dy: number): Plot.Markish {
  const long = textWidth(bar.proved, SIZE, true);
  const [tip, mark] = [pixels(bar.epsilon, end), allowed === null ? -Infinity : pixels(allowed, end)];
  const markWithin = (from: number, to: number) => mark > from - GAP && mark < to + GAP;
  const place = { x: 'epsilon', y: 'row', text: 'proved', dy, fontWeight: 'bold' } as const;
  if (tip > long + 2 * GAP && !markWithin(tip - GAP - long, tip - GAP))
    return Plot.text([bar], { ...place, textAnchor: 'end', dx: -GAP, fill: GROUND });
  const from = markWithin(tip + GAP, tip + GAP + long) ? Math.max(mark, tip) + GAP + 1 : tip + GAP;
  return Plot.text([bar], { ...place, textAnchor: 'start', dx: from - tip, fill: INK });
}

/** How far from the axis's start an epsilon is drawn. */
function pixels(epsilon: number, end: number): number {
  return (WIDTH * epsilon) / end;
}
