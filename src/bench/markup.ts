import { escapeHtml } from '../report/index.ts';
import { paleDots } from './draw/field-panel.ts';
import { movingDrawings, type PanelSizes, stillDrawings } from './panels.ts';
import type { BenchSource } from './source.ts';
import { type BenchState, firstState, isCurrent, modeOf, shownObservation } from './state.ts';
import { figureWords, headWords, MODE_WORDS } from './words.ts';

/** The sizes of a figure that nothing has measured. */
export const USUAL_SIZES: PanelSizes = {
  field: [960, 200],
  curve: [310, 248],
  tally: [310, 248],
  bars: [320, 248],
};

export const PANEL_TITLES = {
  curve: 'Errors and the claim',
  tally: 'Right guesses',
  bars: 'Epsilon proved',
} as const;

/** The figure as HTML that needs no script: its first state. A script takes the same element over. */
export function benchMarkup(source: BenchSource, id: string): string {
  return `<div class="bench" id="${id}" data-mode="${modeOf(firstState(source))}">\n${benchInside(firstState(source), USUAL_SIZES, id)}\n</div>`;
}

export function benchInside(state: BenchState, sizes: PanelSizes, id: string): string {
  const still = stillDrawings(state, sizes);
  const moving = movingDrawings(state, still, sizes, id);
  const verdict = headWords(state.source, isCurrent(state) ? state.answer : null, modeOf(state));
  const drawing = (name: keyof PanelSizes, inside: string) => {
    const [width, height] = sizes[name];
    return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${inside}</svg>`;
  };
  const panel = (name: 'curve' | 'tally' | 'bars', inside: string) =>
    `<figure class="bench-panel" data-panel="${name}"><figcaption><span class="bench-title"><strong>${PANEL_TITLES[name]}</strong><span class="bench-tools"></span></span><span class="bench-late">${escapeHtml(moving.words[name])}</span></figcaption><div>${drawing(name, inside)}</div></figure>`;
  const words = figureWords(
    state.source,
    modeOf(state),
    shownObservation(state),
    isCurrent(state) ? state.answer : null,
  );
  return `<div class="bench-head"><p aria-hidden="true" class="bench-verdict ${verdict?.outcome ?? 'none'}">${escapeHtml(verdict?.mark ?? 'No claim')}</p><p class="bench-mode">${MODE_WORDS[modeOf(state)]}</p><span class="bench-tools"></span></div>
<div class="bench-field">${drawing('field', `<g>${still.field.axes}${paleDots(still.field, id)}</g><g>${moving.field}</g>`)}</div>
<div class="bench-panels">${panel('curve', `<g>${still.curve.still}</g><g>${moving.curve}</g>`)}${panel('tally', `<g class="bench-late">${moving.tally}</g>`)}${panel('bars', `<g class="bench-late">${moving.bars}</g>`)}</div>
<p class="bench-problem" role="alert"></p><p class="bench-said" role="status">${escapeHtml(words)}</p>`;
}
