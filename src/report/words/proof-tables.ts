import type { EmpiricalEpsilon } from '../../audit/index.ts';
import { formatCount, formatLowerBound, formatNumber, formatPValue } from './format.ts';
import type { TableData } from './table.ts';

/** The test of a claim by one method; at one number of guesses, where there may be several. */
interface TestedClaim {
  readonly method: string;
  readonly guesses?: number;
  readonly pValue: number;
  readonly refuted: boolean;
}

/** The p-values of a claim; `level` says when one refutes. */
export function testTable(tests: readonly TestedClaim[], level: string): TableData {
  const several = new Set(tests.map(({ guesses }) => guesses)).size > 1;
  return {
    columns: [
      { title: 'method' },
      ...(several ? [{ title: 'guesses', align: 'right' as const }] : []),
      { title: 'p-value', align: 'right' },
      { title: level },
    ],
    rows: tests.map(({ method, guesses = 0, pValue, refuted }) => [
      method,
      ...(several ? [formatCount(guesses)] : []),
      formatPValue(pValue),
      refuted ? 'refuted' : 'not refuted',
    ]),
  };
}

/** How wrong the row can be that rests on independent canaries; null where there is none. */
export function howWrong(results: readonly Pick<EmpiricalEpsilon, 'assumption'>[]): string | null {
  return results.some(({ assumption }) => assumption === 'independent-canaries') ? HOW_WRONG : null;
}

const HOW_WRONG =
  'How wrong "independent" can be: a mechanism that keeps gaussian(sigma=1), but tells of many canaries in some runs and of none in the others, gets more than its epsilon in 14% of runs at 95% confidence, the worst one in 33% (216 guesses on 1,000 canaries; with more guesses, more).';

/** The epsilon that each family and method proves, and what every guess right, or every run, would have. */
export function epsilonTable(
  results: readonly EmpiricalEpsilon[],
  best: 'if all right' | 'if all count' = 'if all right',
): TableData {
  return {
    columns: [
      { title: 'family' },
      { title: 'method' },
      { title: 'delta', align: 'right' },
      { title: 'epsilon', align: 'right' },
      { title: best, align: 'right' },
      { title: 'rests on' },
    ],
    rows: results.map((row) => [
      row.family,
      row.method,
      formatNumber(row.delta),
      formatLowerBound(row.epsilon),
      formatLowerBound(row.largestProvable),
      row.assumption === 'independent-canaries' ? 'independent' : row.assumption,
    ]),
  };
}
