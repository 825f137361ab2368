import { readRunsIn } from '../../design/index.ts';
import type { Limits, ReadOptions, ReadRun } from '../../io/index.ts';
import { DISK } from '../input/disk.ts';

/** The runs of a file, a pipe or standard input. Each is read once and closed. */
export function readRunsFrom(
  path: string,
  assignmentPath: string | undefined,
  limits: Limits,
  options: Omit<ReadOptions, 'assignment' | 'limits' | 'platform'>,
): Promise<ReadRun[]> {
  return readRunsIn(DISK, path, assignmentPath, limits, options);
}
