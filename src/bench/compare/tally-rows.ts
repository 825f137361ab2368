import { AXIS, formatCount } from '../../report/index.ts';
import { axisBelow, linearScale, lineBetween, panelBox, px, textAt } from '../draw/svg.ts';
import { shownObservation } from '../state.ts';
import { stateColour, stateMark } from './marks.ts';
import { currentAnswer, type PinnedState, stateLetter } from './pinned.ts';

const ROW = 40;

export function tallyRowsHeight(states: number): number {
  return 12 + Math.max(1, states) * ROW + 42;
}

/** The share of right guesses of each state, and from where on it refutes that state's claim. */
export function comparedTally(pins: readonly PinnedState[], width: number): string {
  const box = panelBox(width, tallyRowsHeight(pins.length), { left: 24, right: 20, top: 8, bottom: 42 });
  const shares = pins.flatMap(({ state }) => {
    const seen = shownObservation(state);
    const blind = 1 / state.source.k;
    return seen === null || seen.guesses === 0 ? [blind] : [blind, seen.correct / seen.guesses];
  });
  const x = linearScale([Math.max(0, Math.min(...shares, 1) - 0.1), 1], [box.left, box.right], 5);
  const rows = pins.map(({ state }, i) => {
    const [top, middle] = [box.top + i * ROW, box.top + i * ROW + 26];
    const seen = shownObservation(state);
    const name = textAt(4, middle + 4, stateLetter(i), `c-text-${stateColour(i)}`);
    const line = lineBetween(box.left, middle, box.right, middle, 'b-grid');
    if (seen === null || seen.guesses === 0) return `${line}${name}`;
    const at = (count: number) => x(count / seen.guesses);
    const answer = currentAnswer(state);
    const critical = answer?.critical ?? null;
    const isNever = answer !== null && answer.waiting.length === 0 && answer.question.claim !== null;
    const from =
      critical === null ? (isNever ? ', none refutes' : '') : `, refutes from ${formatCount(critical)}`;
    const refuting =
      critical === null
        ? ''
        : `<rect class="b-refuting" x="${px(at(critical))}" y="${px(top + 14)}" width="${px(Math.max(2, box.right - at(critical)))}" height="24"/>${lineBetween(at(critical), top + 14, at(critical), top + 38, 'b-critical')}`;
    const words = `${formatCount(seen.correct)} of ${formatCount(seen.guesses)}${from}`;
    const isRight = at(seen.correct) > (box.left + box.right) / 2;
    return `${line}${refuting}${name}${lineBetween(x(1 / state.source.k), top + 14, x(1 / state.source.k), top + 38, 'b-blind')}<g class="c-point">${stateMark(i, at(seen.correct), middle)}</g>${textAt(isRight ? box.right + 8 : box.left, top + 10, words, '', isRight ? 'end' : 'start')}`;
  });
  return `${rows.join('')}${axisBelow(box, x, AXIS.right, (share) => `${Math.round(100 * share)}%`)}`;
}
