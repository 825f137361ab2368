import * as Plot from '@observablehq/plot';
import type { CurveShape } from '../audit/index.ts';

const BLUE = '#0072b2';
const ORANGE = '#d55e00';
const GREY = '#767676';
const WIDTH = 460;
const HEIGHT = 400;
const TITLE_HEIGHT = 56;
const KEY_HEIGHT = 28;
const FONT = 'font-family="DejaVu Sans, sans-serif"';

/**
 * Two panels on one sheet: the trade-off curve beside perfect privacy, and the privacy profile; for DP-SGD also the
 * Gaussian that the central limit puts in its place.
 * Returns a self-contained SVG; `document` is the browser's or a stand-in.
 */
export function curvePlot({ claim, gaussian, floor }: CurveShape, document: Document): string {
  const style = {
    fontFamily: 'DejaVu Sans, sans-serif',
    fontSize: '13px',
    background: 'white',
    overflow: 'visible',
  };
  const shared = {
    document,
    width: WIDTH,
    height: HEIGHT,
    marginLeft: 62,
    marginBottom: 48,
    marginTop: 34,
    marginRight: 24,
    style,
  };
  const across = { labelAnchor: 'center', labelArrow: 'none', labelOffset: 42 } as const;
  const line = { stroke: BLUE, strokeWidth: 2.5 };
  const beside = { stroke: ORANGE, strokeWidth: 2, strokeDasharray: '6 3' };
  const diagonal = [
    [0, 1],
    [1, 0],
  ] as const;
  const tradeOffPanel = Plot.plot({
    ...shared,
    x: { ...across, label: 'alpha: innocents accused (false positives)', domain: [0, 1] },
    y: { label: 'beta: guilty missed (false negatives)', domain: [0, 1], labelArrow: 'none', grid: true },
    marks: [
      Plot.line(diagonal, { stroke: GREY, strokeDasharray: '5 4' }),
      Plot.text([[0.6, 0.5]], {
        text: () => 'perfect privacy',
        fill: GREY,
        rotate: 40,
        textAnchor: 'middle',
      }),
      ...(gaussian === undefined ? [] : [Plot.line(gaussian.tradeOff, beside)]),
      Plot.line(claim.tradeOff, line),
    ],
  });
  const profilePanel = Plot.plot({
    ...shared,
    x: { ...across, label: 'epsilon' },
    y: {
      label: 'delta (log scale)',
      type: 'log',
      domain: [floor, 1],
      labelArrow: 'none',
      grid: true,
      tickFormat: powerOfTen,
    },
    marks: [
      ...(gaussian === undefined ? [] : [Plot.line(gaussian.profile, beside)]),
      Plot.line(claim.profile, line),
    ],
  });
  const keys =
    gaussian === undefined
      ? []
      : [
          { text: claim.name, colour: BLUE, dash: '' },
          { text: `${gaussian.name}: its central limit, an approximation`, colour: ORANGE, dash: '6 3' },
        ];
  return sheet(`Privacy promised by ${claim.name}`, [tradeOffPanel.outerHTML, profilePanel.outerHTML], keys);
}

/** 1, 0.1, 0.01 and from there on 1e-3 and so on. */
function powerOfTen(x: number): string {
  return x >= 0.01 ? String(Number(x.toPrecision(1))) : x.toExponential(0);
}

interface Key {
  readonly text: string;
  readonly colour: string;
  readonly dash: string;
}

function sheet(title: string, panels: readonly string[], keys: readonly Key[]): string {
  const width = WIDTH * panels.length;
  const top = TITLE_HEIGHT + (keys.length > 0 ? KEY_HEIGHT : 0);
  const height = HEIGHT + top;
  const placed = panels.map((panel, i) => `<g transform="translate(${i * WIDTH}, ${top})">${panel}</g>`);
  const legend = keys.map(({ text, colour, dash }, i) => {
    const x = 6 + i * WIDTH;
    const y = TITLE_HEIGHT + 8;
    const stroke = `stroke="${colour}" stroke-width="2.5"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}`;
    return `<line x1="${x}" y1="${y - 4}" x2="${x + 28}" y2="${y - 4}" ${stroke}/><text x="${x + 36}" y="${y}" ${FONT} font-size="12">${escapeXml(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<rect width="100%" height="100%" fill="white"/>
<text x="4" y="34" ${FONT} font-size="18" font-weight="bold">${escapeXml(title)}</text>
${[...legend, ...placed].join('\n')}
</svg>
`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
