import { escapeXml } from '../page/escape.ts';
import { svgText } from './svg.ts';

/** One SVG around the panels that Plot draws: a title, lines under it, a key drawn by hand, for a plot with Plot's own legend is no SVG. */

export const BLUE = '#0072b2';
export const ORANGE = '#d55e00';
export const GREY = '#767676';

/** Shipped with the package for PNG; a browser without it takes its own sans-serif. */
const FONT_FAMILY = 'DejaVu Sans, sans-serif';

const KEY_HEIGHT = 20;
const LINE_HEIGHT = 17;
/** The width of a character of DejaVu Sans, with room to spare, in sizes of the font. */
const CHARACTER = 0.56;

export interface Key {
  readonly text: string;
  readonly colour: string;
  /** Of the line or outline. */
  readonly dash?: string;
  /** Makes it a box, filled like this. */
  readonly fill?: string;
  /** Makes it a dot. */
  readonly dot?: boolean;
  /** Puts a dot on the line. */
  readonly on?: 'disc' | 'ring';
}

export interface Panel {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** What Plot drew. The sheet is one image with one label: the labels of its groups, which have no role, go. */
export function panel(drawn: Element, width: number, height: number): Panel {
  for (const group of drawn.querySelectorAll('[aria-label]')) group.removeAttribute('aria-label');
  drawn.setAttribute('font-family', FONT_FAMILY);
  drawn.setAttribute('font-size', '13');
  drawn.setAttribute('overflow', 'visible');
  return { svg: svgText(drawn), width, height };
}

export interface Sheet {
  readonly title: string;
  readonly titleSize?: number;
  /** What it shows, for those who do not see it. */
  readonly alt?: string;
  readonly lines?: readonly string[];
  readonly panels: readonly Panel[];
  /** Panels beside each other: all, unless stated. */
  readonly columns?: number;
  readonly keys?: readonly Key[];
  /** Keys beside each other. */
  readonly keyColumns?: number;
  readonly keySize?: number;
  readonly definitions?: string;
}

/** Panels side by side, or in rows, on white: a self-contained SVG. */
export function sheet({
  title,
  titleSize = 18,
  alt = title,
  lines = [],
  panels,
  columns = panels.length,
  keys = [],
  keyColumns = 1,
  keySize = 12,
  definitions = '',
}: Sheet): string {
  const rows = Array.from({ length: Math.ceil(panels.length / columns) }, (_, i) =>
    panels.slice(i * columns, (i + 1) * columns),
  );
  const width = Math.max(...rows.map((row) => row.reduce((sum, one) => sum + one.width, 0)));
  const titleHeight = 26 + titleSize;
  const keysTop = titleHeight + lines.length * (LINE_HEIGHT + 2);
  const top = keysTop + Math.ceil(keys.length / keyColumns) * KEY_HEIGHT + 12;
  const heights = rows.map((row) => Math.max(...row.map((one) => one.height)));
  const height = heights.reduce((sum, one) => sum + one, top);
  const texts = lines.map((line, i) =>
    label(line, 4, titleHeight + 12 + i * LINE_HEIGHT, 12, width - 8, 'fill="#444444"'),
  );
  const legend = keys.map((key, i) => {
    const x = 6 + ((i % keyColumns) * width) / keyColumns;
    const y = keysTop + 12 + Math.floor(i / keyColumns) * KEY_HEIGHT;
    return sample(key, x, y - 4) + label(key.text, x + 36, y, keySize, width / keyColumns - 44);
  });
  let y = top;
  const placed = rows.flatMap((row, i) => {
    let x = 0;
    const groups = row.map((one) => {
      const group = `<g transform="translate(${x}, ${y})">${one.svg}</g>`;
      x += one.width;
      return group;
    });
    y += heights[i];
    return groups;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(alt)}">
${definitions}<rect width="100%" height="100%" fill="white"/>
${[label(title, 4, titleSize + 16, titleSize, width - 8, 'font-weight="bold"'), ...texts, ...legend, ...placed].join('\n')}
</svg>
`;
}

function label(text: string, x: number, y: number, size: number, room: number, more = ''): string {
  const fit = Math.floor(room / (CHARACTER * size * (more.includes('bold') ? 1.12 : 1)));
  return `<text x="${x}" y="${y}" font-family="${FONT_FAMILY}" font-size="${size}" ${more}>${escapeXml(shorten(text, fit))}</text>`;
}

/** What a line, an area or a dot looks like, 28 wide around y. */
function sample({ colour, dash, fill, dot, on }: Key, x: number, y: number): string {
  const stroke = `stroke="${colour}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}`;
  if (dot)
    return `<circle cx="${x + 14}" cy="${y}" r="5" fill="${fill ?? 'white'}" ${stroke} stroke-width="2"/>`;
  if (fill === undefined) {
    const line = `<line x1="${x}" y1="${y}" x2="${x + 28}" y2="${y}" ${stroke} stroke-width="2.5"/>`;
    if (on === undefined) return line;
    const [r, inside] = on === 'ring' ? [4.6, 'white'] : [3.4, colour];
    return `${line}<circle cx="${x + 14}" cy="${y}" r="${r}" fill="${inside}" stroke="${colour}" stroke-width="1.6"/>`;
  }
  return `<rect x="${x}" y="${y - 6}" width="28" height="12" fill="${fill}" ${stroke} stroke-width="1.5"/>`;
}

/** The beginning of a text that has no room. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
