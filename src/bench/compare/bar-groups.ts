import { AXIS, formatLowerBound, formatNumber } from '../../report/index.ts';
import { barsEnd, familyWords, valuePlace } from '../draw/bars-panel.ts';
import { axisBelow, linearScale, lineBetween, panelBox, px, textAt } from '../draw/svg.ts';
import type { BenchAnswer, BenchRow } from '../question.ts';
import { stateColour } from './marks.ts';
import { currentAnswer, type PinnedState, stateLetter } from './pinned.ts';

const BAR = 17;
const TITLE = 18;
const BETWEEN = 8;

/** Each family and method that any state has, in the order in which they first come. */
function barGroups(pins: readonly PinnedState[]): BenchRow[] {
  const groups = new Map<string, BenchRow>();
  for (const { state } of pins)
    for (const row of currentAnswer(state)?.rows ?? []) groups.set(`${row.family} ${row.method}`, row);
  return [...groups.values()];
}

export function barGroupsHeight(pins: readonly PinnedState[]): number {
  return 16 + Math.max(1, barGroups(pins).length) * (TITLE + pins.length * BAR + BETWEEN) + 42;
}

/** The epsilon that each state proves, by family and method, with the epsilon that its claim allows. */
export function comparedBars(pins: readonly PinnedState[], width: number): string {
  const box = panelBox(width, barGroupsHeight(pins), { left: 24, right: 60, top: 8, bottom: 42 });
  const answers = pins.map(({ state }) => currentAnswer(state));
  const end = Math.max(...answers.map((answer) => barsEnd(proved(answer), answer?.claimEpsilon ?? null)));
  const x = linearScale([0, end], [box.left, box.right], 4);
  const groups = barGroups(pins).map(({ family, method }, g) => {
    const top = box.top + g * (TITLE + pins.length * BAR + BETWEEN);
    const bars = answers.map((answer, i) => {
      const y = top + TITLE + i * BAR;
      const found = answer?.results.find((one) => one.family === family && one.method === method);
      const allowed = answer?.claimEpsilon ?? null;
      const claimed = allowed === null || !Number.isFinite(allowed) ? null : x(allowed);
      const claim = claimed === null ? '' : lineBetween(claimed, y, claimed, y + BAR - 3, 'c-allowed');
      const letter = textAt(4, y + 11, stateLetter(i), `c-text-${stateColour(i)}`);
      if (found === undefined) return `${letter}${textAt(box.left, y + 11, 'not computed', 'b-tick')}`;
      const long = x(Math.min(found.epsilon, end)) - x(0);
      const value = formatLowerBound(found.epsilon);
      const style = `c-${stateColour(i)}${found.assumption === 'worst-case' ? '' : ' c-model'}`;
      return `${letter}<rect class="${style}" x="${px(x(0))}" y="${px(y + 1)}" width="${px(Math.max(0, long))}" height="${BAR - 5}"/>${claim}${textAt(valuePlace(x(0) + long, value, claimed), y + 11, value, 'b-value c-halo')}`;
    });
    return `${textAt(box.left, top + 12, `${familyWords(family)}, ${method}`, 'b-bar-name')}${bars.join('')}`;
  });
  return `${axisBelow(box, x, AXIS.epsilon, (tick) => formatNumber(tick, 3))}${groups.join('')}`;
}

/** What is proved, without what could have been. */
function proved(answer: BenchAnswer | null): BenchAnswer['results'] {
  return (answer?.results ?? []).map((row) => ({ ...row, largestProvable: row.epsilon }));
}
