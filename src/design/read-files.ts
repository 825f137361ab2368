import { type Limits, type ReadOptions, type ReadRun, readRunPair, readRuns } from '../io/index.ts';
import { type CommitmentFile, checkedAgainst } from './commitment-file.ts';
import type { FilePlace } from './file-place.ts';

/** The runs of a score file and of the file that says who was in. Each is read once and closed. */
export function readRunsIn(
  place: FilePlace,
  path: string,
  assignmentPath: string | undefined,
  limits: Limits,
  options: Omit<ReadOptions, 'assignment' | 'limits' | 'platform'>,
  committed: CommitmentFile | null = null,
): Promise<ReadRun[]> {
  const paths = [path, ...(assignmentPath === undefined ? [] : [assignmentPath])];
  return place.reading(paths, limits, ([source, other], how) => {
    const assignment =
      other && committed !== null && assignmentPath !== undefined
        ? checkedAgainst(place, other, assignmentPath, committed)
        : other;
    return readRuns(source, { ...options, ...how, ...(assignment === undefined ? {} : { assignment }) });
  });
}

/** The same for two NPY files. */
export function readPairIn(
  place: FilePlace,
  included: string,
  excluded: string,
  limits: Limits,
): Promise<ReadRun> {
  return place.reading([included, excluded], limits, ([members, others], how) =>
    readRunPair(members, others, how),
  );
}
