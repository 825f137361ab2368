import type { Scores } from '../types.ts';
import { onlyRun, type PairOptions, type ReadOptions, readPair, readScoreFile } from './read.ts';
import type { ByteSource } from './source.ts';

/** One run: its scores, and the file they came from as a report names it. */
export interface ReadRun {
  readonly input: {
    readonly name: string;
    readonly sha256: string;
    readonly rows: number;
    /** Where a column tells several runs of one file apart: the run's label and the file. */
    readonly run?: string;
    readonly file?: string;
    /** The column that the attack's answers were read from; absent where the file has no columns. */
    readonly scoreColumn?: string;
  };
  readonly scores: Scores;
  /** The hash of the file that says who was in, where that is a file of its own. */
  readonly assignmentSha256?: string;
}

/** Reads a score file and what identifies it: one run, or those that a column tells apart. */
export async function runsFrom(source: ByteSource, options: ReadOptions = {}): Promise<ReadRun[]> {
  const { runs, scoreColumn, sha256, ...rest } = await readScoreFile(source, options, true);
  return runs.map(({ label, scores }) => {
    const facts = { sha256, rows: rowsOf(scores), scoreColumn };
    const input =
      label === null
        ? { name: source.name, ...facts }
        : { name: `${source.name}, run ${label}`, run: label, file: source.name, ...facts };
    return { input, scores, ...rest };
  });
}

/** The same of a file that holds one run. */
export async function runFrom(source: ByteSource, options: ReadOptions = {}): Promise<ReadRun> {
  return onlyRun(source.name, await runsFrom(source, options))[0];
}

/** The same of two NPY files, the scores of members and of others. */
export async function runPairFrom(
  included: ByteSource,
  excluded: ByteSource,
  options: PairOptions = {},
): Promise<ReadRun> {
  const { scores, hashes } = await readPair(included, excluded, options, true);
  const input = {
    name: `${included.name} + ${excluded.name}`,
    sha256: hashes.join(' + '),
    rows: rowsOf(scores),
  };
  return { input, scores };
}

function rowsOf(scores: Scores): number {
  return scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
}
