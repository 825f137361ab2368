import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import {
  BENCH_CSS,
  type BenchAnswer,
  type BenchEngine,
  BenchFigure,
  type BenchSource,
  type BenchState,
  type Cuts,
  cutsInView,
  viewOf,
} from '../../../src/bench/index.ts';
import { newBenchEngine } from './bench-answer.ts';

interface BenchProps {
  readonly source: BenchSource;
  /** Where the page asks by itself: its engine, and the newest answer. */
  readonly engine?: BenchEngine;
  readonly answer?: BenchAnswer | null;
  /** Told when the reader moves the cuts. */
  readonly onCuts?: (cuts: Cuts) => void;
  /** Draws another game in the place of the canaries. */
  readonly onPlayAgain?: (truth: number) => void;
  /** Told of every state that has been drawn. */
  readonly onState?: (state: BenchState) => void;
  /** Where the cuts stand at first and which axes are shown, as an address has it. */
  readonly view?: string;
}

/** The live figure of an audit. */
export function Bench(props: BenchProps) {
  const { source, engine, answer } = props;
  const place = useRef<HTMLDivElement>(null);
  const figure = useRef<BenchFigure | null>(null);
  const told = useRef(props);
  told.current = props;
  const own = useMemo(() => engine ?? newBenchEngine(), []);
  // In layout effects, so that nothing is painted before the figure has its place.
  useLayoutEffect(() => {
    if (place.current === null) return;
    const made = new BenchFigure(place.current, source, {
      engine: own,
      isAnswered: engine !== undefined,
      onCuts: (cuts) => told.current.onCuts?.(cuts),
      onDrawn: (state) => told.current.onState?.(state),
      ...(props.onPlayAgain === undefined
        ? {}
        : { onPlayAgain: (truth: number) => told.current.onPlayAgain?.(truth) }),
    });
    const { isLog, ...wanted } = viewOf(props.view ?? '');
    const cuts = cutsInView(source, wanted);
    if (cuts !== null) made.setCuts(cuts);
    if (isLog) made.setLog(true);
    figure.current = made;
    return () => {
      made.end();
      own.stop();
    };
  }, []);
  useLayoutEffect(() => figure.current?.show(source), [source]);
  const shownView = useRef(props.view);
  // Another entry of the history shows the same scores with cuts of its own.
  useLayoutEffect(() => {
    if (props.view === shownView.current) return;
    shownView.current = props.view;
    const { isLog, ...wanted } = viewOf(props.view ?? '');
    const cuts = cutsInView(source, wanted) ?? source.fixed?.cuts;
    if (cuts !== undefined) figure.current?.setCuts(cuts);
    figure.current?.setLog(isLog);
  }, [props.view]);
  useLayoutEffect(() => {
    if (answer !== undefined && answer !== null) figure.current?.setAnswer(answer);
  }, [answer]);
  return (
    <>
      <style>{BENCH_CSS}</style>
      <div class="bench" ref={place} />
    </>
  );
}
