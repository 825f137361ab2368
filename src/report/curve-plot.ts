import * as Plot from '@observablehq/plot';
import type { CurveShape } from '../audit/index.ts';

const BLUE = '#0072b2';
const GREY = '#767676';
const WIDTH = 460;
const HEIGHT = 400;
const TITLE_HEIGHT = 56;

/**
 * Two panels on one sheet: the trade-off curve beside perfect privacy, and the privacy profile.
 * Returns a self-contained SVG; `document` is the browser's or a stand-in.
 */
export function curvePlot({ claim, tradeOff, profile, floor }: CurveShape, document: Document): string {
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
      Plot.line(tradeOff, line),
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
    marks: [Plot.line(profile, line)],
  });
  return sheet(`Privacy promised by ${claim}`, [tradeOffPanel.outerHTML, profilePanel.outerHTML]);
}

/** 1, 0.1, 0.01 and from there on 1e-3 and so on. */
function powerOfTen(x: number): string {
  return x >= 0.01 ? String(Number(x.toPrecision(1))) : x.toExponential(0);
}

function sheet(title: string, panels: readonly string[]): string {
  const width = WIDTH * panels.length;
  const height = HEIGHT + TITLE_HEIGHT;
  const placed = panels.map(
    (panel, i) => `<g transform="translate(${i * WIDTH}, ${TITLE_HEIGHT})">${panel}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<rect width="100%" height="100%" fill="white"/>
<text x="4" y="34" font-family="DejaVu Sans, sans-serif" font-size="18" font-weight="bold">${escapeXml(title)}</text>
${placed.join('\n')}
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
