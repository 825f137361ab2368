import type { Scores } from '../types.ts';
import { type Progress, type ReadOptions, readScorePair, readSheet } from './read.ts';
import { sha256 } from './sha256.ts';
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
}

/** Reads a score file and what identifies it. */
export async function readRun(source: ByteSource, options: ReadOptions = {}): Promise<ReadRun> {
  const { scores, scoreColumn } = await readSheet(source, options);
  const input = { name: source.name, sha256: await sha256(source), rows: rowsOf(scores), scoreColumn };
  return { input, scores };
}

/** The same of two NPY files, the scores of members and of others. */
export async function readRunPair(
  included: ByteSource,
  excluded: ByteSource,
  onProgress?: Progress,
): Promise<ReadRun> {
  const scores = await readScorePair(included, excluded, onProgress);
  const input = {
    name: `${included.name} + ${excluded.name}`,
    sha256: `${await sha256(included)} + ${await sha256(excluded)}`,
    rows: rowsOf(scores),
  };
  return { input, scores };
}

function rowsOf(scores: Scores): number {
  return scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
}
