import { AXIS } from '../../report/index.ts';
import { standingAlone } from '../draw/standing-alone.ts';
import { textAt } from '../draw/svg.ts';
import { textLines } from '../draw/text-lines.ts';
import { runMark } from '../runs/run-mark.ts';
import { runsDrawing } from '../runs/runs-drawing.ts';
import type { RunsSource } from '../runs/runs-source.ts';
import { RUNS_RULES } from '../runs/runs-style.ts';
import { fixedWords, jointWords, runWords } from '../runs/runs-words.ts';
import { rulesInFile } from '../style.ts';
import { type CsvCell, csvTable } from './csv.ts';
import { canaryRows, densityRows, FIGURE_COLUMNS } from './figure-csv.ts';

const [WIDTH, MARGIN, LINE] = [960, 16, 17];

/** The figure of several runs as an SVG that stands alone, in light colours. */
export function runsSvg(source: RunsSource): string {
  const { layout, svg } = runsDrawing(source, WIDTH);
  const { verdict, claim, joint } = source;
  const words = textLines(jointWords(source), WIDTH, 13);
  const top = 34 + words.length * LINE;
  const key = (x: number, isReached: boolean, text: string) =>
    `${runMark(x, top + 4, isReached, 5)}${textAt(x + 12, top + 8, text, 'b-said')}`;
  const foot = top + 22 + layout.height + LINE;
  const inside = [
    textAt(MARGIN, 24, verdict.mark, `b-head b-mark-${verdict.outcome}`),
    ...words.map((line, i) => textAt(MARGIN, 44 + i * LINE, line, 'b-said')),
    key(MARGIN + 6, true, `reached ${joint.atLeast} right`),
    key(MARGIN + 180, false, 'did not'),
    `<g transform="translate(${MARGIN} ${top + 22})">${svg}</g>`,
    textAt(MARGIN, foot, `Claim: ${claim ?? 'none'}. Made by onerun.`, 'b-quiet'),
  ];
  return standingAlone(
    inside.join('\n'),
    WIDTH + 2 * MARGIN,
    foot + MARGIN,
    {
      title: `${joint.runs} runs audited together`,
      description: `${verdict.mark}. ${jointWords(source)} ${source.rows.map((row) => `${runWords(row, source)}.`).join(' ')}`,
    },
    `\n${rulesInFile(RUNS_RULES)}`,
  );
}

/** Everything that the figure of several runs shows as one table, each row with its run. */
export function runsCsv(source: RunsSource): string {
  const { rows, joint, claim, verdict } = source;
  const about = (name: string, x: CsvCell, remark: CsvCell): CsvCell[] => [
    ...[null, null, 'figure', 'about', name, '', x, '', null, remark],
  ];
  return csvTable(
    ['run', 'file', ...FIGURE_COLUMNS],
    [
      about('verdict on all runs', null, verdict.mark),
      ...(claim === null ? [] : [about('claim', null, claim)]),
      about('right guesses that make a run count', joint.atLeast, fixedWords(source)),
      about('runs that reached it', joint.reached, null),
      about('runs that refute the claim', joint.needed, null),
      ...rows.flatMap(({ run, file, observation, isReached, field, histogram, cuts }) => [
        [
          ...[run, file, 'right guesses', 'seen', '', AXIS.right, observation.correct, AXIS.guesses],
          ...[observation.guesses, isReached ? 'reached' : 'did not reach'],
        ],
        ...(field === null ? [] : [...canaryRows(field, cuts), ...densityRows(field)]).map((row) => [
          ...[run, file],
          ...row,
        ]),
        ...(field !== null || histogram === null ? [] : histogramRows(histogram)).map((row) => [
          ...[run, file],
          ...row,
        ]),
      ]),
    ],
  );
}

/** How many canaries have which score, of a run whose canaries are not kept one by one. */
function histogramRows({
  edges,
  included,
  excluded,
}: NonNullable<RunsSource['rows'][number]['histogram']>): CsvCell[][] {
  const row = (series: string, count: number, i: number): CsvCell[] => [
    ...['density', series, '', `${AXIS.score} from`, edges[i], AXIS.canaries, count],
    `up to ${edges[i + 1]}`,
  ];
  return included.flatMap((count, i) => [row('in', count, i), row('out', excluded[i], i)]);
}
