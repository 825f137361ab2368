import type { BenchControls } from '../controls.ts';
import { tallyBox, tallyScale } from '../draw/tally-panel.ts';
import { isCurrent, modeOf, shownObservation } from '../state.ts';
import { countWords } from '../words.ts';
import { whenLeft } from './leave.ts';
import { Tip } from './tip.ts';

/** What a number of right guesses would say, under the pointer. */
export function listenToTally(figure: BenchControls, place: HTMLElement): void {
  const tip = new Tip(place);
  const look = (event: PointerEvent) => {
    const observation = shownObservation(figure.state);
    if (observation === null || observation.guesses === 0) return;
    const { left, top } = place.getBoundingClientRect();
    const box = tallyBox(place.clientWidth, place.clientHeight);
    const { guesses, correct, k } = observation;
    const { answer, played } = figure.state;
    const x = tallyScale({ guesses, correct, k, played: played?.correct ?? null }, box);
    const count = Math.round(x.back(event.clientX - left) * guesses);
    if (count < 0 || count > guesses) return tip.hide();
    const critical = isCurrent(figure.state) ? (answer?.critical ?? null) : null;
    tip.show(
      countWords(count, guesses, critical, played?.correct ?? null, modeOf(figure.state)),
      x(count / guesses),
      event.clientY - top,
    );
  };
  place.addEventListener('pointermove', look);
  place.addEventListener('pointerdown', look);
  whenLeft(place, () => tip.hide());
}
