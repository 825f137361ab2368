import { AXIS, formatNumber, formatPowerOfTen } from '../../report/index.ts';
import {
  axisBelow,
  axisLeft,
  linearScale,
  lineBetween,
  logScale,
  type PanelBox,
  panelBox,
  pathThrough,
  px,
  type Scale,
} from './svg.ts';

type Errors = readonly [alpha: number, beta: number];

/** The trade-off curve: errors of the attack beside what the claim allows, or its corner on log axes. */
export interface CurvePanel {
  readonly box: PanelBox;
  readonly x: Scale;
  readonly y: Scale;
  readonly isLog: boolean;
  readonly still: string;
}

interface CurveData {
  /** The claim's, (alpha, beta); null where nothing is claimed or it is not known yet. */
  readonly curve: readonly Errors[] | null;
  /** Whether that is the curve of the claim before. */
  readonly isOld: boolean;
  /** Where the observation would be with other numbers of guesses. */
  readonly path: readonly Errors[];
  readonly m: number;
  readonly isLog: boolean;
}

export function curvePanel(
  { curve, isOld, path, m, isLog }: CurveData,
  width: number,
  height: number,
): CurvePanel {
  const box = panelBox(width, height, { left: isLog ? 48 : 38, right: 14, top: 26, bottom: 42 });
  const least = 10 ** Math.floor(Math.log10(0.5 / m));
  const across: [number, number] = [box.left, box.right];
  const up: [number, number] = [box.bottom, box.top];
  const x = isLog ? logScale([least, 1], across) : linearScale([0, 1], across);
  const y = isLog ? logScale([least, 1], up) : linearScale([0, 1], up);
  const panel = { box, x, y, isLog };
  const format = isLog ? formatPowerOfTen : (tick: number) => formatNumber(tick, 2);
  const still = [
    axisLeft(box, y, isLog ? AXIS.truePositives : AXIS.beta, format),
    axisBelow(box, x, AXIS.alpha, format),
    pathThrough(diagonal(panel), 'b-blind'),
    pathThrough(
      path.map((errors) => errorsPlace(panel, errors)),
      'b-path',
    ),
    curve === null ? '' : pathThrough(placed(panel, curve, least), isOld ? 'b-claim b-old' : 'b-claim'),
  ];
  return { ...panel, still: still.join('') };
}

/** Where errors stand in the panel, in pixels; on log axes the true positives stand in the place of beta. */
export function errorsPlace(
  { x, y, isLog }: Pick<CurvePanel, 'x' | 'y' | 'isLog'>,
  [alpha, beta]: Errors,
): [number, number] {
  return [x(alpha), y(isLog ? 1 - beta : beta)];
}

/** The observation, and the cross of lines where something is looked at. */
export function movingPoint(panel: CurvePanel, seen: Errors | null, looked: Errors | null): string {
  const { box } = panel;
  const cross = looked === null ? null : errorsPlace(panel, looked);
  const at = seen === null ? null : errorsPlace(panel, seen);
  return [
    cross === null
      ? ''
      : lineBetween(cross[0], box.top, cross[0], box.bottom, 'b-cross') +
        lineBetween(box.left, cross[1], box.right, cross[1], 'b-cross'),
    at === null ? '' : `<circle cx="${px(at[0])}" cy="${px(at[1])}" r="6.5" class="b-seen"/>`,
  ].join('');
}

/** Guessing blindly: true positives are as many as false ones. */
function diagonal(panel: Pick<CurvePanel, 'box' | 'x' | 'y' | 'isLog'>): [number, number][] {
  const { box } = panel;
  return panel.isLog
    ? [
        [box.left, box.bottom],
        [box.right, box.top],
      ]
    : [
        [box.left, box.top],
        [box.right, box.bottom],
      ];
}

function placed(
  panel: Pick<CurvePanel, 'x' | 'y' | 'isLog'>,
  curve: readonly Errors[],
  least: number,
): [number, number][] {
  const shown = panel.isLog ? curve.filter(([alpha, beta]) => alpha >= least && 1 - beta >= least) : curve;
  return shown.map((errors) => errorsPlace(panel, errors));
}
