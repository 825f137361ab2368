import * as Plot from '@observablehq/plot';
import { beta, type TradeOff } from '../tradeoff/index.ts';

const BLUE = '#0072b2';
const GREY = '#767676';
const WIDTH = 460;
const HEIGHT = 400;
const TITLE_HEIGHT = 56;

/**
 * Two panels on one sheet: the trade-off curve beside perfect privacy, and the privacy profile.
 * Returns a self-contained SVG; `document` is the browser's or a stand-in.
 */
export function curvePlot(f: TradeOff, document: Document): string {
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
  const tradeOffPanel = Plot.plot({
    ...shared,
    x: {
      label: 'alpha: innocents accused (false positives)',
      domain: [0, 1],
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 42,
    },
    y: { label: 'beta: guilty missed (false negatives)', domain: [0, 1], labelArrow: 'none', grid: true },
    marks: [
      Plot.line(
        [
          [0, 1],
          [1, 0],
        ],
        { stroke: GREY, strokeDasharray: '5 4' },
      ),
      Plot.text([[0.6, 0.5]], {
        text: () => 'perfect privacy',
        fill: GREY,
        rotate: 42,
        textAnchor: 'middle',
      }),
      Plot.line(tradeOffPoints(f), { stroke: BLUE, strokeWidth: 2.5 }),
    ],
  });
  const profile = profilePoints(f);
  const profilePanel = Plot.plot({
    ...shared,
    x: { label: 'epsilon', labelAnchor: 'center', labelArrow: 'none', labelOffset: 42 },
    y: {
      label: 'delta (log scale)',
      type: 'log',
      domain: [1e-12, 1],
      labelArrow: 'none',
      grid: true,
      tickFormat: powerOfTen,
    },
    marks: [Plot.line(profile, { stroke: BLUE, strokeWidth: 2.5 })],
  });
  return sheet(`Privacy promised by ${f.name}`, [
    String(tradeOffPanel.outerHTML),
    String(profilePanel.outerHTML),
  ]);
}

function tradeOffPoints(f: TradeOff): [number, number][] {
  const alphas = new Set<number>([0, 1, ...(f.bends ?? [])]);
  for (let i = 1; i < 200; i++) alphas.add(i / 200);
  for (let t = -14; t < -5; t += 0.1) alphas.add(Math.exp(t));
  return [...alphas].sort((a, b) => a - b).map((alpha) => [alpha, beta(f, alpha)]);
}

/** From epsilon = 0 to where delta leaves the picture. */
function profilePoints(f: TradeOff): [number, number][] {
  let end = f.epsilon(1e-12);
  if (end === Infinity) end = Math.max(2, 1.5 * f.epsilon(Math.min(0.999, 1.01 * f.fBar(0))));
  const points: [number, number][] = [];
  for (let i = 0; i <= 400; i++) {
    const epsilon = (Math.max(end, 0.1) * i) / 400;
    points.push([epsilon, Math.max(1e-12, f.delta(epsilon))]);
  }
  return points;
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
