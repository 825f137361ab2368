import { METHODS } from '../../types.ts';
import type { BenchAnswer, BenchQuestion } from '../question.ts';
import type { BenchFinding, BenchPlan } from './pieces.ts';

/**
 * The answer as far as it is known, in the order in which `bound` and `audit` state it, whatever came first.
 */
export function answerOf(
  question: BenchQuestion,
  plan: BenchPlan,
  found: ReadonlyMap<string, BenchFinding>,
): BenchAnswer {
  const { methods = METHODS } = question;
  const tests = methods.flatMap((method) => found.get(`test ${method}`) ?? []);
  const claim = tests.find((test) => test.claim !== undefined)?.claim;
  const known = [...found.values()];
  const worth = found.get('standing');
  const isTested = question.claim === null || (tests.length === methods.length && worth !== undefined);
  return {
    question,
    curve: claim?.curve ?? null,
    claimName: claim?.name ?? null,
    claimEpsilon: claim?.epsilon ?? null,
    tests: tests.flatMap((finding) => finding.tests ?? []),
    isTested,
    standing: worth?.standing ?? null,
    attack: worth?.attack ?? { strength: null, power: null },
    critical: (found.get('critical all') ?? found.get('critical quick'))?.critical ?? null,
    reversed: plan.reversed,
    results: plan.rows.flatMap(
      ({ family, method }) => found.get(`epsilon ${method} ${family}`)?.results ?? [],
    ),
    details: known.find((finding) => finding.details !== undefined)?.details ?? null,
    notes: [...new Set([...tests.flatMap(({ notes = [] }) => notes), ...plan.notes])],
    rows: plan.rows,
    waiting: [...new Set(plan.pieces.filter(({ key }) => !found.has(key)).map(({ words }) => words))],
  };
}
