import { escapeXml } from '../../escape.ts';
import { keySample, type LegendKey } from './key.ts';
import { GROUND, INK, PALETTE } from './palette.ts';
import { svgText } from './svg.ts';
import { wrapText } from './wrap.ts';

/** DejaVu Sans is shipped with the package for PNG; a browser without it uses its own sans-serif. */
const FONT_FAMILY = 'DejaVu Sans, sans-serif';

const TEXT_SIZE = 13;
const LINE_HEIGHT = 17;
const KEY_GAP = 3;
/** Where the text of a key begins, behind its sample. */
const KEY_INDENT = 36;

export interface PlotPanel {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** A plot as a panel. The ARIA labels of its parts are removed: the sheet is one image with one label. */
export function toPanel(drawn: Element, width: number, height: number): PlotPanel {
  for (const group of drawn.querySelectorAll('[aria-label]')) group.removeAttribute('aria-label');
  drawn.setAttribute('font-family', FONT_FAMILY);
  drawn.setAttribute('font-size', String(TEXT_SIZE));
  drawn.setAttribute('overflow', 'visible');
  return { svg: svgText(drawn), width, height };
}

export interface PlotSheet {
  readonly title: string;
  readonly titleSize?: number;
  /** What it shows, for those who do not see it. */
  readonly alt?: string;
  readonly lines?: readonly string[];
  readonly panels: readonly PlotPanel[];
  /** How many panels stand beside each other (default: all). */
  readonly columns?: number;
  readonly keys?: readonly LegendKey[];
  /** How many keys stand beside each other (default: one). */
  readonly keyColumns?: number;
  readonly definitions?: string;
}

/**
 * A self-contained SVG on white: a title, lines under it, the key, and the panels in rows. Texts are broken
 * into lines where they are long, and never cut. The key is drawn here, since Plot returns a plot with a
 * legend as HTML and not as an SVG.
 */
export function drawSheet({
  title,
  titleSize = 18,
  alt = title,
  lines = [],
  panels,
  columns = panels.length,
  keys = [],
  keyColumns = 1,
  definitions = '',
}: PlotSheet): string {
  const rows = inRows(panels, columns);
  const width = Math.max(...rows.map((row) => row.reduce((sum, one) => sum + one.width, 0)));
  const parts: string[] = [];
  let y = 14;
  for (const text of wrapText(title, width - 8, titleSize, true)) {
    y += titleSize + 3;
    parts.push(textAt(text, 4, y, `font-size="${titleSize}" font-weight="bold"`));
  }
  y += 4;
  for (const text of lines.flatMap((line) => wrapText(line, width - 8, TEXT_SIZE))) {
    y += LINE_HEIGHT;
    parts.push(textAt(text, 4, y, `font-size="${TEXT_SIZE}" fill="${PALETTE.quiet}"`));
  }
  y += 8;
  for (const row of inRows(keys, keyColumns)) {
    const texts = row.map((key) => wrapText(key.text, width / keyColumns - KEY_INDENT - 12, TEXT_SIZE));
    row.forEach((key, i) => {
      const x = 6 + (i * width) / keyColumns;
      parts.push(keySample(key, x, y + LINE_HEIGHT - 4));
      texts[i].forEach((text, j) => {
        parts.push(textAt(text, x + KEY_INDENT, y + (j + 1) * LINE_HEIGHT, `font-size="${TEXT_SIZE}"`));
      });
    });
    y += Math.max(...texts.map((some) => some.length)) * LINE_HEIGHT + KEY_GAP;
  }
  y += 12;
  for (const row of rows) {
    let x = 0;
    for (const one of row) {
      parts.push(`<g transform="translate(${x}, ${y})">${one.svg}</g>`);
      x += one.width;
    }
    y += Math.max(...row.map((one) => one.height));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" role="img" aria-label="${escapeXml(alt)}">
${definitions}<g aria-hidden="true" font-family="${FONT_FAMILY}" color="${INK}" fill="${INK}">
<rect width="100%" height="100%" fill="${GROUND}"/>
${parts.join('\n')}
</g>
</svg>
`;
}

function inRows<T>(items: readonly T[], columns: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / columns) }, (_, i) =>
    items.slice(i * columns, (i + 1) * columns),
  );
}

function textAt(text: string, x: number, y: number, style: string): string {
  return `<text x="${x}" y="${y}" ${style}>${escapeXml(text)}</text>`;
}
