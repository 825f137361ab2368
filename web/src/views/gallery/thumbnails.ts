import { firstState, SMALL_FIELD, smallField, sourceOfScores } from '../../../../src/bench/index.ts';
import { escapeXml, formatCount, formatLowerBound, formatNumber } from '../../../../src/report/index.ts';
import type { FigureTableRow } from './csv-rows.ts';

const WIDTH = 240;
/** Canaries need more room; their words are larger, so that they can be read once the picture is small. */
const WIDE = 340;
const HEIGHT = 130;

/** A recorded run at a glance: what it proves at best, beside what its claim allows. */
export function recordedThumbnail(rows: readonly FigureTableRow[], run: string): string {
  // The score that the run fixed comes first.
  const [first] = rows.filter((row) => row.run === run);
  const own = rows.filter((row) => row.run === run && row.score === first.score);
  const allowed = Number(own.find((row) => row.method === 'theory')?.epsilon ?? 0);
  const proved = own.filter((row) => row.method !== 'theory' && String(row.family).startsWith('dpsgd'));
  const best = Math.max(0, ...proved.map((row) => Number(row.epsilon)));
  const { guesses, correct } = own.find((row) => row.guesses !== null) ?? {};
  const end = 1.15 * Math.max(allowed, best, 1);
  const x = (epsilon: number) => 10 + (epsilon / end) * (WIDTH - 20);
  return drawing(
    `${text(10, 26, `${formatCount(Number(correct))} of ${formatCount(Number(guesses))} right`)}
<rect class="b-proved b-model" x="10" y="56" width="${x(best) - 10}" height="18"/>${text(10, 50, `epsilon ${formatLowerBound(best)} (model-based)`)}
<line class="b-claim" x1="${x(allowed)}" x2="${x(allowed)}" y1="54" y2="84"/>
${text(Math.min(x(allowed), WIDTH - 110), 102, `claim allows ${formatNumber(allowed, 3)}`, 'b-claim-name')}`,
  );
}

/** The canaries of a score file on the score axis. */
export function scoresThumbnail(csv: string, id: string): string {
  const [head, ...lines] = csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const column = (name: string) => {
    const i = head.indexOf(name);
    return lines.map((fields) => Number(fields[i]));
  };
  const source = sourceOfScores(Float64Array.from(column('score')), Uint8Array.from(column('included')));
  return drawing(smallField(firstState(source), WIDE, id), SMALL_FIELD, WIDE);
}

function drawing(inside: string, height = HEIGHT, width = WIDTH): string {
  const isWide = width === WIDE;
  // The last tick may stand at the end of the axis, with half of its number beyond it.
  const shown = isWide ? width + 16 : width;
  const style = isWide ? ' class="wide-small"' : '';
  return `<svg viewBox="0 0 ${shown} ${height}"${style} aria-hidden="true" focusable="false">${inside}</svg>`;
}

function text(x: number, y: number, words: string, style = ''): string {
  return `<text class="b-text ${style}" x="${x}" y="${y}">${escapeXml(words)}</text>`;
}
