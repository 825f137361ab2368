import type { Remote } from 'comlink';
import { LatestAnswerWorker } from '../latest-answer-worker.ts';
import type { Work } from '../worker.ts';

const worker = new LatestAnswerWorker(Infinity);
let last: Promise<unknown> = Promise.resolve();

/** Has one worker answer all that exhibits ask for, one question after the other, none dropped. */
export function inTurn<T>(question: (work: Remote<Work>) => Promise<T>): Promise<T> {
  const next = last.then(() => worker.ask(question));
  last = next.catch(() => {});
  return next;
}
