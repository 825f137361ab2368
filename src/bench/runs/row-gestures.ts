import type { RunsControls, RunsGestures } from './runs-controls.ts';
import { rowSpan } from './runs-layout.ts';
import { runWords } from './runs-words.ts';

/** A pointer within so many pixels of a canary looks at it. */
const NEAR = 12;

/**
 * A button for every run, which opens it: arrows up and down go from run to run, left and right from canary
 * to canary. The pointer looks at what is under it.
 */
export function listenToRows(figure: RunsControls, place: HTMLElement): RunsGestures {
  const buttons = figure.source.rows.map((row, i) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'bench-run';
    button.textContent = row.label;
    const canOpen = figure.canOpen(i);
    button.setAttribute('aria-label', `${row.label}: ${runWords(row, figure.source)}`);
    if (!canOpen) button.setAttribute('aria-disabled', 'true');
    button.title = canOpen ? 'Open this run alone' : '';
    let dot = -1;
    button.addEventListener('click', () => figure.open(i));
    button.addEventListener('focus', () => {
      dot = -1;
      figure.look({ row: i, dot: null, score: null }, true);
    });
    button.addEventListener('blur', () => figure.look(null, true));
    button.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [run, step] = [RUN_KEYS[event.key], CANARY_KEYS[event.key]];
      if (run !== undefined) {
        event.preventDefault();
        buttons[Math.max(0, Math.min(buttons.length - 1, i + run))].focus();
      } else if (event.key === 'Escape') {
        dot = -1;
        figure.look({ row: i, dot: null, score: null }, true);
      } else if (step !== undefined && row.field !== null) {
        event.preventDefault();
        const { dots, lowerIsIn } = row.field;
        // To the right is towards higher scores.
        const ahead = step * (lowerIsIn ? 1 : -1) * (event.shiftKey ? 10 : 1);
        const first = step > 0 !== lowerIsIn ? dots.rank.length - 1 : 0;
        dot = dot === -1 ? first : Math.max(0, Math.min(dots.rank.length - 1, dot + ahead));
        figure.look({ row: i, dot, score: dots.score[dot] }, true);
      }
    });
    place.append(button);
    return button;
  });
  const look = (event: PointerEvent) => {
    const { left, top } = place.getBoundingClientRect();
    lookAt(figure, event.clientX - left, event.clientY - top);
  };
  place.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') look(event);
  });
  place.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse') look(event);
  });
  place.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') figure.look(null, false);
  });
  return {
    place() {
      const { layout } = figure.drawing;
      for (const [i, button] of buttons.entries()) {
        const [from, to] = rowSpan(layout, i);
        const height = layout.isNarrow ? 24 : to - from;
        const y = layout.isNarrow ? from - layout.nameHeight - 3 : from;
        button.style.transform = `translate(${layout.names[0] - 2}px, ${y}px)`;
        button.style.width = `${layout.names[1] - layout.names[0]}px`;
        button.style.height = `${height}px`;
      }
    },
  };
}

const RUN_KEYS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: -Infinity,
  End: Infinity,
};
const CANARY_KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Looks at the run at a height, and at its canary near a point. */
function lookAt(figure: RunsControls, x: number, y: number): void {
  const { layout, strips } = figure.drawing;
  const { top, rowHeight, scores, scoreEnds } = layout;
  const row = Math.floor((y - top) / rowHeight);
  if (row < 0 || row >= figure.source.rows.length) {
    figure.look(null, false);
    return;
  }
  const isOverScores = scores !== null && x >= scoreEnds[0] && x <= scoreEnds[1];
  const dot = isOverScores && strips[row] !== undefined ? nearestDot(strips[row].places, x, y) : null;
  const { field } = figure.source.rows[row];
  const score = dot !== null && field !== null ? field.dots.score[dot] : isOverScores ? scores.back(x) : null;
  figure.look({ row, dot, score }, false);
}

function nearestDot(places: Float64Array, x: number, y: number): number | null {
  let [found, least]: [number | null, number] = [null, NEAR * NEAR];
  for (let i = 0; i < places.length / 2; i++) {
    const distance = (places[2 * i] - x) ** 2 + (places[2 * i + 1] - y) ** 2;
    if (distance < least) [found, least] = [i, distance];
  }
  return found;
}
