import { countsAt } from '../cuts.ts';
import {
  type DotSize,
  fieldPanel,
  movingCuts,
  paleDots,
  scoreRange,
  sharedDots,
} from '../draw/field-panel.ts';
import { fixedAt } from '../source.ts';
import { type BenchState, modeOf } from '../state.ts';
import type { PinnedState } from './pinned.ts';

export const COMPARED_FIELD = 168;

/** Ranges are alike where all of them together are at most so many times as wide as the narrowest. */
const ALIKE = 4;

/** Whether scores of all states are of one kind, so that one axis can show them. */
export function haveScoresAlike(pins: readonly PinnedState[]): boolean {
  const fields = pins.map(({ state }) => state.source.field);
  if (fields.length < 2) return true;
  const [first] = fields;
  if (fields.some(({ game, lowerIsIn }) => game !== first.game || lowerIsIn !== first.lowerIsIn))
    return false;
  const [low, high] = commonRange(pins);
  const narrowest = Math.min(...fields.map(scoreRange).map(([from, to]) => to - from));
  return high - low <= ALIKE * narrowest;
}

/** From the smallest score of all states to the largest. */
function commonRange(pins: readonly PinnedState[]): [number, number] {
  const ranges = pins.map(({ state }) => scoreRange(state.source.field));
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** What states share that are drawn on one axis. */
export interface SharedAxis {
  readonly range: readonly [number, number];
  readonly dots: DotSize;
}

/** One axis for all states, and dots of one size. */
export function sharedAxis(pins: readonly PinnedState[], width: number): SharedAxis {
  const range = commonRange(pins);
  const fields = pins.map(({ state }) => state.source.field);
  return { range, dots: sharedDots(fields, width, COMPARED_FIELD, range) };
}

/** The canaries and cuts of one state; on an axis of its own unless it shares one. */
export function comparedField(
  state: BenchState,
  width: number,
  id: string,
  shared: SharedAxis | null,
): string {
  const { field, fixed } = state.source;
  const panel = fieldPanel(
    field,
    width,
    COMPARED_FIELD,
    shared?.range ?? scoreRange(field),
    shared?.dots ?? null,
  );
  const counts = countsAt(field, state.cuts, fixedAt(state.source, state.cuts));
  const moving = movingCuts(panel, field, state.cuts, counts, { id, fixed: fixed?.cuts ?? null });
  return `<g${modeOf(state) === 'exploring' ? ' class="c-exploring"' : ''}>${panel.axes}${paleDots(panel, id)}${moving}</g>`;
}
