import type { BenchControls } from '../controls.ts';
import { barRows } from '../draw/bars-panel.ts';
import { modeOf, shownAnswer, shownObservation } from '../state.ts';
import { barWords } from '../words.ts';
import { whenLeft } from './leave.ts';
import { Tip } from './tip.ts';

/** Exact values of the bars, under the pointer or by the arrow keys. */
export function listenToBars(figure: BenchControls, place: HTMLElement): void {
  const tip = new Tip(place);
  let row = -1;
  place.tabIndex = 0;
  place.setAttribute('role', 'group');
  place.setAttribute('aria-roledescription', 'list of bars');
  const name = () =>
    place.setAttribute('aria-label', `Epsilon by family and method. ${allWords(figure).join('. ')}`);
  const show = (to: number) => {
    const words = allWords(figure);
    row = Math.max(0, Math.min(words.length - 1, to));
    if (words.length === 0) return;
    const { top, room } = barRows(words.length, place.clientHeight);
    tip.show(words[row], place.clientWidth / 2, top + (row + 0.5) * room, room / 2);
  };
  const lookAt = (event: PointerEvent) => {
    const { top, room } = barRows(allWords(figure).length, place.clientHeight);
    const y = event.clientY - place.getBoundingClientRect().top;
    const to = Math.floor((y - top) / room);
    if (to >= 0 && to < allWords(figure).length) show(to);
    else tip.hide();
  };
  place.addEventListener('pointermove', lookAt);
  place.addEventListener('pointerdown', lookAt);
  whenLeft(place, () => tip.hide());
  place.addEventListener('focus', name);
  place.addEventListener('blur', () => tip.hide());
  place.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') tip.hide();
    if (step === undefined) return;
    event.preventDefault();
    show(row + step);
  });
  name();
}

function allWords({ state }: BenchControls): string[] {
  const answer = shownAnswer(state);
  return (answer?.rows ?? []).map((row) =>
    barWords(
      row,
      answer?.results.find(({ family, method }) => family === row.family && method === row.method),
      modeOf(state),
      shownObservation(state) !== null,
    ),
  );
}
