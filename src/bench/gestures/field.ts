import type { BenchControls } from '../controls.ts';
import { aboveScore, type CutName, countsAt, scoreOfCut } from '../cuts.ts';
import type { FieldPanel } from '../draw/field-panel.ts';
import { fixedAt } from '../source.ts';
import { cutsThrough } from '../state.ts';
import { canaryWords, cutWords } from '../words.ts';
import { whenLeft } from './leave.ts';
import { Tip } from './tip.ts';

/** What listens to the field of canaries, and the handles that it keeps at the cuts. */
export interface FieldGestures {
  place(panel: FieldPanel): void;
}

/** A pointer within so many pixels of a canary looks at it. */
const NEAR = 14;

/** Handles of both cuts and a place to look at canaries one by one: by mouse, finger and keyboard. */
export function listenToField(figure: BenchControls, field: HTMLElement): FieldGestures {
  let panel: FieldPanel | null = null;
  const handles = { top: handle(figure, 'top'), bottom: handle(figure, 'bottom') };
  const showDot = (dot: number | null) => {
    if (dot === null || panel === null) return tip.hide();
    const words = canaryWords(figure.state.source, dot, figure.state.cuts);
    tip.show(words, panel.places[2 * dot], panel.places[2 * dot + 1]);
  };
  const look = lookHandle(figure, showDot);
  field.append(handles.top, handles.bottom, look);
  const tip = new Tip(field);
  let dragged: CutName | null = null;

  const scoreAt = (event: PointerEvent) => {
    const { left } = field.getBoundingClientRect();
    return panel?.x.back(event.clientX - left) ?? 0;
  };
  const moveTo = (event: PointerEvent, which: CutName) => {
    const above = aboveScore(figure.state.source.field, scoreAt(event));
    figure.moveCut(which, which === 'top' ? above : figure.state.source.field.m - above);
  };
  const drag = (event: PointerEvent, which: CutName) => {
    dragged = which;
    field.setPointerCapture(event.pointerId);
    tip.hide();
    figure.look(null);
    event.preventDefault();
    handles[which].focus({ preventScroll: true });
  };
  for (const which of ['top', 'bottom'] as const)
    handles[which].addEventListener('pointerdown', (event) => {
      if (event.button === 0) drag(event, which);
    });
  field.addEventListener('pointermove', (event) => {
    if (dragged !== null) moveTo(event, dragged);
    else if (panel !== null && event.pointerType === 'mouse') lookAt(event, panel);
  });
  // A tap looks at the canary under the finger.
  field.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' && dragged === null && panel !== null) lookAt(event, panel);
  });
  const release = () => {
    dragged = null;
  };
  field.addEventListener('pointerup', release);
  field.addEventListener('pointercancel', release);
  whenLeft(field, () => {
    if (dragged !== null || document.activeElement === look) return;
    tip.hide();
    figure.look(null);
  });

  const lookAt = (event: PointerEvent, shown: FieldPanel) => {
    const { left, top } = field.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const dot = nearest(shown, x, y);
    const above = aboveScore(figure.state.source.field, shown.x.back(x));
    const ranked = dot === null ? above : figure.state.source.field.dots.rank[dot] + 1;
    figure.look({ cuts: cutsThrough(figure.state, dot === null ? above : nearRank(figure, ranked)), dot });
    showDot(dot);
  };

  return {
    place(drawn) {
      panel = drawn;
      const { source, cuts } = figure.state;
      const { field: canaries } = source;
      const counts = countsAt(canaries, cuts, fixedAt(source, cuts));
      for (const [which, above, count, side, right] of [
        ['top', cuts.top, cuts.top, 'in', counts?.rightIn ?? null],
        ['bottom', canaries.m - cuts.bottom, cuts.bottom, 'out', counts?.rightOut ?? null],
      ] as const) {
        const score = scoreOfCut(canaries, above);
        const element = handles[which];
        element.hidden = which === 'bottom' && canaries.game !== 'membership';
        // Without a guess on its side a cut waits at the end of the axis.
        const end = (which === 'top') !== canaries.lowerIsIn ? drawn.box.right : drawn.box.left;
        element.style.transform = `translateX(${count === 0 ? end : drawn.x(score)}px)`;
        element.setAttribute('aria-valuenow', String(count));
        element.setAttribute('aria-valuemax', String(canaries.m));
        element.setAttribute('aria-valuetext', cutWords(side, count, right, score));
      }
      look.setAttribute('aria-valuemax', String(canaries.dots.rank.length));
    },
  };
}

/** The nearest place of the ranking that can be cut. */
function nearRank(figure: BenchControls, rank: number): number {
  const { cuts } = figure.state.source.field;
  return cuts.find(([above]) => above >= rank)?.[0] ?? rank;
}

function nearest({ places }: FieldPanel, x: number, y: number): number | null {
  let [found, least]: [number | null, number] = [null, NEAR * NEAR];
  for (let i = 0; i < places.length / 2; i++) {
    const distance = (places[2 * i] - x) ** 2 + (places[2 * i + 1] - y) ** 2;
    if (distance < least) [found, least] = [i, distance];
  }
  return found;
}

function handle(figure: BenchControls, which: CutName): HTMLElement {
  const element = document.createElement('div');
  element.className = 'bench-cut';
  element.tabIndex = 0;
  element.dataset.cut = which;
  element.setAttribute('role', 'slider');
  element.setAttribute('aria-valuemin', '0');
  element.setAttribute(
    'aria-label',
    which === 'top' ? 'Cut above which canaries are called in' : 'Cut below which canaries are called out',
  );
  element.addEventListener('keydown', (event) => {
    const { field } = figure.state.source;
    // To the right is towards higher scores: fewer called in, more called out, unless lower scores are in.
    const right = (which === 'top' ? -1 : 1) * (field.lowerIsIn ? -1 : 1);
    const page = Math.max(2, Math.round(field.cuts.length / 20));
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: right,
      ArrowLeft: -right,
      ArrowUp: 1,
      ArrowDown: -1,
      PageUp: page,
      PageDown: -page,
      Home: -field.cuts.length,
      End: field.cuts.length,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    figure.stepCut(which, event.shiftKey ? 10 * step : step);
  });
  return element;
}

/** A slider from canary to canary: what the pointer does by hovering. */
function lookHandle(figure: BenchControls, show: (dot: number | null) => void): HTMLElement {
  const element = document.createElement('div');
  element.className = 'bench-look';
  element.tabIndex = 0;
  element.setAttribute('role', 'slider');
  element.setAttribute('aria-label', 'Look at one canary');
  element.setAttribute('aria-valuemin', '1');
  element.setAttribute('aria-valuenow', '1');
  element.setAttribute('aria-valuetext', 'press an arrow key for the first canary');
  let dot = -1;
  element.addEventListener('blur', () => {
    figure.look(null);
    show(null);
  });
  element.addEventListener('keydown', (event) => {
    const { dots, lowerIsIn } = figure.state.source.field;
    const last = dots.rank.length - 1;
    const right = lowerIsIn ? 1 : -1;
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: dot + right,
      ArrowLeft: dot - right,
      ArrowDown: dot + 1,
      ArrowUp: dot - 1,
      PageDown: dot + 20,
      PageUp: dot - 20,
      Home: 0,
      End: last,
    };
    if (event.key === 'Escape') {
      figure.look(null);
      show(null);
      return;
    }
    const to = moves[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    dot = dot === -1 ? 0 : Math.max(0, Math.min(last, to));
    const above = nearRank(figure, dots.rank[dot] + 1);
    figure.look({ cuts: cutsThrough(figure.state, above), dot });
    element.setAttribute('aria-valuenow', String(dot + 1));
    element.setAttribute('aria-valuetext', canaryWords(figure.state.source, dot, figure.state.cuts));
    show(dot);
  });
  return element;
}
