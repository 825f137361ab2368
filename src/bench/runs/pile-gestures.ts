import type { RunsControls, RunsGestures } from './runs-controls.ts';
import { runWords } from './runs-words.ts';

const NEAR = 16;

/** A slider from run to run, in the order of their right guesses; the pointer looks at the nearest mark. */
export function listenToPile(figure: RunsControls, place: HTMLElement): RunsGestures {
  const { rows } = figure.source;
  const order = rows
    .map((_, i) => i)
    .sort((a, b) => rows[a].observation.correct - rows[b].observation.correct || a - b);
  const slider = document.createElement('div');
  slider.className = 'bench-pile';
  slider.tabIndex = 0;
  slider.setAttribute('role', 'slider');
  slider.setAttribute('aria-label', 'Look at one run, from the fewest right guesses to the most');
  slider.setAttribute('aria-valuemin', '1');
  slider.setAttribute('aria-valuemax', String(rows.length));
  let at = 0;
  const show = (to: number) => {
    at = Math.max(0, Math.min(rows.length - 1, to));
    slider.setAttribute('aria-valuenow', String(at + 1));
    slider.setAttribute('aria-valuetext', runWords(rows[order[at]], figure.source));
  };
  show(0);
  const look = (isSaid: boolean) => figure.look({ row: order[at], dot: null, score: null }, isSaid);
  slider.addEventListener('focus', () => look(true));
  slider.addEventListener('blur', () => figure.look(null, false));
  slider.addEventListener('keydown', (event) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: 10,
      PageDown: -10,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(at + step);
    look(true);
  });
  const point = (event: PointerEvent) => {
    const { left, top } = place.getBoundingClientRect();
    const found = nearestMark(figure, event.clientX - left, event.clientY - top);
    if (found === null) figure.look(null, false);
    else {
      show(order.indexOf(found));
      look(false);
    }
  };
  place.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(event);
  });
  place.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse') point(event);
  });
  place.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') figure.look(null, false);
  });
  place.append(slider);
  return { place() {} };
}

function nearestMark({ drawing }: RunsControls, x: number, y: number): number | null {
  let [found, least]: [number | null, number] = [null, NEAR * NEAR];
  for (const [i, [markX, markY]] of drawing.marks.entries()) {
    const distance = (markX - x) ** 2 + (markY - y) ** 2;
    if (distance < least) [found, least] = [i, distance];
  }
  return found;
}
