import { sameCuts } from '../cuts.ts';
import { paleDots } from '../draw/field-panel.ts';
import { standingAlone } from '../draw/standing-alone.ts';
import { px, textAt } from '../draw/svg.ts';
import { textLines } from '../draw/text-lines.ts';
import { PANEL_TITLES, USUAL_SIZES } from '../markup.ts';
import { movingDrawings, type PanelSizes, stillDrawings } from '../panels.ts';
import { type BenchState, isCurrent, modeOf, shownObservation } from '../state.ts';
import { figureWords, headWords, MODE_WORDS, verdictOn } from '../words.ts';

const MARGIN = 16;
const GAP = 10;
const HEAD = 48;
/** The title of a panel and three lines below it. */
const CAPTION = 78;
const LINE = 17;

/** The figure with all its panels as one SVG that stands alone, in light colours. */
export function figureSvg(shown: BenchState, id = 'onerun-figure'): string {
  const state = settled(shown);
  const sizes = USUAL_SIZES;
  const still = stillDrawings(state, sizes);
  const moving = movingDrawings(state, still, sizes, id);
  const [fieldWidth, fieldHeight] = sizes.field;
  const width = fieldWidth + 2 * MARGIN;
  const top = HEAD + fieldHeight + GAP;
  const panels = [
    panelOf('curve', `${still.curve.still}${moving.curve}`, moving.words.curve, sizes),
    panelOf('tally', moving.tally, moving.words.tally, sizes),
    panelOf('bars', moving.bars, moving.words.bars, sizes),
  ];
  const placed = panels.map((panel, i) => {
    const x = MARGIN + i * (sizes.curve[0] + GAP);
    return `<g transform="translate(${px(x)} ${px(top)})">${panel}</g>`;
  });
  const { claim } = state.source;
  const foot = top + CAPTION + sizes.curve[1] + LINE;
  const feet = textLines(`Claim: ${claim ?? 'none'}. Made by onerun.`, fieldWidth, 14);
  const answer = isCurrent(state) ? state.answer : null;
  const inside = [
    head(state),
    `<g transform="translate(${MARGIN} ${HEAD})">${still.field.axes}${paleDots(still.field, id)}${moving.field}</g>`,
    ...placed,
    ...feet.map((line, i) => textAt(MARGIN, foot + i * LINE, line, 'b-quiet')),
  ].join('\n');
  return standingAlone(
    inside,
    width,
    foot + (feet.length - 1) * LINE + MARGIN,
    {
      title: 'An audit with one training run',
      description: figureWords(state.source, modeOf(state), shownObservation(state), answer),
    },
    modeOf(state) === 'exploring' ? '.b-cut{stroke-dasharray:5 4}' : '',
  );
}

/** Without what a pointer looked at, and without numbers about other cuts than those that are drawn. */
function settled(state: BenchState): BenchState {
  const { answer } = state;
  const kept =
    answer === null || isCurrent(state) ? answer : { ...answer, tests: [], results: [], critical: null };
  return { ...state, answer: kept, looked: null };
}

/** The verdict, and what the guesses count as. */
function head(state: BenchState): string {
  const mode = modeOf(state);
  const verdict = headWords(state.source, isCurrent(state) ? state.answer : null, mode);
  const mark = verdict === null ? '' : textAt(MARGIN, 22, verdict.mark, `b-head b-mark-${verdict.outcome}`);
  const { fixed, isLate = false, verdict: kept } = state.source;
  const remark = isLate
    ? ` ${verdictOn(state.source)}.`
    : kept !== null && fixed !== null && !sameCuts(fixed.cuts, state.cuts)
      ? ' The verdict above is that of the fixed cuts.'
      : '';
  const words = textAt(
    MARGIN,
    verdict === null ? 24 : 42,
    `${MODE_WORDS[mode]}${remark}`,
    `b-said b-mark-${mode}`,
  );
  return `${mark}${words}`;
}

function panelOf(
  name: 'curve' | 'tally' | 'bars',
  drawing: string,
  words: string,
  sizes: PanelSizes,
): string {
  const lines = textLines(words, sizes[name][0], 13).map((line, i) =>
    textAt(0, 32 + i * LINE, line, 'b-said'),
  );
  return `${textAt(0, 14, PANEL_TITLES[name], 'b-title')}${lines.join('')}<g transform="translate(0 ${CAPTION})">${drawing}</g>`;
}
