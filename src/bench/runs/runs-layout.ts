import { scoreRange } from '../draw/field-panel.ts';
import { linearScale, type Scale } from '../draw/svg.ts';
import type { RunsSource } from './runs-source.ts';

/** Up to so many runs have rows with room, and up to so many low ones; more are marks in one pile. */
const MOST_FULL = 12;
const MOST_ROWS = 40;

export type RunsForm = 'full' | 'compact' | 'pile';

/** Where everything stands, in pixels. */
export interface RunsLayout {
  readonly form: RunsForm;
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  /** Where rows begin and end. */
  readonly top: number;
  readonly bottom: number;
  readonly rowHeight: number;
  /** How much of a row is above its drawing: its name, where there is no room beside it. */
  readonly nameHeight: number;
  readonly names: readonly [left: number, right: number];
  /** The axis of scores that all rows share; null where no run shows scores. */
  readonly scores: Scale | null;
  readonly scoreEnds: readonly [left: number, right: number];
  readonly tally: Scale;
  readonly tallyEnds: readonly [left: number, right: number];
}

const HEAD = 42;
const AXIS_ROOM = 44;

export function runsForm(runs: number): RunsForm {
  if (runs > MOST_ROWS) return 'pile';
  return runs <= MOST_FULL ? 'full' : 'compact';
}

export function runsLayout(source: RunsSource, width: number): RunsLayout {
  const form = runsForm(source.rows.length);
  const isNarrow = width < 620;
  const range = form === 'pile' ? null : rangeOfScores(source);
  const isSplit = range !== null;
  const nameHeight = isNarrow && form !== 'pile' ? 18 : 0;
  const rowHeight = form === 'pile' ? 190 : nameHeight + (form === 'full' ? 54 : 26);
  const top = HEAD;
  const bottom = top + rowHeight * (form === 'pile' ? 1 : source.rows.length);
  const names: [number, number] = isNarrow || form === 'pile' ? [8, width - 8] : [8, 128];
  const left = isNarrow || form === 'pile' ? 12 : 140;
  const right = width - (isNarrow ? 40 : 46);
  const tallyWidth = isSplit ? Math.max(96, Math.min(320, 0.32 * width)) : right - left;
  const tallyEnds: [number, number] = [right - tallyWidth, right];
  const scoreEnds: [number, number] = [left, tallyEnds[0] - (isNarrow ? 18 : 34)];
  return {
    form,
    width,
    height: bottom + AXIS_ROOM,
    isNarrow,
    top,
    bottom,
    rowHeight,
    nameHeight,
    names,
    scores: range === null ? null : linearScale(range, scoreEnds, Math.max(2, (scoreEnds[1] - left) / 90)),
    scoreEnds,
    tally: tallyScale(source, tallyEnds),
    tallyEnds,
  };
}

/** Where the drawing of a row begins and ends. */
export function rowSpan({ top, rowHeight, nameHeight }: RunsLayout, row: number): [number, number] {
  const begin = top + row * rowHeight;
  return [begin + nameHeight, begin + rowHeight];
}

function rangeOfScores({ rows }: RunsSource): [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const { field, histogram } of rows) {
    const ends =
      field !== null
        ? scoreRange(field)
        : histogram === null
          ? []
          : [histogram.edges[0], histogram.edges[histogram.edges.length - 1]];
    for (const end of ends) [low, high] = [Math.min(low, end), Math.max(high, end)];
  }
  if (!(low <= high)) return null;
  const pad = (high - low) * 0.02 || 1;
  return [low - pad, high + pad];
}

/** From somewhat below blind guessing, or below the worst run, to all right. */
function tallyScale({ rows }: RunsSource, ends: readonly [number, number]): Scale {
  const [{ observation }] = rows;
  const { guesses, k } = observation;
  const worst = rows.reduce((least, row) => Math.min(least, row.observation.correct), Infinity);
  const low = Math.max(0, Math.min(guesses / k - 0.08 * guesses, worst - 0.05 * guesses));
  return linearScale([low, guesses], ends, Math.max(2, (ends[1] - ends[0]) / 70));
}
