import type { BenchAnswer, BenchQuestion } from '../question.ts';
import { answerOf } from './answer-of.ts';
import { type BenchFinding, planWork } from './pieces.ts';

/**
 * The answer to a question after every piece of work, the last one complete. Its numbers are those of
 * `bound`, and for reconstruction those of `audit`, to the last bit.
 */
export function* benchAnswers(question: BenchQuestion): Generator<BenchAnswer> {
  const { plan, pieces } = planWork(question);
  const found = new Map<string, BenchFinding>();
  for (const piece of pieces) {
    found.set(piece.key, piece.run());
    yield answerOf(question, plan, found);
  }
}
