import type { CanaryField } from '../../audit/index.ts';
import { scoreOfCut } from '../cuts.ts';
import { commonDots, type DotSize, densityArea } from '../draw/field-panel.ts';
import { lineBetween, px, type Scale } from '../draw/svg.ts';
import type { RunRow } from './runs-source.ts';

/** One run's canaries within its row. */
export interface RunStrip {
  readonly svg: string;
  /** Where each drawn canary stands, in the order of the field's dots. */
  readonly places: Float64Array;
  readonly diameter: number;
}

const NOTHING: RunStrip = { svg: '', places: new Float64Array(0), diameter: 0 };

const LARGEST_DOT = 5.2;

/** How far canaries may reach from the middle of a row. */
function roomOf([from, to]: readonly [number, number]): number {
  return (to - from) / 2 - 3;
}

/** Dots of one size for the rows of all runs, which are equally high. */
export function stripDots(rows: readonly RunRow[], x: Scale, span: readonly [number, number]): DotSize {
  const fields = rows.flatMap(({ field }) => (field === null ? [] : [field]));
  return commonDots(fields, x, roomOf(span), LARGEST_DOT);
}

/** The strip of a run between two heights: canaries in above its middle, out below, and its cuts. */
export function runStrip(row: RunRow, x: Scale, span: readonly [number, number], dots: DotSize): RunStrip {
  const middle = (span[0] + span[1]) / 2;
  const room = roomOf(span);
  if (row.field !== null) return canaryStrip(row.field, row, x, { middle, room }, dots);
  return row.histogram === null ? NOTHING : { ...NOTHING, svg: countStrip(row.histogram, x, middle, room) };
}

function canaryStrip(
  field: CanaryField,
  { cuts }: RunRow,
  x: Scale,
  { middle, room }: { readonly middle: number; readonly room: number },
  { diameter, step }: DotSize,
): RunStrip {
  const places = new Float64Array(2 * field.dots.rank.length);
  const columns = new Map<number, number>();
  const r = diameter * 0.44;
  const drawn = { pale: ['', ''], full: ['', ''] };
  for (let i = 0; i < field.dots.rank.length; i++) {
    const bit = field.dots.bit[i];
    const column = Math.round(x(field.dots.score[i]) / diameter);
    const below = columns.get(2 * column + bit) ?? 0;
    columns.set(2 * column + bit, below + 1);
    const cx = column * diameter;
    const cy = middle + (bit === 1 ? -1 : 1) * (diameter / 2 + 1 + below * step);
    [places[2 * i], places[2 * i + 1]] = [cx, cy];
    const rank = field.dots.rank[i];
    const isGuessed = rank < cuts.top || rank >= field.m - cuts.bottom;
    drawn[isGuessed ? 'full' : 'pale'][bit] +=
      bit === 1
        ? `M${px(cx)} ${px(cy)}h0`
        : `M${px(cx)} ${px(cy - r)}l${px(r)} ${px(r)}l${px(-r)} ${px(r)}l${px(-r)} ${px(-r)}z`;
  }
  const drawnDots = ([outside, inside]: readonly string[], style: string) =>
    `<g${style}><path d="${inside}" class="b-in" stroke-width="${px(diameter * 0.86)}"/><path d="${outside}" class="b-out"/></g>`;
  const lines = [...(cuts.top > 0 ? [cuts.top] : []), ...(cuts.bottom > 0 ? [field.m - cuts.bottom] : [])]
    .map((above) => x(scoreOfCut(field, above)))
    .map((at) => lineBetween(at, middle - room, at, middle + room, 'b-cut'))
    .join('');
  const area = (which: 'inside' | 'outside') => densityArea(field, which, x, middle, step, diameter);
  const areas =
    field.density === null
      ? ''
      : `<path class="b-in-area" d="${area('inside')}"/><path class="b-out-area" d="${area('outside')}"/>`;
  const svg = `${areas}${drawnDots(drawn.pale, ' class="b-pale"')}${drawnDots(drawn.full, '')}${lines}`;
  return { svg, places, diameter };
}

/** How many canaries have which score, as areas. */
function countStrip(
  { edges, included, excluded }: NonNullable<RunRow['histogram']>,
  x: Scale,
  middle: number,
  room: number,
): string {
  const most = Math.max(1, ...included, ...excluded);
  const area = (counts: readonly number[], sign: number, style: string) => {
    const steps = counts.map((n, i) => {
      const y = middle - (sign * n * room) / most;
      return `L${px(x(edges[i]))} ${px(y)}L${px(x(edges[i + 1]))} ${px(y)}`;
    });
    return `<path class="${style}" d="M${px(x(edges[0]))} ${px(middle)}${steps.join('')}L${px(x(edges[edges.length - 1]))} ${px(middle)}z"/>`;
  };
  return `${area(included, 1, 'r-in-count')}${area(excluded, -1, 'r-out-count')}`;
}
