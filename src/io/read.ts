import { InvalidInput } from '../errors.ts';
import { MOST_OPTIONS } from '../observation.ts';
import { quotedPath } from '../quote.ts';
import type { MembershipScores, Scores } from '../types.ts';
import { readAssignment } from './assignment.ts';
import { numberOf, ruleFor } from './columns/column.ts';
import type { ColumnNames } from './columns/column-roles.ts';
import { splitRuns } from './columns/runs/split-runs.ts';
import { createScoreColumns } from './columns/score-columns.ts';
import { open } from './formats/format.ts';
import { readInto } from './formats/read-table.ts';
import { invalid, missingRows } from './refuse.ts';
import type { ByteSource } from './source.ts';
import { MemoryUse, type SourceOptions, SourceReading } from './source-reading.ts';

/** Called as bytes are read. */
export type Progress = (doneBytes: number, totalBytes: number) => void;

export interface ReadOptions extends SourceOptions {
  /**
   * The names of the columns, where they are not the usual ones. With an assignment, `included` and `truth`
   * are its.
   */
  readonly columns?: ColumnNames;
  /** A second file with `id` and `included` (or `truth`), joined by id. */
  readonly assignment?: ByteSource;
  /**
   * How many candidates each bucket of a reconstruction has. Default: the number of score columns, else as
   * many as the truth shows, all of them drawn, at least 2; never a matter of the guesses.
   */
  readonly options?: number;
  /**
   * For one score per candidate: the lower, the more likely it went in. Scores of canaries are left as they
   * are.
   */
  readonly lowerIsIn?: boolean;
  readonly onProgress?: Progress;
}

/** One run's scores. */
export async function scoresFrom(source: ByteSource, options: ReadOptions = {}): Promise<Scores> {
  const [{ scores }] = onlyRun(source.name, (await readScoreFile(source, options, false)).runs);
  return scores;
}

/** One run of a file; the label is null where no column tells runs apart, or it has one value only. */
export interface FileRun {
  readonly label: string | null;
  readonly scores: Scores;
}

/** Refuses the runs of a file that is read as one run. */
export function onlyRun<T>(file: string, runs: readonly T[]): readonly T[] {
  if (runs.length === 1) return runs;
  throw new InvalidInput(
    `several runs in ${quotedPath(file)}; must be one: ${runs.length} (read them as several, or say that no column tells runs apart)`,
    ['runColumn'],
  );
}

/** What was read, the column that the attack's answers came from, and the hashes of the files. */
export interface ReadSheet {
  /** In the order of their labels. */
  readonly runs: readonly FileRun[];
  readonly scoreColumn: string;
  /** Empty unless asked for. */
  readonly sha256: string;
  readonly assignmentSha256?: string;
}

/** The same and, with `hashing`, what identifies the files; each is read once. */
export async function readScoreFile(
  source: ByteSource,
  options: ReadOptions,
  hashing: boolean,
): Promise<ReadSheet> {
  const { columns: wanted = {}, assignment: other, options: k, lowerIsIn = false, onProgress } = options;
  if (k !== undefined && !(Number.isInteger(k) && k >= 2))
    throw new InvalidInput(`invalid options; must be a whole number, at least 2: ${k}`);
  if (k !== undefined && k > MOST_OPTIONS)
    throw new InvalidInput(`invalid options; must be at most ${MOST_OPTIONS}: ${k}`);
  const before = other?.byteLength ?? 0;
  const total = before + source.byteLength;
  const how = { ...options, memoryUse: options.memoryUse ?? new MemoryUse() };
  const otherPass = other && new SourceReading(other, how, hashing, (done) => onProgress?.(done, total));
  const assignment = otherPass ? await readAssignment(otherPass, wanted, options) : null;
  const assignmentSha256 = hashing ? await otherPass?.digest() : undefined;
  const reading = new SourceReading(source, how, hashing, (done) => onProgress?.(before + done, total));
  const scoreColumns = await readInto(reading, (names) =>
    createScoreColumns(source.name, names, wanted, assignment, lowerIsIn),
  );
  const { scores, runs } = await scoreColumns.finish(k);
  return {
    runs: runs === null ? [{ label: null, scores }] : splitRuns(scores, runs),
    scoreColumn: scoreColumns.scoreColumn,
    sha256: hashing ? await reading.digest() : '',
    ...(assignmentSha256 === undefined ? {} : { assignmentSha256 }),
  };
}

/** How a pair of files is read. */
export type PairOptions = SourceOptions & Pick<ReadOptions, 'onProgress'>;

/** Scores of members and of non-members in two NPY files; the members come first. */
export async function scorePairFrom(
  included: ByteSource,
  excluded: ByteSource,
  options: PairOptions = {},
): Promise<MembershipScores> {
  return (await readPair(included, excluded, options, false)).scores;
}

/** The same, with the hashes of the files. */
export async function readPair(
  included: ByteSource,
  excluded: ByteSource,
  options: PairOptions,
  hashing: boolean,
): Promise<{ scores: MembershipScores; hashes: readonly string[] }> {
  const { onProgress } = options;
  const total = included.byteLength + excluded.byteLength;
  const how = { ...options, memoryUse: options.memoryUse ?? new MemoryUse() };
  const members = new SourceReading(included, how, hashing, (done) => onProgress?.(done, total));
  const others = new SourceReading(excluded, how, hashing, (done) =>
    onProgress?.(included.byteLength + done, total),
  );
  const arrays = [await readArray(members), await readArray(others)];
  const scores = new Float64Array(arrays[0].length + arrays[1].length);
  scores.set(arrays[0]);
  scores.set(arrays[1], arrays[0].length);
  const flags = new Uint8Array(scores.length);
  flags.fill(1, 0, arrays[0].length);
  return {
    scores: { kind: 'membership', scores, included: flags },
    hashes: hashing ? [await members.digest(), await others.digest()] : [],
  };
}

/** A score, the same again where both arrays are one, and whether it was in. */
const PAIRED = { rowBytes: 17 };

async function readArray(reading: SourceReading): Promise<Float64Array> {
  const file = reading.source.name;
  const opened = await open(reading);
  if (opened.format !== 'npy')
    throw new InvalidInput(
      `invalid file ${file}; a pair of score files must be NPY arrays: ${opened.format}`,
    );
  const { readNpy } = await import('./formats/npy.ts');
  const { at, length, shape, itemBytes } = await readNpy(file, opened.stream, reading);
  if (shape.filter((side) => side !== 1).length > 1)
    throw new InvalidInput(`invalid file ${file}; must have one dimension: ${shape.join(' x ')}`);
  if (length === 0) throw missingRows(file);
  reading.allow(length, [PAIRED], length * itemBytes);
  const scores = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    const value = at(row);
    scores[row] = typeof value === 'string' ? Number.NaN : numberOf(value);
    if (!Number.isFinite(scores[row])) throw invalid('score', { file, row: row + 1 }, ruleFor(value), value);
  }
  reading.keepRows(length);
  return scores;
}
