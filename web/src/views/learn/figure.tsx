import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import {
  BENCH_CSS,
  BenchFigure,
  type BenchSource,
  type BenchState,
  type Cuts,
  cutsInView,
  type FigureView,
  viewOf,
} from '../../../../src/bench/index.ts';
import { newBenchEngine } from '../../parts/bench-answer.ts';
import { Hills } from './hills.tsx';
import { Key } from './key.tsx';
import { cutsForAll, SCENES } from './scene.ts';
import type { StoryNumbers } from './story.ts';

interface StoryFigureProps {
  readonly numbers: StoryNumbers;
  readonly source: BenchSource;
  /** Called when the reader moves cuts that are not fixed. */
  readonly onCuts: (cuts: Cuts) => void;
  readonly onDrawn: (state: BenchState) => void;
  /** Hands out the figure once it is there. */
  readonly onFigure: (figure: BenchFigure) => void;
  /** Where the cuts stand at first, and which axes are shown, as an address has it. */
  readonly view: string;
  /** Grows when the games are to be played anew. */
  readonly rounds: number;
}

/** How long numbers must stand still before games are played with them, in milliseconds. */
const STILL = 200;

/** The live figure beside the story, as each step needs it. */
export function StoryFigure(props: StoryFigureProps) {
  const { numbers, source, onCuts, onDrawn, onFigure, view, rounds } = props;
  const place = useRef<HTMLDivElement>(null);
  const figure = useRef<BenchFigure | null>(null);
  // The view of a link, until it has been shown.
  const linked = useRef<FigureView | null>(viewOf(view));
  const extras = useRef<{ hills: Element; key: Element } | null>(null);
  const told = useRef({ onCuts, onDrawn });
  told.current = { onCuts, onDrawn };
  const { step, noise, cuts, games } = numbers;
  const scene = SCENES[step];

  // In a layout effect, so that nothing below is painted before the figure has its place.
  useLayoutEffect(() => {
    if (place.current === null) return;
    const engine = newBenchEngine();
    const made = new BenchFigure(place.current, source, {
      engine,
      onCuts: (moved) => told.current.onCuts(moved),
      onDrawn: (state) => told.current.onDrawn(state),
    });
    figure.current = made;
    extras.current = {
      hills: appended(place.current.querySelector('.bench-field'), 'story-hills'),
      key: appended(place.current.querySelector('.bench-panels'), 'story-key'),
    };
    onFigure(made);
    return () => {
      made.end();
      engine.stop();
    };
  }, []);

  useEffect(() => {
    if (figure.current !== null && figure.current.state.source !== source) figure.current.show(source);
    // Cuts of step after step stay where they are; once they are fixed, moving them is exploring.
    // Before there are guesses every canary is shown in full colour.
    if (source.fixed === null) figure.current?.setCuts(step === 'guess' ? cuts : cutsForAll(source.field));
    const placed = linked.current === null ? null : cutsInView(source, linked.current);
    if (placed !== null) figure.current?.setCuts(placed);
    if (linked.current?.isLog === true) figure.current?.setLog(true);
  }, [source, step, cuts.top, cuts.bottom]);

  useEffect(() => {
    const made = figure.current;
    if (made === null) return;
    // What was played with other numbers, or at another step, is taken away.
    made.forgetGames();
    // Games are played at the fixed cuts; a link to other cuts shows those.
    const isMoved = linked.current !== null && linked.current.cuts !== null;
    linked.current = null;
    const { plays } = scene;
    if (plays === undefined || isMoved) return;
    const timer = setTimeout(() => {
      made.goBack();
      made.play(plays, games);
    }, STILL);
    return () => clearTimeout(timer);
  }, [source, scene.plays, games, rounds]);

  useEffect(() => {
    if (extras.current === null) return;
    render(<Hills noise={noise} />, extras.current.hills);
    render(<Key step={step} field={source.field} />, extras.current.key);
  }, [noise, step, source]);

  return (
    <div
      class="story-live"
      data-step={step}
      data-left={scene.left}
      data-right={scene.right}
      data-one={scene.one}
    >
      <style>{BENCH_CSS}</style>
      <div class="bench" ref={place} />
    </div>
  );
}

function appended(parent: Element | null, style: string): Element {
  const element = document.createElement('div');
  element.className = style;
  parent?.append(element);
  return element;
}
