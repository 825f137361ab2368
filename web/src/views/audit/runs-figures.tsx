import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  BENCH_CSS,
  type BenchState,
  lateText,
  RUNS_CSS,
  RunsFigure,
  runsCsv,
  runsSvg,
  sourceOfOneRun,
  sourceOfRuns,
} from '../../../../src/bench/index.ts';
import type { AuditResult } from '../../../../src/index.ts';
import { Bench } from '../../parts/bench.tsx';
import { BenchTake } from '../../parts/take/bench-take.tsx';
import { CitationPart } from '../../parts/take/citation.tsx';
import { FigureMenu } from '../../parts/take/figure-menu.tsx';
import { CommandPart, LinkPart } from '../../parts/take/link.tsx';
import { runOfView, runViewText } from '../../run-view.ts';
import { goTo } from '../../scroll.ts';

interface RunsFiguresProps {
  readonly result: AuditResult;
  readonly name: string;
  /** What is shown at first, as an address has it. */
  readonly view: string;
  /** The address of this audit from its # on, with a view; own files where they are named. */
  readonly link: (view: string, named: boolean) => string;
  readonly files: readonly string[];
  readonly command: string;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly isLate: boolean;
  /** What else can be taken away. */
  readonly children?: ComponentChildren;
}

/** The live figure of several runs, and the run of them that is opened; nothing for one run. */
export function RunsFigures(props: RunsFiguresProps) {
  const { result, name, link, files, command, isLate, children } = props;
  const source = useMemo(() => {
    const found = sourceOfRuns(result);
    return found === null ? null : { ...found, isLate };
  }, [result, isLate]);
  const place = useRef<HTMLDivElement>(null);
  const alone = useRef<HTMLElement>(null);
  const drawn = useRef<BenchState | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const single = useMemo(() => {
    const found = opened === null ? null : sourceOfOneRun(result, opened);
    return found === null ? null : { ...found, isLate };
  }, [result, opened, isLate]);
  const first = runOfView(props.view);
  const late = lateText(isLate);
  useLayoutEffect(() => {
    setOpened(first.run);
    if (place.current === null || source === null) return;
    const open = (run: number) => {
      setOpened(run);
      requestAnimationFrame(() => goTo(alone.current, 'start'));
    };
    const figure = new RunsFigure(
      place.current,
      source,
      result.outcome === 'no-verdict' ? {} : { onOpen: open },
    );
    return () => figure.end();
  }, [source]);
  if (source === null) return null;
  return (
    <>
      <style>{BENCH_CSS}</style>
      <style>{RUNS_CSS}</style>
      <div key={result.provenance.seed} ref={place} />
      <div class="take-row">
        <FigureMenu
          name={`${name}-runs`}
          label="the figure of all runs"
          svg={() => runsSvg(source)}
          csv={() => runsCsv(source)}
        >
          {children}
          <LinkPart
            link={(named) => link(opened === null ? late : runViewText(opened, late), named)}
            files={files}
          />
          <CommandPart command={command} />
          <CitationPart />
        </FigureMenu>
      </div>
      {opened === null || single === null ? null : (
        <section ref={alone} tabIndex={-1} aria-label={`Run ${opened} alone`} class="result">
          <p>
            <strong>{source.rows[opened - 1].label}</strong>, one of {source.rows.length} runs. The verdict
            rests on all of them together: a run that is looked at alone, and chosen after its scores were
            seen, is not valid evidence.{' '}
            <button type="button" class="plain" onClick={() => setOpened(null)}>
              Close
            </button>
          </p>
          <Bench
            key={opened}
            source={single}
            view={opened === first.run ? first.view : ''}
            onState={(state) => {
              drawn.current = state;
            }}
          />
          <BenchTake
            state={() => drawn.current}
            name={`${source.rows[opened - 1].label}, one of ${source.rows.length} runs`}
            link={(view, named) => link(runViewText(opened, view), named)}
            files={files}
          />
        </section>
      )}
    </>
  );
}
