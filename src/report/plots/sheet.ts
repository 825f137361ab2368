import { escapeXml } from '../escape.ts';
import { svgText } from './svg.ts';

export const BLUE = '#0072b2';
export const ORANGE = '#d55e00';
export const GREY = '#767676';

/** DejaVu Sans is shipped with the package for PNG; a browser without it uses its own sans-serif. */
const FONT_FAMILY = 'DejaVu Sans, sans-serif';

const KEY_HEIGHT = 20;
const LINE_HEIGHT = 17;
/** An upper estimate of the mean width of a character, as a share of the font size. */
const CHARACTER = 0.56;

/** An entry of the key: a line, unless it is made a box or a dot. */
export interface LegendKey {
  readonly text: string;
  readonly colour: string;
  /** The dashes of the line or outline. */
  readonly dash?: string;
  /** Makes it a box with this fill. */
  readonly fill?: string;
  /** Makes it a dot. */
  readonly dot?: boolean;
  /** Puts a dot on the line. */
  readonly on?: 'disc' | 'ring';
}

export interface PlotPanel {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** A plot as a panel. The ARIA labels of its parts are removed: the sheet is one image with one label. */
export function toPanel(drawn: Element, width: number, height: number): PlotPanel {
  for (const group of drawn.querySelectorAll('[aria-label]')) group.removeAttribute('aria-label');
  drawn.setAttribute('font-family', FONT_FAMILY);
  drawn.setAttribute('font-size', '13');
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
  readonly keySize?: number;
  readonly definitions?: string;
}

/**
 * A self-contained SVG on white: a title, lines under it, the key, and the panels in rows. The key is drawn here, since
 * Plot returns a plot with a legend as HTML and not as an SVG.
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
  keySize = 12,
  definitions = '',
}: PlotSheet): string {
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

/** A sample of a line, box or dot for the key, 28 pixels wide and centred at y. */
function sample({ colour, dash, fill, dot, on }: LegendKey, x: number, y: number): string {
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

/** A text, cut to at most `most` characters. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
