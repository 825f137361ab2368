import type { BenchControls } from '../controls.ts';
import { sameCuts } from '../cuts.ts';

/** So many games are played at once. */
const MANY = 1000;

/** The buttons of the figure. */
export class BenchTools {
  readonly #figure: BenchControls;
  readonly #back = button('Back to the fixed cuts');
  readonly #zoom = button('Log corner');
  readonly #again = button('Play again');
  readonly #many = button('1,000 games');
  readonly #truth = document.createElement('select');
  #truths = '';

  constructor(figure: BenchControls) {
    this.#figure = figure;
    this.#truth.setAttribute('aria-label', 'What is true in the games that are played');
    this.#back.addEventListener('click', () => figure.goBack());
    this.#zoom.addEventListener('click', () => figure.setLog(!figure.state.isLog));
    this.#again.addEventListener('click', () => figure.playAgain(this.#chosen()));
    this.#many.addEventListener('click', () => figure.play(this.#chosen(), MANY));
  }

  /** Puts each button beside what it changes; `find` gives the place within a part of the figure. */
  put(find: (part: string) => HTMLElement): void {
    find('.bench-head').append(this.#again, this.#many, this.#truth, this.#back);
    find('[data-panel=curve]').append(this.#zoom);
    this.update();
  }

  update(): void {
    const { state } = this.#figure;
    const { truths, fixed } = state.source;
    this.#back.hidden = fixed === null;
    this.#back.style.visibility = fixed !== null && !sameCuts(fixed.cuts, state.cuts) ? 'visible' : 'hidden';
    this.#zoom.textContent = state.isLog ? 'Whole curve' : 'Log corner';
    this.#zoom.setAttribute('aria-pressed', String(state.isLog));
    for (const part of [this.#again, this.#many, this.#truth]) part.hidden = truths.length === 0;
    const names = JSON.stringify(truths.map(({ claim }) => claim));
    if (names === this.#truths) return;
    this.#truths = names;
    this.#truth.replaceChildren(
      ...truths.map(({ claim, isHonest }, i) => {
        const option = document.createElement('option');
        option.value = String(i);
        option.textContent = isHonest ? 'under the claim' : 'under a violation';
        option.title = claim;
        return option;
      }),
    );
  }

  #chosen(): number {
    return Number(this.#truth.value) || 0;
  }
}

function button(words: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = words;
  return element;
}
