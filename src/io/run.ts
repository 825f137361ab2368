import type { Scores } from '../types.ts';
import { type PairOptions, type ReadOptions, readPair, readScoreFile } from './read.ts';
import type { ByteSource } from './source.ts';

/** One run: its scores, and the file they came from as a report names it. */
export interface ReadRun {
  readonly input: {
    readonly name: string;
    readonly sha256: string;
    readonly rows: number;
    /** The column that the attack's answers were read from; absent where the file has no columns. */
    readonly scoreColumn?: string;
  };
  readonly scores: Scores;
  /** The hash of the file that says who was in, where that is a file of its own. */
  readonly assignmentSha256?: string;
}

/** Reads a score file and what identifies it. */
export async function runFrom(source: ByteSource, options: ReadOptions = {}): Promise<ReadRun> {
  const { scores, scoreColumn, sha256, ...rest } = await readScoreFile(source, options, true);
  const input = { name: source.name, sha256, rows: rowsOf(scores), scoreColumn };
  return { input, scores, ...rest };
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
