import { escapeHtml, type LedgerReport, ledgerVerdict } from '../../report/index.ts';
import { type EvidenceDrawing, evidenceDrawing, lookedStep, stepMark } from './evidence-drawing.ts';
import { type StepKind, stepKind, stepWords } from './evidence-words.ts';

export interface EvidenceFigureOptions {
  /** Called with the step that is looked at, counted from 0; null when none is. */
  readonly onLook?: (step: number | null) => void;
}

const KINDS: readonly (readonly [StepKind, string])[] = [
  ['added', 'run added'],
  ['started', 'run started'],
  ['void', 'run that shows nothing'],
];

/** The live figure of a ledger: its evidence over steps, and what each was worth. */
export class EvidenceFigure {
  readonly #root: HTMLElement;
  readonly #report: LedgerReport;
  readonly #options: EvidenceFigureOptions;
  readonly #resized: ResizeObserver;
  readonly #tip = document.createElement('div');
  readonly #slider = document.createElement('div');
  #drawing: EvidenceDrawing;
  #looked: number | null = null;

  constructor(root: HTMLElement, report: LedgerReport, options: EvidenceFigureOptions = {}) {
    this.#root = root;
    this.#report = report;
    this.#options = options;
    root.classList.add('bench', 'bench-ledger', 'bench-live');
    this.#drawing = evidenceDrawing(report, this.#width());
    root.innerHTML = evidenceInside(report, this.#drawing);
    this.#tip.className = 'bench-tip';
    this.#tip.hidden = true;
    this.#listen(this.#find('.bench-evidence'));
    this.#say(null);
    this.#resized = new ResizeObserver(() => this.#measure());
    this.#resized.observe(root);
  }

  /** Shows one step. */
  look(step: number | null): void {
    if (step === this.#looked) return;
    this.#looked = step;
    this.#show();
    this.#say(step);
    this.#options.onLook?.(step);
  }

  end(): void {
    this.#resized.disconnect();
  }

  #listen(place: HTMLElement): void {
    const { length } = this.#drawing.places;
    const slider = this.#slider;
    slider.className = 'bench-entries';
    if (length > 0) {
      slider.tabIndex = 0;
      slider.setAttribute('role', 'slider');
      slider.setAttribute('aria-label', 'Look at one step of the ledger');
      slider.setAttribute('aria-valuemin', '1');
      slider.setAttribute('aria-valuemax', String(length));
      this.#valueOf(length - 1);
    }
    const last = length - 1;
    slider.addEventListener('focus', () => {
      if (length > 0) this.look(this.#looked ?? last);
    });
    slider.addEventListener('blur', () => this.look(null));
    slider.addEventListener('keydown', (event) => {
      const at = this.#looked ?? last;
      const moves: Readonly<Record<string, number>> = {
        ArrowRight: at + 1,
        ArrowUp: at + 1,
        ArrowLeft: at - 1,
        ArrowDown: at - 1,
        PageUp: at + 10,
        PageDown: at - 10,
        Home: 0,
        End: last,
      };
      const to = moves[event.key];
      if (to === undefined || length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.look(Math.max(0, Math.min(last, to)));
    });
    const point = (event: PointerEvent) => this.look(this.#nearest(event, place));
    place.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') point(event);
    });
    place.addEventListener('pointerdown', (event) => {
      if (event.pointerType !== 'mouse') point(event);
    });
    place.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse' && document.activeElement !== slider) this.look(null);
    });
    place.append(slider, this.#tip);
  }

  #nearest(event: PointerEvent, place: HTMLElement): number | null {
    const x = event.clientX - place.getBoundingClientRect().left;
    const { places } = this.#drawing;
    let found: number | null = null;
    for (const [i, [at]] of places.entries())
      if (found === null || Math.abs(at - x) < Math.abs(places[found][0] - x)) found = i;
    return found;
  }

  #show(): void {
    const step = this.#looked;
    const layer = this.#find('.bench-evidence').querySelector('svg')?.children[1];
    if (layer !== undefined) layer.innerHTML = step === null ? '' : lookedStep(this.#drawing, step);
    this.#tip.hidden = step === null;
    if (step === null) return;
    this.#valueOf(step);
    const [x, y] = this.#drawing.places[step];
    this.#tip.textContent = stepWords(this.#report, step);
    const { offsetWidth: width, offsetHeight: height } = this.#tip;
    const left = Math.max(0, Math.min(this.#drawing.width - width, x - width / 2));
    const top = y - height - 14 >= 0 ? y - height - 14 : y + 16;
    this.#tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  #valueOf(step: number): void {
    this.#slider.setAttribute('aria-valuenow', String(step + 1));
    this.#slider.setAttribute('aria-valuetext', stepWords(this.#report, step));
  }

  #say(step: number | null): void {
    const { length } = this.#report.state.steps;
    const hint =
      length === 0
        ? 'No run has been written down yet.'
        : 'Point at a step, or go to it with the arrow keys, for exact values.';
    this.#find('.bench-said').textContent = step === null ? hint : stepWords(this.#report, step);
  }

  #measure(): void {
    const width = this.#width();
    if (width === this.#drawing.width) return;
    this.#drawing = evidenceDrawing(this.#report, width);
    const svg = this.#find('.bench-evidence').querySelector('svg');
    svg?.setAttribute('viewBox', `0 0 ${width} ${this.#drawing.height}`);
    if (svg !== null && svg.children[0] !== undefined) svg.children[0].innerHTML = this.#drawing.svg;
    this.#show();
  }

  #width(): number {
    const style = getComputedStyle(this.#root);
    const inner = this.#root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return Math.max(280, Math.floor(inner));
  }

  #find(selector: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`internal: the figure has no ${selector}`);
    return found;
  }
}

function evidenceInside(report: LedgerReport, { svg, width, height }: EvidenceDrawing): string {
  const { outcome, mark } = ledgerVerdict(report);
  const there = new Set(report.state.steps.map((_, i) => stepKind(report, i)));
  const keys = KINDS.filter(([kind]) => there.has(kind)).map(
    ([kind, words]) =>
      `<svg class="bench-key" viewBox="0 0 14 12" aria-hidden="true" focusable="false">${stepMark(7, 6, kind)}</svg>${words}`,
  );
  return `<div class="bench-head"><p class="bench-verdict ${outcome}">${escapeHtml(mark)}</p><p class="bench-mode">${escapeHtml(report.state.design.claim)}</p><p class="bench-keys">${keys.join('')}</p></div>
<div class="bench-evidence"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"><g>${svg}</g><g></g></svg></div>
<p class="bench-said"></p>`;
}
