import type { MembershipScores, Scores } from '../types.ts';
import type { IdxBytes } from './formats/idx.ts';
import type { ParquetOptions, ParquetTable } from './formats/parquet-table.ts';
import type { Limits } from './limits.ts';
import type { PairOptions, ReadOptions } from './read.ts';
import type { RoundsFile, RoundsReadOptions } from './rounds/read-rounds.ts';
import type { ReadRun } from './run.ts';
import type { SignalFile, SignalReadOptions } from './signals/read-signals.ts';
import type { ByteSource } from './source.ts';
import type { LookOptions, TableLook } from './table-look.ts';

// The readers are loaded when there is something to read: a page that computes needs none of them.

/**
 * One run's scores from a file of any format: CSV, TSV, JSON Lines, NPZ or Parquet, with or without gzip,
 * told apart by content. The rows keep the file's order. A file that cannot be used throws InvalidInput with
 * one sentence.
 *
 * @example
 * const scores = await readScores(bytesSource('scores.csv', bytes));
 */
export async function readScores(source: ByteSource, options?: ReadOptions): Promise<Scores> {
  return (await import('./read.ts')).scoresFrom(source, options);
}

/** Scores of members and of non-members in two NPY files; the members come first. */
export async function readScorePair(
  included: ByteSource,
  excluded: ByteSource,
  options?: PairOptions,
): Promise<MembershipScores> {
  return (await import('./read.ts')).scorePairFrom(included, excluded, options);
}

/**
 * Reads the runs of a score file and what identifies it: one, or as many as the column `run` has labels (or
 * the column that is named for them), in the order of the labels.
 *
 * @example
 * const runs = await readRuns(bytesSource('runs.csv', bytes), { columns: { run: 'seed' } });
 */
export async function readRuns(source: ByteSource, options?: ReadOptions): Promise<ReadRun[]> {
  return (await import('./run.ts')).runsFrom(source, options);
}

/** The same of a file that holds one run; with several it throws. */
export async function readRun(source: ByteSource, options?: ReadOptions): Promise<ReadRun> {
  return (await import('./run.ts')).runFrom(source, options);
}

/** The same of two NPY files, the scores of members and of others. */
export async function readRunPair(
  included: ByteSource,
  excluded: ByteSource,
  options?: PairOptions,
): Promise<ReadRun> {
  return (await import('./run.ts')).runPairFrom(included, excluded, options);
}

/**
 * What models say about canaries, from a file of any format, an NPY array included: losses, probabilities or
 * logits of its own model and of references.
 */
export async function readSignals(source: ByteSource, options?: SignalReadOptions): Promise<SignalFile> {
  return (await import('./signals/read-signals.ts')).signalsFrom(source, options);
}

/**
 * The rounds of a training from a file of any format: arrays of (rounds, canaries), a table with a column
 * `round` or `step`, or the counts of rounds.
 *
 * @example
 * const { rounds } = await readRounds(bytesSource('rounds.csv', bytes));
 */
export async function readRounds(source: ByteSource, options?: RoundsReadOptions): Promise<RoundsFile> {
  return (await import('./rounds/read-rounds.ts')).roundsFrom(source, options);
}

/** Reads an IDX file (the form of MNIST) of unsigned bytes, plain or gzipped. */
export async function readIdx(source: ByteSource, limits?: Limits): Promise<IdxBytes> {
  return (await import('./formats/idx.ts')).idxBytesFrom(source, limits);
}

/**
 * The names of a table's columns and its first rows, for a user who is to say which column is which; the rest
 * of the file is left unread.
 *
 * @example
 * const { columns, rows } = await lookAtTable(bytesSource('scores.csv', bytes));
 */
export async function lookAtTable(source: ByteSource, options: LookOptions = {}): Promise<TableLook> {
  return (await import('./table-look.ts')).tableLook(source, options);
}

/** Opens a Parquet file, whose rows are then read a row group at a time. */
export async function openParquet(
  source: ByteSource,
  limits?: Limits,
  options?: ParquetOptions,
): Promise<ParquetTable> {
  return (await import('./formats/parquet-table.ts')).openParquetTable(source, limits, options);
}
