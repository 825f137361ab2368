import type { Scores } from '../types.ts';
import { type Progress, type ReadOptions, readScorePair, readScores } from './read.ts';
import { sha256 } from './sha256.ts';
import type { ByteSource } from './source.ts';

/** One run: its scores, and the file they came from as a report names it. */
export interface ReadRun {
  readonly input: { readonly name: string; readonly sha256: string; readonly rows: number };
  readonly scores: Scores;
}

/** Reads a score file and what identifies it. */
export async function readRun(source: ByteSource, options: ReadOptions = {}): Promise<ReadRun> {
  const scores = await readScores(source, options);
  return { input: { name: source.name, sha256: await sha256(source), rows: rowsOf(scores) }, scores };
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
