import type { Remote } from 'comlink';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LatestAnswerWorker } from '../latest-answer-worker.ts';
import type { Work } from '../worker.ts';
import { problemOf } from './problem.tsx';

/** The last answer to a question that changes, and whether a newer question is being worked on. */
export interface Answered<A> {
  readonly answer: A | null;
  readonly problem: string | null;
  readonly busy: boolean;
}

/** The same object until its JSON changes. */
export function useStable<T>(value: T): T {
  const last = useRef(value);
  if (JSON.stringify(last.current) !== JSON.stringify(value)) last.current = value;
  return last.current;
}

/**
 * Asks whenever `question` changes, and returns the last answer until the next is there. A null question is not asked.
 * Questions are compared by their JSON.
 */
export function useAnswer<Q, A>(
  worker: LatestAnswerWorker,
  question: Q | null,
  ask: (work: Remote<Work>, question: Q) => Promise<A>,
): Answered<A> {
  const [state, setState] = useState<Answered<A>>({ answer: null, problem: null, busy: false });
  const key = JSON.stringify(question);
  useEffect(() => {
    if (question === null) return;
    setState((before) => ({ ...before, busy: true }));
    let newest = true;
    worker
      .ask((work) => ask(work, question))
      .then(
        (answer) => setState({ answer, problem: null, busy: !newest }),
        (error: unknown) => {
          const problem = problemOf(error);
          if (problem !== null) setState({ answer: null, problem, busy: !newest });
        },
      );
    return () => {
      newest = false;
    };
  }, [key]);
  return state;
}
