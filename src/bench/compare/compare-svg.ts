import { standingAlone } from '../draw/standing-alone.ts';
import { px, textAt } from '../draw/svg.ts';
import { modeOf } from '../state.ts';
import { FILE_STATE_RULES } from '../style.ts';
import { MODE_WORDS } from '../words.ts';
import { barGroupsHeight, comparedBars } from './bar-groups.ts';
import { compareRows } from './compare-table.ts';
import { comparedCurves } from './curves.ts';
import { COMPARED_FIELD, comparedField, sharedAxis } from './fields.ts';
import { stateColour, stateMark } from './marks.ts';
import { type PinnedState, stateLetter } from './pinned.ts';
import { comparedTally, tallyRowsHeight } from './tally-rows.ts';

const MARGIN = 16;
const WIDTH = 960;
const HEADER = 24;
const PANEL = 310;
const GAP = 15;
const CURVE = 290;

export interface CompareOptions {
  /** Whether every field has an axis of its own. */
  readonly ownAxes: boolean;
  readonly isLog: boolean;
}

/** All states on the same axes as one SVG that stands alone, in light colours. */
export function compareSvg(pins: readonly PinnedState[], { ownAxes, isLog }: CompareOptions): string {
  const shared = ownAxes ? null : sharedAxis(pins, WIDTH);
  const each = HEADER + COMPARED_FIELD;
  const fields = pins.map(({ name, state }, i) => {
    const y = MARGIN + i * each;
    const header = `${stateMark(i, 10, 10)}${textAt(24, 15, `${stateLetter(i)} ${name}`, `b-title c-text-${stateColour(i)}`)}${textAt(WIDTH, 15, MODE_WORDS[modeOf(state)], `b-said b-mark-${modeOf(state)}`, 'end')}`;
    const field = comparedField(state, WIDTH, `onerun-compared-${i}`, shared);
    return `<g transform="translate(${MARGIN} ${px(y)})">${header}<g transform="translate(0 ${HEADER})">${field}</g></g>`;
  });
  const top = MARGIN + pins.length * each + 8;
  const panels = [
    ['Errors and the claims', comparedCurves(pins, isLog, PANEL, CURVE)],
    ['Right guesses', comparedTally(pins, PANEL)],
    ['Epsilon proved', comparedBars(pins, PANEL)],
  ].map(
    ([title, drawing], i) =>
      `<g transform="translate(${MARGIN + i * (PANEL + GAP)} ${px(top)})">${textAt(0, 14, title, 'b-title')}<g transform="translate(0 ${HEADER})">${drawing}</g></g>`,
  );
  const height = top + HEADER + Math.max(CURVE, tallyRowsHeight(pins.length), barGroupsHeight(pins));
  const description = compareRows(pins)
    .map(
      ([name, counts, claim, outcome, right]) =>
        `${name} (${counts}): ${right} right; claim ${claim}: ${outcome}.`,
    )
    .join(' ');
  return standingAlone(
    [...fields, ...panels].join('\n'),
    WIDTH + 2 * MARGIN,
    height + MARGIN,
    { title: `${pins.length} audits on the same axes`, description },
    `\n${FILE_STATE_RULES}`,
  );
}
