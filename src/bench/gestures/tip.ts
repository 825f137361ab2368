/** Words that stand beside what is looked at, without moving anything else. */
export class Tip {
  readonly #place: HTMLElement;
  readonly #element = document.createElement('div');

  constructor(place: HTMLElement) {
    this.#place = place;
    this.#element.className = 'bench-tip';
    this.#element.hidden = true;
    place.append(this.#element);
  }

  /** Above the point where there is room, else below; in pixels of its place. */
  show(words: string, x: number, y: number, distance = 14): void {
    const element = this.#element;
    if (element.textContent !== words) element.textContent = words;
    element.hidden = false;
    const [width, height] = [element.offsetWidth, element.offsetHeight];
    const left = Math.max(0, Math.min(this.#place.clientWidth - width, x - width / 2));
    const top = y - distance - height < 0 ? y + distance : y - distance - height;
    element.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide(): void {
    this.#element.hidden = true;
  }
}
