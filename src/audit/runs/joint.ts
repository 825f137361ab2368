import { binomialTail, firstWhere } from '../../numerics/index.ts';

/** What several runs showed together. */
export interface JointRuns {
  readonly runs: number;
  /** From how many right guesses on a run counts, fixed in advance. */
  readonly atLeast: number;
  /** How many runs had so many right. */
  readonly reached: number;
  /** How many would have refuted the claim; null where not even all do, or nothing was tested. */
  readonly needed: number | null;
}

export function jointRuns(
  runs: number,
  atLeast: number | undefined,
  reached: number | undefined,
  tests: readonly { readonly perRun?: number }[],
  tau: number,
): JointRuns | null {
  if (atLeast === undefined || reached === undefined) return null;
  const single = Math.min(...tests.map(({ perRun = 1 }) => perRun), 1);
  const refutes = (count: number) => tests.length > 0 && binomialTail(runs, single, count) <= tau;
  return { runs, atLeast, reached, needed: refutes(runs) ? firstWhere(0, runs, refutes) : null };
}
