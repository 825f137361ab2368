import { AXIS, formatNumber, type LedgerReport } from '../../report/index.ts';
import {
  axisBelow,
  axisLeft,
  linearScale,
  lineBetween,
  panelBox,
  pathThrough,
  px,
  type Scale,
  textAt,
} from '../draw/svg.ts';
import { type StepKind, stepKind } from './evidence-words.ts';

/** The evidence of a ledger over its steps. */
export interface EvidenceDrawing {
  readonly width: number;
  readonly height: number;
  /** Where the evidence stands after each step, in pixels. */
  readonly places: readonly (readonly [x: number, y: number])[];
  readonly top: number;
  readonly bottom: number;
  readonly svg: string;
}

/** No further than so many powers of ten is drawn, on either side. */
const FAR = 250;
const HEIGHT = 380;

export function evidenceDrawing(report: LedgerReport, width: number): EvidenceDrawing {
  const { steps, design } = report.state;
  const tens = [0, ...steps.map(({ logEvidence }) => powerOfTen(logEvidence))];
  const needed = -Math.log10(design.tau);
  const above = panelBox(width, HEIGHT, { left: 54, right: 20, top: 34, bottom: HEIGHT - 234 });
  const below = panelBox(width, HEIGHT, { left: 54, right: 20, top: 266, bottom: 44 });
  const x = stepScale(steps.length, above.left, above.right);
  const [low, high] = [
    Math.min(-0.5, ...tens.map((t) => t - 0.2)),
    Math.max(needed + 0.4, ...tens.map((t) => t + 0.25)),
  ];
  const y = powerScale([low, high], [above.bottom, above.top]);
  const places = tens.slice(1).map((ten, i) => [x(i + 1), y(ten)] as const);
  const points = [[x(0), y(0)] as const, ...places];
  const marks = places.map(([cx, cy], i) => stepMark(cx, cy, stepKind(report, i)));
  const refuting = `<rect class="b-refuting" x="${px(above.left)}" y="${px(above.top)}" width="${px(above.right - above.left)}" height="${px(Math.max(0, y(needed) - above.top))}"/>${lineBetween(above.left, y(needed), above.right, y(needed), 'b-critical')}`;
  const svg = [
    axisLeft(above, y, `${AXIS.evidence} (log scale)`, tenWords),
    refuting,
    textAt(
      above.left + 6,
      y(needed) - 6,
      `${formatNumber(1 / design.tau)} refutes${width < 520 ? '' : ' the claim'}`,
      'b-critical-name',
    ),
    lineBetween(above.left, y(0), above.right, y(0), 'b-blind'),
    textAt(above.right, y(0) + 14, '1: nothing known', 'b-tick', 'end'),
    pathThrough(points, 'l-path'),
    `<circle class="l-started" cx="${px(x(0))}" cy="${px(y(0))}" r="3.5"/>`,
    ...marks,
    refutedMark(report, places),
    factorBars(tens, x, below),
    axisBelow(below, x, AXIS.steps, (tick) => (Number.isInteger(tick) ? String(tick) : '')),
  ].join('');
  return { width, height: HEIGHT, places, top: above.top, bottom: below.bottom, svg };
}

function powerOfTen(log: number): number {
  return Math.max(-FAR, Math.min(FAR, log / Math.LN10));
}

function stepScale(steps: number, left: number, right: number): Scale {
  const last = Math.max(1, steps);
  const count = Math.min(last, Math.max(2, Math.floor((right - left) / 60)));
  return linearScale([0, last], [left + 16, right - 16], count);
}

/** A scale of powers of ten, with a tick at whole ones. */
function powerScale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const scale = linearScale(domain, range, 5);
  return Object.assign((value: number) => scale(value), {
    back: scale.back,
    ticks: scale.ticks.filter(Number.isInteger),
  });
}

/** 0.01, 1, 100, 1e5. */
function tenWords(power: number): string {
  return power > -4 && power < 5 ? String(Number(`1e${power}`)) : `1e${power}`;
}

/** A run that was added is a filled dot, one only started an open dot, one that shows nothing a cross. */
export function stepMark(x: number, y: number, kind: StepKind): string {
  if (kind === 'void') return `<path class="l-void" d="M${px(x - 4)} ${px(y - 4)}l8 8m0 -8l-8 8"/>`;
  return `<circle class="l-${kind}" cx="${px(x)}" cy="${px(y)}" r="4.5"/>`;
}

/** Where the claim was refuted: what comes later does not undo it. */
function refutedMark({ state }: LedgerReport, places: EvidenceDrawing['places']): string {
  const needed = -Math.log(state.design.tau);
  const first = state.refuted ? state.steps.findIndex(({ logEvidence }) => logEvidence >= needed) : -1;
  if (first < 0) return '';
  const [x, y] = places[first];
  const anchor = x > (places[places.length - 1][0] + places[0][0]) / 2 ? 'end' : 'start';
  const words = `refuted with run ${state.refutedAt}`;
  return `<circle class="l-refuted" cx="${px(x)}" cy="${px(y)}" r="8.5"/>${textAt(x + (anchor === 'end' ? 10 : -10), y - 14, words, 'b-critical-name', anchor)}`;
}

/** What each step multiplied the evidence by: above the line it grew, below it fell. */
function factorBars(
  tens: readonly number[],
  x: Scale,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): string {
  const factors = tens.slice(1).map((ten, i) => ten - tens[i]);
  const most = Math.max(0.3, ...factors.map(Math.abs));
  const low = Math.min(0, ...factors);
  const high = Math.max(0, ...factors);
  const y = linearScale(low === high ? [-most, most] : [low, high], [bottom - 4, top + 6]);
  const wide = Math.max(2, Math.min(26, 0.6 * (x(1) - x(0))));
  const bars = factors.map((factor, i) => {
    const [from, to] = [y(Math.max(0, factor)), y(Math.min(0, factor))];
    return `<rect class="${factor >= 0 ? 'l-gain' : 'l-loss'}" x="${px(x(i + 1) - wide / 2)}" y="${px(from)}" width="${px(wide)}" height="${px(Math.max(1, to - from))}"/>`;
  });
  return `${textAt(4, top - 8, 'what each step multiplied it by (log scale)', 'b-name')}${lineBetween(left, y(0), right, y(0), 'b-grid')}${textAt(left - 6, y(0) + 4, '1', 'b-tick', 'end')}${bars.join('')}`;
}

/** The step that is looked at: a line through both panels, and a ring. */
export function lookedStep({ places, top, bottom }: EvidenceDrawing, step: number): string {
  const [x, y] = places[step];
  return `${lineBetween(x, top - 4, x, bottom, 'b-cross')}<circle class="b-looked" cx="${px(x)}" cy="${px(y)}" r="8"/>`;
}
