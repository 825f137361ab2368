import { countsAt } from '../cuts.ts';
import { fixedAt } from '../source.ts';
import type { BenchState } from '../state.ts';
import { fieldPanel, movingCuts, paleDots } from './field-panel.ts';

export const SMALL_FIELD = 168;

/** The canaries and cuts of a state alone, as wide as asked for. */
export function smallField(state: BenchState, width: number, id: string): string {
  const { field, fixed } = state.source;
  const panel = fieldPanel(field, width, SMALL_FIELD);
  const counts = countsAt(field, state.cuts, fixedAt(state.source, state.cuts));
  const moving = movingCuts(panel, field, state.cuts, counts, { id, fixed: fixed?.cuts ?? null });
  return `${panel.axes}${paleDots(panel, id)}${moving}`;
}
