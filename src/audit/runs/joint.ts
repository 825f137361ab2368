import { binomialTail, firstWhere } from '../../numerics/index.ts';
import type { JointRuns } from '../records.ts';

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
