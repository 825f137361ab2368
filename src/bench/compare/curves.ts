import { errorsOfCounts } from '../cuts.ts';
import { curvePanel, errorsPlace } from '../draw/curve-panel.ts';
import { pathThrough, textAt } from '../draw/svg.ts';
import { errorsPath, isAboutClaim, shownObservation } from '../state.ts';
import { stateColour, stateMark } from './marks.ts';
import { type PinnedState, stateLetter } from './pinned.ts';

/** Errors of all states on the same axes: each claim once, a line and a point for each state. */
export function comparedCurves(
  pins: readonly PinnedState[],
  isLog: boolean,
  width: number,
  height: number,
): string {
  const m = Math.max(1, ...pins.map(({ state }) => state.source.field.m));
  const panel = curvePanel({ curve: null, isOld: false, path: [], m, isLog }, width, height);
  const least = panel.x.back(panel.box.left);
  const claims = new Map(
    pins.map(({ state }) => [state.source.claim, (isAboutClaim(state) ? state.answer?.curve : null) ?? null]),
  );
  const drawnClaims = [...claims.values()].map((curve) => {
    const shown = (curve ?? []).filter(([alpha, beta]) => !isLog || (alpha >= least && 1 - beta >= least));
    return pathThrough(
      shown.map((errors) => errorsPlace(panel, errors)),
      'b-claim',
    );
  });
  const paths = pins.map(({ state }, i) =>
    pathThrough(
      errorsPath(state).map((errors) => errorsPlace(panel, errors)),
      `c-line-${stateColour(i)}`,
    ),
  );
  const points = pins.map(({ state }, i) => {
    const observation = shownObservation(state);
    if (observation === null || observation.guesses === 0) return '';
    const [x, y] = errorsPlace(panel, errorsOfCounts(observation));
    return `<g class="c-point">${stateMark(i, x, y)}</g>${letterBeside(i, x, y)}`;
  });
  return [panel.still, ...drawnClaims, ...paths, ...points].join('');
}

/** The letters of points that lie close together stand above and below them in turn. */
function letterBeside(i: number, x: number, y: number): string {
  return textAt(
    x + 9 + 12 * Math.floor((i % 8) / 2),
    y + (i % 2 === 0 ? -7 : 17),
    stateLetter(i),
    `c-halo c-text-${stateColour(i)}`,
  );
}
