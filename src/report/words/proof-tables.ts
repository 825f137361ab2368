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

const METHOD_MEANINGS: Readonly<Record<string, string>> = {
  paper: 'paper is Algorithm 3 of the paper',
  optimal: 'optimal the test with the smallest p-value that is valid',
  steinke: 'steinke the test of Steinke, Nasr and Jagielski (2023)',
  classical: 'classical the test of one canary that is in or out of many runs',
};

/** What the family and the method of a row are. */
export function rowMeanings(rows: readonly { readonly method: string }[]): (readonly [string, string])[] {
  const methods = Object.keys(METHOD_MEANINGS).filter((name) => rows.some(({ method }) => method === name));
  if (methods.length === 0) return [];
  return [
    ['family', 'claims with one parameter left open, among which the proved epsilon was sought.'],
    ['method', `the test that was used: ${methods.map((name) => METHOD_MEANINGS[name]).join(', ')}.`],
  ];
}

/** The sentence above the p-values of a claim; a p-value of `tau` or less refutes it. */
export function testsLead(tau: number): string {
  return `P-value: how probable such a result is, at most, if the claim is true; ${formatNumber(tau, 3)} or less refutes it.`;
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

/** The epsilon that each family and method proves, and what every guess right, or every run, would have. */
export function epsilonTable(
  results: readonly EmpiricalEpsilon[],
  best: 'if all were right' | 'if all counted' = 'if all were right',
): TableData {
  return {
    columns: [
      { title: 'family' },
      { title: 'method' },
      { title: 'at delta', align: 'right' },
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
      row.assumption,
    ]),
  };
}

/** The sentence above the table of epsilons; `evidence` is what they were proved from. */
export function provedLead(
  results: readonly EmpiricalEpsilon[],
  confidence: string,
  evidence: 'counts' | 'scores',
): string {
  return results.some(({ epsilon }) => epsilon > 0)
    ? `Proved at ${confidence} confidence: epsilon is at least`
    : `Nothing was proved at ${confidence} confidence: these ${evidence} do not rule out perfect privacy.`;
}
