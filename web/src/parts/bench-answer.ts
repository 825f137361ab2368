import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type BenchAnswer,
  type BenchEngine,
  type BenchQuestion,
  benchEngine,
} from '../../../src/bench/index.ts';

/** An engine of its own workers, made when they are first needed. */
export function newBenchEngine(): BenchEngine {
  return benchEngine(() => new Worker(new URL('../bench-worker.ts', import.meta.url), { type: 'module' }));
}

/** What is known of the newest question. */
interface Known {
  readonly question: BenchQuestion;
  readonly answer: BenchAnswer | null;
  readonly problem: string | null;
  readonly isStopped: boolean;
}

export interface BenchAnswered {
  /** The answer so far to the question that is asked; null before the first piece of it. */
  readonly answer: BenchAnswer | null;
  /** The last complete answer, to this question or to one before. */
  readonly complete: BenchAnswer | null;
  /** Whether anything is at work. */
  readonly isBusy: boolean;
  readonly isStopped: boolean;
  readonly problem: string | null;
  readonly stop: () => void;
  readonly goOn: () => void;
}

/**
 * Asks whenever the question changes; a null question is not asked. Questions are compared as objects. Pieces
 * of an answer that come within one frame are shown together.
 */
export function useBenchAnswer(engine: BenchEngine, question: BenchQuestion | null): BenchAnswered {
  const [known, setKnown] = useState<Known | null>(null);
  const [asked, setAsked] = useState(0);
  const complete = useRef<BenchAnswer | null>(null);
  const frame = useRef(0);
  const forgetFrame = () => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
  };
  useEffect(() => {
    if (question === null) return;
    let isSeen = false;
    let next: Known;
    const show = (change: Partial<Known>) => {
      next = { question, answer: null, problem: null, isStopped: false, ...change };
      // The first number is shown at once.
      if (!isSeen && next.answer !== null && next.answer.results.length + next.answer.tests.length > 0) {
        isSeen = true;
        setKnown(next);
      } else if (frame.current === 0)
        frame.current = requestAnimationFrame(() => {
          frame.current = 0;
          setKnown(next);
        });
    };
    engine.ask(
      question,
      (answer) => show({ answer }),
      (problem) => show({ problem }),
    );
    return forgetFrame;
  }, [question, asked]);
  const current = known !== null && known.question === question ? known : null;
  const answer = current?.answer ?? null;
  if (answer !== null && answer.waiting.length === 0) complete.current = answer;
  const isStopped = current?.isStopped === true;
  const problem = current?.problem ?? null;
  return {
    answer,
    complete: complete.current,
    isBusy: question !== null && !isStopped && problem === null && answer?.waiting.length !== 0,
    isStopped,
    problem,
    stop() {
      engine.stop();
      forgetFrame();
      if (question !== null) setKnown({ question, answer, problem: null, isStopped: true });
    },
    goOn: () => setAsked(asked + 1),
  };
}
