import { FieldCanvas } from './draw/field-canvas.ts';
import { paleDots } from './draw/field-panel.ts';
import { benchInside, USUAL_SIZES } from './markup.ts';
import { movingDrawings, type PanelSizes, type StillDrawings } from './panels.ts';
import { type BenchState, isCurrent, modeOf } from './state.ts';
import { headWords, MODE_WORDS } from './words.ts';

let figures = 0;

const PANELS = ['curve', 'tally', 'bars'] as const;

/** The elements of a figure in the page: measures them, and puts into them what is drawn. */
export class FigurePage {
  readonly #root: HTMLElement;
  readonly #id = `bench-${++figures}`;
  readonly #canvas = new FieldCanvas();
  /** What each layer of each drawing holds, so that nothing is put there twice. */
  readonly #drawn = new Map<string, string>();

  constructor(root: HTMLElement, state: BenchState) {
    this.#root = root;
    root.classList.add('bench');
    root.innerHTML = benchInside(state, this.measured(), this.#id);
    this.find('.bench-field').prepend(this.#canvas.element);
  }

  find(selector: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`internal: the figure has no ${selector}`);
    return found;
  }

  /** The sizes of the drawings on the screen; the usual ones where they have none. */
  measured(): PanelSizes {
    const size = (name: keyof PanelSizes): readonly [number, number] => {
      const box = this.#root.querySelector(placeOf(name))?.getBoundingClientRect();
      return box === undefined || box.width === 0
        ? USUAL_SIZES[name]
        : [Math.round(box.width), Math.round(box.height)];
    };
    return { field: size('field'), curve: size('curve'), tally: size('tally'), bars: size('bars') };
  }

  /** Puts what stays while cuts move. On paper the canaries are SVG, in the colours of paper. */
  putStill(still: StillDrawings, sizes: PanelSizes, isPrinting: boolean): void {
    for (const name of ['field', ...PANELS] as const) {
      const [width, height] = sizes[name];
      this.#root.querySelector(`${placeOf(name)} > svg`)?.setAttribute('viewBox', `0 0 ${width} ${height}`);
    }
    this.#put('field', 0, still.field.axes + (isPrinting ? paleDots(still.field, this.#id) : ''));
    this.#canvas.paint(still.field);
    this.putCurve(still);
  }

  putCurve({ curve }: StillDrawings): void {
    this.#put('curve', 0, curve.still);
  }

  /** Puts what moves with the cuts, and the words. */
  putMoving(state: BenchState, still: StillDrawings, sizes: PanelSizes, isPrinting: boolean): void {
    this.#canvas.show(state.source.field, state.cuts);
    const moving = movingDrawings(state, still, sizes, isPrinting ? this.#id : null);
    this.#put('field', 1, moving.field);
    this.#put('curve', 1, moving.curve);
    this.#put('tally', 0, moving.tally);
    this.#put('bars', 0, moving.bars);
    for (const name of PANELS) {
      const panel = this.find(`[data-panel=${name}]`);
      const isStale = moving.isStale && name !== 'curve';
      setText(panel.querySelector('figcaption .bench-late'), moving.words[name]);
      panel.classList.toggle('stale', isStale);
      panel.setAttribute('aria-busy', String(isStale));
    }
    this.#putHead(state);
  }

  /** What is read out. */
  say(sentence: string): void {
    setText(this.find('.bench-said'), sentence);
  }

  /** What cannot be done; empty where all can. */
  complain(sentence: string): void {
    setText(this.find('.bench-problem'), sentence);
  }

  #putHead(state: BenchState): void {
    const mode = modeOf(state);
    this.#root.dataset.mode = mode;
    setText(this.find('.bench-mode'), MODE_WORDS[mode]);
    const head = headWords(state.source, isCurrent(state) ? state.answer : null, mode);
    const verdict = this.find('.bench-verdict');
    setText(verdict, head?.mark ?? 'No claim');
    verdict.className = `bench-verdict ${head?.outcome ?? 'none'}`;
  }

  #put(name: keyof PanelSizes, layer: number, inside: string): void {
    const key = `${name} ${layer}`;
    if (this.#drawn.get(key) === inside) return;
    this.#drawn.set(key, inside);
    const group = this.#root.querySelector(`${placeOf(name)} > svg`)?.children[layer];
    if (group !== undefined) group.innerHTML = inside;
  }
}

/** Where a drawing stands. */
export function placeOf(name: keyof PanelSizes): string {
  return name === 'field' ? '.bench-field' : `[data-panel=${name}] > div`;
}

function setText(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
