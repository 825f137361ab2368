import { ln } from '../../numerics/index.ts';

/** Score and truth of a row, and the run that it stands for alone. */
export interface LabelledRow {
  readonly label: string;
  readonly score: number;
  readonly truth: number;
}

/** Whether the runs of these rows are the same by what they hold, coarse as their scores may be. */
export function areCopied(a: readonly LabelledRow[], b: readonly LabelledRow[], chance: number): boolean {
  return agreeByLabel(a, b) < ln(chance) || agreeAsSets(a, b) < ln(chance);
}

/**
 * ln of the probability that runs with the same labels agree in score and truth, every one of them: that of
 * dealing out the same scores anew among runs of the same truth. 0 where one differs.
 */
function agreeByLabel(a: readonly LabelledRow[], b: readonly LabelledRow[]): number {
  const rows = new Map(a.map((row) => [row.label, row]));
  const common = b.filter(({ label }) => rows.has(label));
  const same = ({ label, score, truth }: LabelledRow) =>
    rows.get(label)?.score === score && rows.get(label)?.truth === truth;
  if (!common.every(same)) return 0;
  const alike = sum(
    counts(common, ({ score, truth }) => `${score} ${truth}`),
    logFactorial,
  );
  return (
    alike -
    sum(
      counts(common, ({ truth }) => `${truth}`),
      logFactorial,
    )
  );
}

/**
 * ln of the probability that two lists have the same scores with the same truths, each equally often: that of
 * two halves of both together. 0 where they have not, or where the truth follows from the score: then runs
 * that are scored by rank are equal without being copies.
 */
function agreeAsSets(a: readonly LabelledRow[], b: readonly LabelledRow[]): number {
  if (a.length !== b.length || isSeparated(a)) return 0;
  const key = ({ score, truth }: LabelledRow) => `${score} ${truth}`;
  const [ours, theirs] = [counts(a, key), counts(b, key)];
  for (const [row, count] of ours) if (theirs.get(row) !== count) return 0;
  const logHalves = (n: number) => logFactorial(2 * n) - 2 * logFactorial(n);
  return sum(ours, logHalves) - logHalves(a.length);
}

/** Whether one threshold parts the rows by their truth. */
function isSeparated(rows: readonly LabelledRow[]): boolean {
  const sorted = [...rows].sort((a, b) => a.score - b.score || a.truth - b.truth);
  return sorted.filter(({ truth }, i) => i > 0 && truth !== sorted[i - 1].truth).length <= 1;
}

function counts(rows: readonly LabelledRow[], key: (row: LabelledRow) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const row of rows) found.set(key(row), (found.get(key(row)) ?? 0) + 1);
  return found;
}

function sum(found: ReadonlyMap<string, number>, term: (count: number) => number): number {
  let total = 0;
  for (const count of found.values()) total += term(count);
  return total;
}

function logFactorial(n: number): number {
  let log = 0;
  for (let i = 2; i <= n; i++) log += ln(i);
  return log;
}
