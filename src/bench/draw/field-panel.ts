import type { CanaryField } from '../../audit/index.ts';
import { AXIS, formatCount, formatNumber } from '../../report/index.ts';
import { type CutCounts, type Cuts, scoreOfCut } from '../cuts.ts';
import {
  axisBelow,
  linearScale,
  lineBetween,
  type PanelBox,
  panelBox,
  px,
  type Scale,
  textAt,
} from './svg.ts';

/** The canaries on the score axis: those in above the line, those out below it. */
export interface FieldPanel {
  readonly box: PanelBox;
  readonly x: Scale;
  readonly middle: number;
  /** Where each drawn canary stands, in pixels, in the order of the field's dots. */
  readonly places: Float64Array;
  readonly diameter: number;
  /** What does not change while cuts move: the axis, and the canaries. */
  readonly axes: string;
  readonly dots: DotPaths;
}

/** The canaries as paths: those in are points with round ends, those out are diamonds. */
interface DotPaths {
  readonly inside: string;
  readonly outside: string;
  /** How many there are at every score, where they are too many to draw them all; else empty. */
  readonly insideArea: string;
  readonly outsideArea: string;
}

const LARGEST_DOT = 8;
const SMALLEST_DOT = 2.4;

/** The size of dots, and how far apart the dots of a column stand, in pixels. */
export interface DotSize {
  readonly diameter: number;
  readonly step: number;
}

/** Where the canaries stand within a panel, and the scale of their scores. */
function fieldPlace(width: number, height: number, [low, high]: readonly [number, number]) {
  const box = panelBox(width, height, { left: 12, right: 12, top: 22, bottom: 40 });
  const pad = (high / 2 - low / 2) * 0.04 || 1;
  const most = Number.MAX_VALUE;
  const x = linearScale(
    [Math.max(-most, low - pad), Math.min(most, high + pad)],
    [box.left, box.right],
    Math.max(3, width / 110),
  );
  return { box, x, middle: (box.top + box.bottom) / 2, room: (box.bottom - box.top) / 2 - 4 };
}

export function fieldPanel(field: CanaryField, width: number, height: number): FieldPanel {
  const { box, x, middle, room } = fieldPlace(width, height, scoreRange(field));
  const { diameter, step } = commonDots([field], x, room);
  const places = new Float64Array(2 * field.dots.rank.length);
  const columns = new Map<number, number>();
  const paths: [string[], string[]] = [[], []];
  const r = diameter * 0.42;
  const [one, apart] = [px(r), Math.round(100 * step) / 100];
  const diamond = `l${one} ${one}-${one} ${one}-${one}-${one}z`;
  const last = [-1, -1];
  for (let i = 0; i < field.dots.rank.length; i++) {
    const at = x(field.dots.score[i]);
    const bit = field.dots.bit[i];
    const column = 2 * Math.round(at / diameter) + bit;
    const below = columns.get(column) ?? 0;
    columns.set(column, below + 1);
    const cx = Math.round(at / diameter) * diameter;
    const cy = middle + (bit === 1 ? -1 : 1) * (diameter / 2 + 1.5 + below * step);
    places[2 * i] = cx;
    places[2 * i + 1] = cy;
    // One beside the last of its kind is placed by what it is away from it, which takes fewer characters.
    const place =
      below > 0 && last[bit] === column
        ? `m0 ${bit === 1 ? -apart : apart}`
        : `M${px(cx)} ${px(bit === 1 ? cy : cy - r)}`;
    last[bit] = column;
    paths[bit].push(bit === 1 ? `${place}h0` : `${place}${diamond}`);
  }
  const isMembership = field.game === 'membership';
  const names = isMembership ? ['in', 'out'] : ['right', 'wrong'];
  // A choice is guessed from its most confident end on, so that its one cut is nearer to the other end.
  const [end, anchor] = isMembership ? [box.left, 'start'] : [box.right, 'end'];
  const name = isMembership ? AXIS.score : AXIS.confidence;
  const axes = `${axisBelow(box, x, name, (tick) => formatNumber(tick, 4))}${lineBetween(box.left, middle, box.right, middle, 'b-grid')}${textAt(end, middle - room + 8, names[0], 'b-in-name', anchor)}${textAt(end, middle + room - 2, names[1], 'b-out-name', anchor)}`;
  const dots = {
    inside: paths[1].join(''),
    outside: paths[0].join(''),
    insideArea: densityArea(field, 'inside', x, middle, step, diameter),
    outsideArea: densityArea(field, 'outside', x, middle, step, diameter),
  };
  return { box, x, middle, places, diameter, axes, dots };
}

/** The width of the points that stand for canaries in. */
export function pointWidth({ diameter }: Pick<FieldPanel, 'diameter'>): number {
  return diameter * 0.86;
}

/** The canaries as SVG, all of them pale; `movingCuts` shows those that are guessed in full colour. */
export function paleDots(panel: FieldPanel, id: string): string {
  const { inside, outside, insideArea, outsideArea } = panel.dots;
  const area = (path: string, style: string) => (path === '' ? '' : `<path class="${style}" d="${path}"/>`);
  return `${area(insideArea, 'b-in-area')}${area(outsideArea, 'b-out-area')}<defs><g id="${id}-dots"><path d="${inside}" class="b-in" stroke-width="${px(pointWidth(panel))}"/><path d="${outside}" class="b-out"/></g></defs><use href="#${id}-dots" class="b-pale"/>`;
}

/**
 * The cuts: what they select and what was fixed in advance. With the id of `paleDots` the canaries that they
 * select are drawn in full colour.
 */
export function movingCuts(
  panel: FieldPanel,
  field: CanaryField,
  cuts: Cuts,
  counts: CutCounts | null,
  { id, fixed }: { readonly id: string | null; readonly fixed: Cuts | null },
): string {
  const [inEnd, outEnd] = selectedSpans(panel, field, cuts);
  const rectangles = [inEnd, outEnd].map((span) => (span === null ? '' : areaOf(panel, span)));
  const tinted = [
    inEnd === null ? '' : rectangle(panel, inEnd, 'b-called-in'),
    outEnd === null ? '' : rectangle(panel, outEnd, 'b-called-out'),
  ];
  const stated =
    fixed === null || (fixed.top === cuts.top && fixed.bottom === cuts.bottom)
      ? ''
      : selectedSpans(panel, field, fixed)
          .map((span) => (span === null ? '' : cutLine(panel, span[2], 'b-fixed-cut')))
          .join('');
  const words =
    counts === null
      ? ''
      : [
          inEnd === null
            ? ''
            : label(panel, inEnd, calledWords(panel, field, 'in', cuts.top, counts.rightIn)),
          outEnd === null
            ? ''
            : label(panel, outEnd, calledWords(panel, field, 'out', cuts.bottom, counts.rightOut)),
        ].join('');
  const strong =
    id === null
      ? ''
      : `<clipPath id="${id}-clip">${rectangles.join('')}</clipPath><use href="#${id}-dots" clip-path="url(#${id}-clip)"/>`;
  return `${tinted.join('')}${strong}${stated}${[inEnd, outEnd].map((span) => (span === null ? '' : cutLine(panel, span[2], 'b-cut'))).join('')}${words}`;
}

/** A part of the axis, in pixels, and its end that is a cut. */
export type Span = readonly [from: number, to: number, cut: number];

/** The parts of the axis, in pixels, in which canaries are called in and out; null where none is. */
export function selectedSpans(
  { box, x }: FieldPanel,
  field: CanaryField,
  { top, bottom }: Cuts,
): [Span | null, Span | null] {
  const isRight = !field.lowerIsIn;
  const at = (above: number) => x(scoreOfCut(field, above));
  const end = (toRight: boolean, cut: number): Span =>
    toRight ? [cut, box.right + 6, cut] : [box.left - 6, cut, cut];
  return [
    top === 0 ? null : end(isRight, at(top)),
    bottom === 0 ? null : end(!isRight, at(field.m - bottom)),
  ];
}

function areaOf({ box }: FieldPanel, [from, to]: Span): string {
  return `<rect x="${px(from)}" y="${px(box.top - 4)}" width="${px(Math.max(0, to - from))}" height="${px(box.bottom - box.top + 4)}"/>`;
}

function rectangle(panel: FieldPanel, span: Span, style: string): string {
  return areaOf(panel, span).replace('<rect', `<rect class="${style}"`);
}

function cutLine({ box }: FieldPanel, at: number, style: string): string {
  return lineBetween(at, box.top - 5, at, box.bottom, style);
}

function calledWords(
  { box }: FieldPanel,
  { game }: CanaryField,
  side: string,
  all: number,
  right: number | null,
): string {
  const called = game !== 'membership' ? 'guessed' : box.width < 520 ? side : `called ${side}`;
  return `${called} ${formatCount(all)}${right === null ? '' : `: ${formatCount(right)} right`}`;
}

/** Words above a part of the axis, beginning at its outer end. */
function label({ box }: FieldPanel, [from, to, cut]: Span, words: string): string {
  return cut === from
    ? textAt(Math.min(to, box.right), box.top - 9, words, 'b-called', 'end')
    : textAt(Math.max(from, box.left), box.top - 9, words, 'b-called');
}

/** The smallest and the largest score. */
export function scoreRange({ dots, density }: CanaryField): [number, number] {
  const ends = density === null ? dots.score : [density.edges[0], density.edges[density.edges.length - 1]];
  return [Math.min(...ends), Math.max(...ends)];
}

/** Dots of one size for all fields, so that as many canaries are as high everywhere. */
export function commonDots(
  fields: readonly CanaryField[],
  x: Scale,
  room: number,
  largest = LARGEST_DOT,
): DotSize {
  const diameter = Math.min(largest, ...fields.map((field) => dotDiameter(field, x, room)));
  const highest = Math.max(1, ...fields.map((field) => highestColumn(field, x, diameter)));
  return { diameter, step: Math.min(diameter, room / highest) };
}

/** The largest diameter with which the highest column of dots has room. */
function dotDiameter(field: CanaryField, x: Scale, room: number): number {
  for (let diameter = LARGEST_DOT; diameter > SMALLEST_DOT; diameter -= 0.4)
    if (highestColumn(field, x, diameter) * diameter <= room) return diameter;
  return SMALLEST_DOT;
}

/** How many canaries stand in the highest column of a dot's width. */
function highestColumn({ dots, density }: CanaryField, x: Scale, diameter: number): number {
  if (density !== null) {
    const bin = Math.abs(x(density.edges[1]) - x(density.edges[0]));
    return (Math.max(...density.inside, ...density.outside) * diameter) / bin;
  }
  const columns = new Map<number, number>();
  let highest = 0;
  for (let i = 0; i < dots.score.length; i++) {
    const column = 2 * Math.round(x(dots.score[i]) / diameter) + dots.bit[i];
    const count = (columns.get(column) ?? 0) + 1;
    columns.set(column, count);
    highest = Math.max(highest, count);
  }
  return highest;
}

/** How many canaries there are at every score, at the same scale as the dots; empty where all are drawn. */
export function densityArea(
  { density }: CanaryField,
  which: 'inside' | 'outside',
  x: Scale,
  middle: number,
  step: number,
  diameter: number,
): string {
  if (density === null) return '';
  const { edges } = density;
  const bin = Math.abs(x(edges[1]) - x(edges[0]));
  const sign = which === 'inside' ? 1 : -1;
  const points = density[which].map((n, i) => {
    const y = middle - sign * ((n * diameter) / bin) * step;
    return `L${px(x(edges[i]))} ${px(y)}L${px(x(edges[i + 1]))} ${px(y)}`;
  });
  return `M${px(x(edges[0]))} ${px(middle)}${points.join('')}L${px(x(edges[edges.length - 1]))} ${px(middle)}z`;
}
