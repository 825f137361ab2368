import { listenToPile } from './pile-gestures.ts';
import { listenToRows } from './row-gestures.ts';
import type { RunsControls, RunsGestures } from './runs-controls.ts';
import { lookedDrawing, type RunsDrawing, runsDrawing } from './runs-drawing.ts';
import { runsInside } from './runs-markup.ts';
import type { RunsSource } from './runs-source.ts';
import { hintWords, type LookedRun, lookedWords } from './runs-words.ts';

export interface RunsFigureOptions {
  /** Opens a run in the figure of a single one; runs whose canaries are not kept cannot be opened. */
  readonly onOpen?: (run: number) => void;
}

/** The live figure of several runs, one row each. Takes over an element of the page. */
export class RunsFigure implements RunsControls {
  readonly #root: HTMLElement;
  readonly #options: RunsFigureOptions;
  readonly #resized: ResizeObserver;
  readonly #gestures: RunsGestures;
  readonly #tip = document.createElement('div');
  readonly source: RunsSource;
  #drawing: RunsDrawing;
  #looked: LookedRun | null = null;

  constructor(root: HTMLElement, source: RunsSource, options: RunsFigureOptions = {}) {
    this.#root = root;
    this.source = source;
    this.#options = options;
    root.classList.add('bench', 'bench-runs', 'bench-live');
    const width = this.#width();
    this.#drawing = runsDrawing(source, width);
    root.innerHTML = runsInside(source, width);
    const place = this.#find('.bench-rows');
    this.#gestures =
      this.#drawing.layout.form === 'pile' ? listenToPile(this, place) : listenToRows(this, place);
    this.#tip.className = 'bench-tip';
    this.#tip.hidden = true;
    place.append(this.#tip);
    this.#gestures.place();
    this.look(null, false);
    this.#resized = new ResizeObserver(() => this.#measure());
    this.#resized.observe(root);
  }

  get drawing(): RunsDrawing {
    return this.#drawing;
  }

  /** Shows what is looked at; reads it out where it was come to by the keyboard. */
  look(looked: LookedRun | null, isSaid: boolean): void {
    this.#looked = looked;
    this.#put(1, looked === null ? '' : lookedDrawing(this.#drawing, this.source, looked));
    this.#showTip();
    const said = this.#find('.bench-said');
    if (isSaid) said.setAttribute('role', 'status');
    said.textContent =
      looked === null ? hintWords(this.source, this.canOpen(0)) : lookedWords(this.source, looked);
  }

  canOpen(row: number): boolean {
    return this.#options.onOpen !== undefined && this.source.rows[row].field !== null;
  }

  open(row: number): void {
    if (this.canOpen(row)) this.#options.onOpen?.(this.source.rows[row].run);
  }

  /** Leaves the element as it is, and listens no more to its size. */
  end(): void {
    this.#resized.disconnect();
  }

  #measure(): void {
    const width = this.#width();
    if (width === this.#drawing.layout.width) return;
    this.#drawing = runsDrawing(this.source, width);
    const { layout, svg } = this.#drawing;
    this.#find('.bench-rows > svg').setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
    this.#put(0, svg);
    this.#gestures.place();
    this.look(this.#looked, false);
  }

  #width(): number {
    const style = getComputedStyle(this.#root);
    const inner = this.#root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return Math.max(280, Math.floor(inner));
  }

  /** Beside the canary or the mark, never over its row. */
  #showTip(): void {
    const looked = this.#looked;
    this.#tip.hidden = looked === null;
    if (looked === null) return;
    const { layout, strips, marks } = this.#drawing;
    const strip = strips[looked.row];
    const [x, y] =
      looked.dot === null || strip === undefined
        ? marks[looked.row]
        : [strip.places[2 * looked.dot], strip.places[2 * looked.dot + 1]];
    this.#tip.textContent = lookedWords(this.source, looked);
    const { offsetWidth: width, offsetHeight: height } = this.#tip;
    const left = Math.max(0, Math.min(layout.width - width, x - width / 2));
    const under = y + layout.rowHeight / 2 + 8;
    const isUnder = layout.form === 'pile' || under + height <= layout.height;
    const top = layout.form === 'pile' ? y + 12 : isUnder ? under : y - layout.rowHeight / 2 - 8 - height;
    this.#tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  #find(selector: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`internal: the figure has no ${selector}`);
    return found;
  }

  #put(layer: number, inside: string): void {
    const group = this.#root.querySelector('.bench-rows > svg')?.children[layer];
    if (group !== undefined) group.innerHTML = inside;
  }
}
