import type { EmpiricalEpsilon } from '../../audit/index.ts';
import { AXIS, formatLowerBound, formatNumber } from '../../report/index.ts';
import type { BenchRow } from '../question.ts';
import { axisBelow, linearScale, lineBetween, type PanelBox, panelBox, px, textAt } from './svg.ts';
import { widthOfWords } from './text-lines.ts';

/** The epsilon proved within each family by each method, beside the claim's own. */
export interface BarsData {
  readonly rows: readonly BenchRow[];
  readonly results: readonly EmpiricalEpsilon[];
  readonly claimEpsilon: number | null;
  /** The largest epsilon that has a place; kept while cuts move, so that bars do not jump. */
  readonly end: number;
}

const ROW = 32;
const SIZE = 12;
/** What the name above a bar takes of its row. */
const NAME_ROOM = 16;

/** A value beyond the end needs another scale; round ends keep it still while bars move. */
export function barsEnd(results: readonly EmpiricalEpsilon[], claimEpsilon: number | null): number {
  const values = [
    ...results.flatMap(({ epsilon, largestProvable }) => [epsilon, largestProvable]),
    claimEpsilon ?? 0,
  ];
  const most = Math.max(1, ...values.filter(Number.isFinite));
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most * 1.02) ?? 10);
}

const MARGINS = { left: 8, right: 16, top: 22, bottom: 42 };

/** Where the rows begin and how much room each has, in pixels. */
export function barRows(rows: number, height: number): { readonly top: number; readonly room: number } {
  return { top: MARGINS.top, room: (height - MARGINS.top - MARGINS.bottom) / Math.max(1, rows) };
}

export function barsPanel(
  { rows, results, claimEpsilon, end }: BarsData,
  width: number,
  height: number,
): string {
  const box = panelBox(width, height, MARGINS);
  const x = linearScale([0, end], [box.left, box.right], 4);
  const { room } = barRows(rows.length, height);
  const allowed = claimEpsilon !== null && Number.isFinite(claimEpsilon) ? claimEpsilon : null;
  const foundOf = (row: BenchRow) =>
    results.find(({ family, method }) => family === row.family && method === row.method);
  const bars = rows.map((row, i) => {
    const top = box.top + i * room;
    return bar(row, foundOf(row), x, top, Math.min(room, ROW + 6), end, allowed);
  });
  const tops = rows.map((_, i) => box.top + i * room);
  const names = rows.map((row) => widthOfWords(barName(row, foundOf(row)), SIZE));
  const mark = allowed === null ? '' : claimMark(box, x(allowed), allowed > end / 2, allowed, tops, names);
  return `${axisBelow(box, x, AXIS.epsilon, (tick) => formatNumber(tick, 3))}${bars.join('')}${mark}`;
}

/** The claim's line through all bars, open where it would run through the name of one. */
function claimMark(
  box: PanelBox,
  at: number,
  isFar: boolean,
  allowed: number,
  tops: readonly number[],
  names: readonly number[],
): string {
  const lines: string[] = [];
  let from = box.top - 4;
  for (const [i, top] of tops.entries()) {
    if (at > box.left + names[i] + 3) continue;
    if (top + 1 > from) lines.push(lineBetween(at, from, at, top + 1, 'b-claim'));
    from = top + NAME_ROOM;
  }
  lines.push(lineBetween(at, from, at, box.bottom, 'b-claim'));
  const words = `claim allows ${formatNumber(allowed, 4)}`;
  const wide = widthOfWords(words, SIZE, true);
  const begins = isFar ? at + 4 - wide : at - 4;
  const within = Math.max(box.left, Math.min(box.right + MARGINS.right - wide, begins));
  return `${lines.join('')}${textAt(within, box.top - 9, words, 'b-claim-name')}`;
}

function bar(
  row: BenchRow,
  found: EmpiricalEpsilon | undefined,
  x: (value: number) => number,
  top: number,
  room: number,
  end: number,
  allowed: number | null,
): string {
  const [y, height] = [top + NAME_ROOM, Math.max(4, room - NAME_ROOM - 6)];
  const words = textAt(x(0), top + 11, barName(row, found), 'b-bar-name');
  if (found === undefined) return `<g class="b-unknown">${words}</g>`;
  const width = (value: number) => px(Math.max(0, x(Math.min(value, end)) - x(0)));
  const value = formatLowerBound(found.epsilon);
  const tip = x(Math.min(found.epsilon, end));
  const isInside = found.epsilon > 0.8 * end;
  const place = isInside ? tip - 5 : valuePlace(tip, value, allowed === null ? null : x(allowed));
  return `<g>${words}<rect class="b-most" x="${px(x(0))}" y="${px(y)}" width="${width(found.largestProvable)}" height="${px(height)}"/><rect class="${found.assumption === 'worst-case' ? 'b-proved' : 'b-proved b-model'}" x="${px(x(0))}" y="${px(y)}" width="${width(found.epsilon)}" height="${px(height)}"/>${textAt(place, y + height / 2 + 4.5, value, isInside ? 'b-value b-inside' : 'b-value', isInside ? 'end' : 'start')}</g>`;
}

/** Where a value begins: at its bar's end, or behind the claim's mark that would run through it. */
function valuePlace(tip: number, value: string, mark: number | null): number {
  const begins = tip + 5;
  const ends = begins + widthOfWords(value, SIZE, true);
  return mark !== null && mark > begins - 3 && mark < ends + 2 ? mark + 5 : begins;
}

function barName({ family, method }: BenchRow, found?: EmpiricalEpsilon): string {
  // Known or not, such a row rests on independent canaries, unless each had a run of its own.
  if (method === 'independent' && (found?.assumption ?? 'independent-canaries') === 'independent-canaries')
    return familyWords(family, 'independent-canaries');
  return `${familyWords(family)}, ${method}`;
}

/** Other families that consist of promises for every mechanism. */
const PROMISES: readonly string[] = ['profile', 'points'];

/** A family by its kind, and what its bounds rest on; delta and rates stand in the question. */
function familyWords(family: string, assumed?: 'independent-canaries'): string {
  const kind = family.replace(/\(.*$/, '');
  if (assumed !== undefined) return `${kind} (${assumed})`;
  if (kind === 'approx-dp') return 'any mechanism (worst-case)';
  if (kind === 'pure-dp') return 'delta 0 (worst-case)';
  return `${kind} (${PROMISES.includes(kind) ? 'worst-case' : 'model-based'})`;
}
