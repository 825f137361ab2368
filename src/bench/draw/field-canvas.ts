import type { CanaryField } from '../../audit/index.ts';
import type { Cuts } from '../cuts.ts';
import { type FieldPanel, pointWidth, selectedSpans } from './field-panel.ts';

/** How pale canaries are about which no guess is made, and areas that stand for many. */
const PALE = 0.32;

/**
 * The canaries as pixels. Drawn as SVG, thousands of them would be painted anew in every frame of a drag;
 * here they are painted once, pale and in full colour, and a frame copies parts of both.
 */
export class FieldCanvas {
  readonly element = document.createElement('canvas');
  readonly #pale = document.createElement('canvas');
  readonly #strong = document.createElement('canvas');
  #ratio = 1;
  #panel: FieldPanel | null = null;

  constructor() {
    this.element.className = 'bench-dots';
    this.element.setAttribute('aria-hidden', 'true');
  }

  /** Paints the canaries of a panel in the colours of the page. */
  paint(panel: FieldPanel): void {
    this.#panel = panel;
    this.#ratio = Math.min(3, window.devicePixelRatio || 1);
    const { width, height } = panel.box;
    for (const canvas of [this.element, this.#pale, this.#strong]) {
      canvas.width = Math.round(width * this.#ratio);
      canvas.height = Math.round(height * this.#ratio);
    }
    const colours = { inside: this.#colour('in'), outside: this.#colour('out') };
    this.#paintDots(this.#strong, panel, colours);
    const context = this.#pale.getContext('2d');
    if (context === null) return;
    context.globalAlpha = PALE;
    context.drawImage(this.#strong, 0, 0);
    context.scale(this.#ratio, this.#ratio);
    context.fillStyle = colours.inside;
    context.fill(new Path2D(panel.dots.insideArea));
    context.fillStyle = colours.outside;
    context.fill(new Path2D(panel.dots.outsideArea));
  }

  /** Shows those that the cuts select in full colour, the others pale. */
  show(field: CanaryField, cuts: Cuts): void {
    const context = this.element.getContext('2d');
    const panel = this.#panel;
    if (context === null || panel === null) return;
    const { width, height } = this.element;
    context.clearRect(0, 0, width, height);
    context.drawImage(this.#pale, 0, 0);
    for (const span of selectedSpans(panel, field, cuts)) {
      if (span === null) continue;
      const from = Math.max(0, Math.round(span[0] * this.#ratio));
      const wide = Math.min(width, Math.round(span[1] * this.#ratio)) - from;
      if (wide > 0) context.drawImage(this.#strong, from, 0, wide, height, from, 0, wide, height);
    }
  }

  /** What a colour of the page is at the moment. */
  #colour(name: string): string {
    this.element.style.color = `var(--b-${name})`;
    return getComputedStyle(this.element).color;
  }

  #paintDots(
    canvas: HTMLCanvasElement,
    panel: FieldPanel,
    colours: { readonly inside: string; readonly outside: string },
  ): void {
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.scale(this.#ratio, this.#ratio);
    context.lineCap = 'round';
    context.lineWidth = pointWidth(panel);
    context.strokeStyle = colours.inside;
    context.stroke(new Path2D(panel.dots.inside.replaceAll('h0', 'h.01')));
    context.lineWidth = 1.3;
    context.strokeStyle = colours.outside;
    context.stroke(new Path2D(panel.dots.outside));
  }
}
