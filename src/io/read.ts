import { InvalidInput } from '../errors.ts';
import type { MembershipScores, Scores } from '../types.ts';
import { readAssignment } from './assignment.ts';
import type { ColumnNames } from './columns.ts';
import { open } from './format.ts';
import { invalid, missingRows } from './refuse.ts';
import { createSheet } from './sheet.ts';
import type { ByteSource } from './source.ts';
import { readInto } from './table.ts';

/** Called as bytes are read. */
export type Progress = (doneBytes: number, totalBytes: number) => void;

export interface ReadOptions {
  /** The names of the columns, where they are not the usual ones. With an assignment, `included` and `truth` are its. */
  readonly columns?: ColumnNames;
  /** A second file with `id` and `included` (or `truth`), joined by id. */
  readonly assignment?: ByteSource;
  /**
   * How many candidates each bucket of a reconstruction has. Default: the number of score columns, else one more than
   * the largest truth, at least 2; never a matter of the guesses.
   */
  readonly options?: number;
  /** For one score per candidate: the lower, the more likely it went in. Scores of canaries are left as they are. */
  readonly lowerIsIn?: boolean;
  readonly onProgress?: Progress;
}

/**
 * One run's scores from a file of any format: CSV, TSV, JSON Lines, NPZ or Parquet, with or without gzip, told apart by
 * content. The rows keep the file's order. A file that cannot be used throws InvalidInput with one sentence.
 *
 * @example
 * const scores = await readScores(bytesSource('scores.csv', bytes));
 */
export async function readScores(source: ByteSource, options: ReadOptions = {}): Promise<Scores> {
  return (await readSheet(source, options)).scores;
}

/** The same, with the name of the column that the attack's answers came from. */
export async function readSheet(
  source: ByteSource,
  options: ReadOptions,
): Promise<{ scores: Scores; scoreColumn: string }> {
  const { columns: wanted = {}, assignment: other, options: k, lowerIsIn = false, onProgress } = options;
  if (k !== undefined && !(Number.isInteger(k) && k >= 2 && k < 2 ** 31))
    throw new InvalidInput(`invalid options; must be a whole number, at least 2: ${k}`);
  const before = other?.byteLength ?? 0;
  const total = before + source.byteLength;
  const assignment =
    other === undefined ? null : await readAssignment(other, wanted, (done) => onProgress?.(done, total));
  const sheet = await readInto(
    source,
    (names) => createSheet(source.name, names, wanted, assignment, lowerIsIn),
    (done) => onProgress?.(before + done, total),
  );
  return { scores: await sheet.finish(k), scoreColumn: sheet.scoreColumn };
}

/** Scores of members and of non-members in two NPY files; the members come first. */
export async function readScorePair(
  included: ByteSource,
  excluded: ByteSource,
  onProgress?: Progress,
): Promise<MembershipScores> {
  const total = included.byteLength + excluded.byteLength;
  const members = await readArray(included, (done) => onProgress?.(done, total));
  const others = await readArray(excluded, (done) => onProgress?.(included.byteLength + done, total));
  const scores = new Float64Array(members.length + others.length);
  scores.set(members);
  scores.set(others, members.length);
  const flags = new Uint8Array(scores.length);
  flags.fill(1, 0, members.length);
  return { kind: 'membership', scores, included: flags };
}

async function readArray(source: ByteSource, report: (done: number) => void): Promise<Float64Array> {
  const file = source.name;
  const opened = await open(source, report);
  if (opened.format !== 'npy')
    throw new InvalidInput(
      `invalid file ${file}; a pair of score files must be NPY arrays: ${opened.format}`,
    );
  const { parseNpy } = await import('./npy.ts');
  const { data, shape } = parseNpy(file, opened.bytes);
  if (shape.filter((side) => side !== 1).length > 1)
    throw new InvalidInput(`invalid file ${file}; must have one dimension: ${shape.join(' x ')}`);
  if (data.length === 0) throw missingRows(file);
  return Float64Array.from(data, (value, i) => {
    const score = typeof value === 'bigint' ? Number(value) : value;
    if (typeof score !== 'number' || !Number.isFinite(score))
      throw invalid('score', { file, row: i + 1 }, 'must be a finite number', value);
    return score;
  });
}
