import { answerOf } from '../../src/bench/engine/answer-of.ts';
import { type BenchFinding, planWork } from '../../src/bench/engine/pieces.ts';
import type { BenchAnswer, BenchQuestion } from '../../src/bench/question.ts';

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
