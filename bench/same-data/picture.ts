import type { FalseAlarms } from './false-alarms.ts';
import { percent } from './tables.ts';

const [WIDTH, LEFT, RIGHT, TOP, ROW] = [880, 352, 90, 74, 30];
const INK = '#222222';
const BLUE = '#0072b2';
const ORANGE = '#d55e00';
const TICKS = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 1];

/** Rates near 0 matter most: the axis is that of their square roots. */
const across = (rate: number) => LEFT + (WIDTH - LEFT - RIGHT) * Math.sqrt(rate);

/** False-alarm rates with their intervals, one row for each rule, beside the 5% that all of them state. */
export function alarmsPicture(found: readonly FalseAlarms[], letters: readonly string[]): string {
  const bottom = TOP + ROW * found.length;
  const height = bottom + 58;
  const ticks = TICKS.map((rate) => {
    const x = across(rate).toFixed(1);
    const stroke = rate === 0.05 ? `stroke="${INK}" stroke-dasharray="6 4"` : 'stroke="#d9d9d9"';
    return `<line x1="${x}" x2="${x}" y1="${TOP - 10}" y2="${bottom}" ${stroke}/><text x="${x}" y="${bottom + 18}" text-anchor="middle">${Math.round(100 * rate)}%</text>`;
  });
  const rows = found.map((alarms, i) => row(alarms, letters[i], TOP + ROW * (i + 0.5)));
  const said = found.map(({ rule, alarms, games }) => `${rule.name}: ${percent(alarms / games)}`).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="How often each rule reports an epsilon above 0 where nothing leaks. ${said}.">
<g aria-hidden="true" font-family="DejaVu Sans, sans-serif" font-size="13" fill="${INK}">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="20" y="28" font-size="16" font-weight="bold">An epsilon above 0 where nothing leaks: how often each rule reports one</text>
<text x="20" y="48" fill="#444444">${found[0].games.toLocaleString('en-US')} seeded games of 1,000 canaries; bars are 99% intervals; every rule but D states 5%</text>
${ticks.join('\n')}
${rows.join('\n')}
<text x="20" y="${bottom + 46}" fill="#444444">Blue: covered by its assumption, which holds here. Orange: covered by none. Square-root axis.</text>
</g>
</svg>
`;
}

function row({ rule, alarms, games, lower, upper }: FalseAlarms, letter: string, y: number): string {
  const colour = rule.bound ? BLUE : ORANGE;
  const [from, to, at] = [lower, upper, alarms / games].map((rate) => across(rate).toFixed(1));
  const mark = rule.bound
    ? `<circle cx="${at}" cy="${y}" r="5" fill="${colour}"/>`
    : `<rect x="${Number(at) - 5}" y="${y - 5}" width="10" height="10" fill="${colour}"/>`;
  return `<text x="20" y="${y + 4}"><tspan font-weight="bold">${letter}</tspan>  ${rule.name}</text><line x1="${from}" x2="${to}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3"/>${mark}<text x="${Math.min(Number(to) + 10, WIDTH - RIGHT + 14)}" y="${y + 4}" fill="${colour}">${percent(alarms / games)}</text>`;
}
