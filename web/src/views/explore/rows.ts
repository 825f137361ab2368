import type { BenchAnswer } from '../../../../src/bench/index.ts';
import { type ClaimTest, type EmpiricalEpsilon, METHODS } from '../../../../src/index.ts';
import { relationCompared } from '../../../../src/io/index.ts';
import { boundWords, type TableData } from '../../../../src/report/index.ts';

type Row = BenchAnswer['rows'][number];

/** What stands in a cell before its first value is there. */
const GAP = '…';

/**
 * An answer in which the values that are not there yet are those of the answer before, so that every row
 * keeps its place.
 */
export function carried(before: BenchAnswer | null, answer: BenchAnswer): BenchAnswer {
  const testOf = (method: string) =>
    testIn(answer, method) ?? (answer.isTested ? [] : (testIn(before, method) ?? []));
  return {
    ...answer,
    results: answer.rows.flatMap((row) => resultIn(answer, row) ?? resultIn(before, row) ?? []),
    tests: METHODS.flatMap(testOf),
  };
}

function resultIn(answer: BenchAnswer | null, { family, method }: Row): EmpiricalEpsilon | undefined {
  return answer?.results.find((result) => result.family === family && result.method === method);
}

function testIn(answer: BenchAnswer | null, method: string): ClaimTest | undefined {
  return answer?.tests.find((test) => test.method === method);
}

/** The rows of a table, and which of them are about an older question, or empty. */
export interface AgedTable {
  readonly table: TableData;
  readonly old: readonly boolean[];
}

/** The tables of what is shown, of which the answer so far is a part, in the words of `onerun bound`. */
export function agedTables(
  shown: BenchAnswer,
  answer: BenchAnswer | null,
): {
  readonly seen: string;
  readonly results: AgedTable | null;
  readonly tests: AgedTable | null;
} {
  const { question, rows } = shown;
  const { observation, tau, delta } = question;
  const known = rows.map((row) => resultIn(shown, row));
  const results = rows.map((row, i) => known[i] ?? emptyResult(row, delta));
  const verdict = {
    ...{ claim: '', claimEpsilon: 0, delta, tau, refuted: false, outcome: 'none' as const },
    ...{ standing: null, attack: { strength: null, power: null }, notes: [] },
  };
  const words = boundWords({
    ...{ observation, relation: relationCompared(observation, 'add-remove'), results },
    ...{ tau, deltas: [delta], reversed: null, proved: [], notes: [] },
    verdict: { ...verdict, tests: shown.tests },
  });
  const isOld = (row: Row) => resultIn(answer, row) === undefined;
  return {
    seen: words.answer.seen,
    results:
      words.results === null
        ? null
        : {
            table: {
              ...words.results,
              rows: words.results.rows.map((row, i) =>
                known[i] === undefined ? row.map((cell, j) => (j < 2 ? cell : GAP)) : row,
              ),
            },
            old: rows.map(isOld),
          },
    tests:
      words.tests === null || shown.tests.length === 0
        ? null
        : { table: words.tests, old: shown.tests.map(({ method }) => testIn(answer, method) === undefined) },
  };
}

function emptyResult({ family, method }: Row, delta: number): EmpiricalEpsilon {
  const assumption = method === 'independent' ? 'independent-canaries' : 'worst-case';
  return { family, method, delta, parameter: null, epsilon: 0, largestProvable: 0, assumption };
}
