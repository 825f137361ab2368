import { escapeXml } from '../../report/index.ts';

/** A number of an SVG, to a tenth of a pixel. */
export function px(x: number): string {
  return String(Math.round(10 * x) / 10);
}

/** Text at a place; `style` names classes. */
export function textAt(x: number, y: number, words: string, style = '', anchor = 'start'): string {
  const where = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${px(x)}" y="${px(y)}"${where} class="${style === '' ? 'b-text' : `b-text ${style}`}">${escapeXml(words)}</text>`;
}

export function lineBetween(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" class="${style}"/>`;
}

/** A line through points that are in pixels, none twice; nothing where fewer than two are there. */
export function pathThrough(points: readonly (readonly [number, number])[], style: string): string {
  if (points.length < 2) return '';
  let [last, path] = ['', ''];
  for (const [x, y] of points) {
    const point = `${px(x)} ${px(y)}`;
    if (point !== last) path += `${path === '' ? 'M' : 'L'}${point}`;
    last = point;
  }
  return `<path d="${path}" class="${style}"/>`;
}

/** From values to pixels, and back. */
export interface Scale {
  (value: number): number;
  back(pixel: number): number;
  readonly ticks: readonly number[];
}

export function linearScale(
  domain: readonly [number, number],
  range: readonly [number, number],
  count = 5,
): Scale {
  const [low, high] = domain;
  const [from, to] = range;
  // In halves: the difference of two numbers may be larger than the largest one.
  const span = high / 2 - low / 2 || 0.5;
  const scale = (value: number) => from + ((value / 2 - low / 2) / span) * (to - from);
  const back = (pixel: number) => 2 * (low / 2 + ((pixel - from) / (to - from || 1)) * span);
  return Object.assign(scale, { back, ticks: roundSteps(low, high, count) });
}

/** Values below the domain stand at its end. */
export function logScale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [low, high] = domain.map(Math.log10);
  const linear = linearScale([low, high], range);
  const scale = (value: number) => linear(Math.max(low, Math.log10(Math.max(value, Number.MIN_VALUE))));
  const every = Math.max(1, Math.ceil((high - low) / 6));
  const ticks: number[] = [];
  for (let power = Math.ceil(low - 1e-9); power <= high + 1e-9; power += every)
    ticks.push(Number(`1e${power}`));
  return Object.assign(scale, { back: (pixel: number) => 10 ** linear.back(pixel), ticks });
}

/** Round values from `low` to `high`, about so many. */
function roundSteps(low: number, high: number, count: number): number[] {
  const rough = high / Math.max(1, count) - low / Math.max(1, count);
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= 0.7 * rough) ?? 10);
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** The size of a panel and what is left within its margins. */
export interface PanelBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function panelBox(
  width: number,
  height: number,
  margins: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): PanelBox {
  return {
    width,
    height,
    left: margins.left,
    right: width - margins.right,
    top: margins.top,
    bottom: height - margins.bottom,
  };
}

/** The axis below a panel: ticks, their labels and its name. */
export function axisBelow(
  { left, right, bottom }: PanelBox,
  scale: Scale,
  name: string,
  format: (value: number) => string,
): string {
  const ticks = scale.ticks.map(
    (tick) =>
      lineBetween(scale(tick), bottom, scale(tick), bottom + 4, 'b-axis') +
      textAt(scale(tick), bottom + 17, format(tick), 'b-tick', 'middle'),
  );
  return `${lineBetween(left, bottom, right, bottom, 'b-axis')}${ticks.join('')}${textAt((left + right) / 2, bottom + 34, name, 'b-name', 'middle')}`;
}

/** The axis at the left of a panel, its name above it, with lines across. */
export function axisLeft(
  { left, right, top }: PanelBox,
  scale: Scale,
  name: string,
  format: (value: number) => string,
): string {
  const ticks = scale.ticks.map(
    (tick) =>
      lineBetween(left, scale(tick), right, scale(tick), 'b-grid') +
      textAt(left - 6, scale(tick) + 4, format(tick), 'b-tick', 'end'),
  );
  return `${ticks.join('')}${textAt(4, top - 10, name, 'b-name')}`;
}
