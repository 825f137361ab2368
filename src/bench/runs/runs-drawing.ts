import { AXIS, formatCount, formatNumber } from '../../report/index.ts';
import { axisBelow, lineBetween, panelBox, px, textAt } from '../draw/svg.ts';
import { runMark } from './run-mark.ts';
import { runPile } from './run-pile.ts';
import { type RunStrip, runStrip, stripDots } from './run-strip.ts';
import { type RunsLayout, rowSpan, runsLayout } from './runs-layout.ts';
import type { RunRow, RunsSource } from './runs-source.ts';

/** The figure of several runs. */
export interface RunsDrawing {
  readonly layout: RunsLayout;
  readonly strips: readonly RunStrip[];
  /** Where the mark of each run stands. */
  readonly marks: readonly (readonly [x: number, y: number])[];
  readonly svg: string;
}

export function runsDrawing(source: RunsSource, width: number): RunsDrawing {
  const layout = runsLayout(source, width);
  const { top, bottom, scores, scoreEnds, tally, tallyEnds, form } = layout;
  const axes = [
    scores === null ? '' : below(layout, scores, scoreEnds, scoreName(source), (x) => formatNumber(x, 4)),
    below(layout, tally, tallyEnds, AXIS.right, (x) => (Number.isInteger(x) ? formatCount(x) : '')),
  ];
  const heads = [
    scores === null || form === 'pile' ? '' : scoreHead(source, layout),
    threshold(source, layout),
  ];
  if (form === 'pile') {
    const { svg, marks } = runPile(source, layout);
    return { layout, strips: [], marks, svg: [...heads, ...axes, svg].join('') };
  }
  const strips: RunStrip[] = [];
  const dots = scores === null ? null : stripDots(source.rows, scores, rowSpan(layout, 0));
  const rows = source.rows.map((row, i) => {
    const span = rowSpan(layout, i);
    const strip = scores === null || dots === null ? null : runStrip(row, scores, span, dots);
    if (strip !== null) strips.push(strip);
    return rowFrame(row, layout, i) + (strip?.svg ?? '') + mark(row, layout, span);
  });
  const marks = source.rows.map(
    ({ observation }, i) => [tally(observation.correct), middleOf(rowSpan(layout, i))] as const,
  );
  const blind = blindLine(source, layout, top, bottom);
  return { layout, strips, marks, svg: [...heads, blind, ...rows, ...axes].join('') };
}

const middleOf = ([from, to]: readonly [number, number]) => (from + to) / 2;

function scoreName({ game }: RunsSource): string {
  return game === 'membership' ? AXIS.score : AXIS.confidence;
}

/** An axis below all rows. */
function below(
  { width, height, top, bottom }: RunsLayout,
  scale: RunsLayout['tally'],
  [left, right]: readonly [number, number],
  name: string,
  format: (value: number) => string,
): string {
  const box = panelBox(width, height, { left, right: width - right, top, bottom: height - bottom });
  return axisBelow(box, scale, name, format);
}

/** Says above the strips which side is which. */
function scoreHead({ game }: RunsSource, { scoreEnds: [left], top }: RunsLayout): string {
  const [above, under] = game === 'membership' ? ['in above', 'out below'] : ['right above', 'wrong below'];
  return (
    textAt(left, top - 12, above, 'b-in-name') +
    textAt(left + 62 + (game === 'membership' ? 0 : 20), top - 12, under, 'b-out-name')
  );
}

/** The number of right guesses that was fixed in advance, through all rows. */
function threshold({ joint }: RunsSource, { tally, tallyEnds, top, bottom, isNarrow }: RunsLayout): string {
  const at = tally(joint.atLeast);
  const words = isNarrow ? `from ${formatCount(joint.atLeast)}` : `counts from ${formatCount(joint.atLeast)}`;
  const toLeft = at > (tallyEnds[0] + tallyEnds[1]) / 2;
  return `<rect class="r-counting" x="${px(at)}" y="${px(top)}" width="${px(Math.max(2, tallyEnds[1] - at))}" height="${px(bottom - top)}"/>${lineBetween(at, top - 6, at, bottom, 'r-threshold')}${textAt(at + (toLeft ? 4 : -4), top - 12, words, 'b-seen-name', toLeft ? 'end' : 'start')}`;
}

function blindLine({ rows }: RunsSource, { tally }: RunsLayout, top: number, bottom: number): string {
  const [{ observation }] = rows;
  const at = tally(observation.guesses / observation.k);
  return `${lineBetween(at, top, at, bottom, 'b-blind')}${textAt(at + 3, bottom - 4, 'blind', 'b-tick')}`;
}

/** The name of a run, and the lines that part it from the next. */
function rowFrame({ label }: RunRow, layout: RunsLayout, row: number): string {
  const { names, width, isNarrow, scoreEnds, scores, tallyEnds } = layout;
  const [from, to] = rowSpan(layout, row);
  const room = Math.floor((names[1] - names[0]) / 6.9);
  const short = label.length <= room ? label : `${label.slice(0, room - 1)}…`;
  const y = isNarrow ? from - 4 : middleOf([from, to]) + 4;
  const middle = middleOf([from, to]);
  return `${row === 0 ? '' : lineBetween(8, from - layout.nameHeight, width - 8, from - layout.nameHeight, 'b-grid')}${textAt(names[0], y, short, 'r-label')}${scores === null ? '' : lineBetween(scoreEnds[0], middle, scoreEnds[1], middle, 'b-grid')}${lineBetween(tallyEnds[0], middle, tallyEnds[1], middle, 'b-grid')}`;
}

/** A run's right guesses: a filled diamond where it reached the number, else an open circle. */
function mark(
  { observation, isReached }: RunRow,
  { tally }: RunsLayout,
  span: readonly [number, number],
): string {
  const [x, y] = [tally(observation.correct), middleOf(span)];
  const words = formatCount(observation.correct);
  const count = isReached
    ? textAt(x + 10, y + 4, words, 'r-reached-count')
    : textAt(x - 9, y + 4, words, 'r-count', 'end');
  return `${runMark(x, y, isReached)}${count}`;
}
