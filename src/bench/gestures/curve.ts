import type { BenchControls } from '../controls.ts';
import { errorsOfCounts, observationOfCuts } from '../cuts.ts';
import { type CurvePanel, errorsPlace } from '../draw/curve-panel.ts';
import { cutsThrough } from '../state.ts';
import { whenLeft } from './leave.ts';

/** Looking at the curve looks at the cuts whose errors are nearest; a double click zooms. */
export function listenToCurve(
  figure: BenchControls,
  place: HTMLElement,
  drawn: () => CurvePanel | null,
): void {
  const lookAt = (event: PointerEvent) => {
    const panel = drawn();
    if (panel === null) return;
    const { left, top } = place.getBoundingClientRect();
    const above = nearestStop(figure, panel, event.clientX - left, event.clientY - top);
    figure.look(above === null ? null : { cuts: cutsThrough(figure.state, above), dot: null });
  };
  place.addEventListener('pointermove', lookAt);
  place.addEventListener('pointerdown', lookAt);
  whenLeft(place, () => figure.look(null));
  place.addEventListener('dblclick', () => figure.setLog(!figure.state.isLog));
}

/** At most so many places are compared with the pointer's. */
const COMPARED = 400;

function nearestStop(figure: BenchControls, panel: CurvePanel, x: number, y: number): number | null {
  const { state } = figure;
  const { field, k } = state.source;
  const every = Math.max(1, Math.floor(field.cuts.length / COMPARED));
  let [found, least]: [number | null, number] = [null, Infinity];
  for (let i = 0; i < field.cuts.length; i += every) {
    const [above] = field.cuts[i];
    const observation = observationOfCuts(field, cutsThrough(state, above), k);
    if (observation === null || observation.guesses === 0) continue;
    const [px, py] = errorsPlace(panel, errorsOfCounts(observation));
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance < least) [found, least] = [above, distance];
  }
  return found;
}
