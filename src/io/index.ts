/**
 * Reads score files (CSV, JSON Lines, NPY, NPZ, Parquet, gzip) from bytes, within limits, and numbers as
 * people type them.
 *
 * @module onerun/io
 */
export { checkTau, tauOf } from '../levels.ts';
export { checkObservation, relationCompared } from '../observation.ts';
export { readNumber } from '../read-number.ts';
export type { Hash } from '../sha256.ts';
export { type ColumnNames, type ColumnsByRole, columnsByRole, missingRoles } from './columns/column-roles.ts';
export type { ParquetBatch, ParquetOptions, ParquetTable } from './formats/parquet-table.ts';
export { DEFAULT_LIMITS, LimitReached, type Limits, parseLimit } from './limits.ts';
export {
  lookAtTable,
  openParquet,
  readIdx,
  readRounds,
  readRun,
  readRunPair,
  readRuns,
  readScorePair,
  readScores,
  readSignals,
} from './open.ts';
export type { PairOptions, ReadOptions } from './read.ts';
export type { ReadRound, RoundsFile, RoundsReadOptions } from './rounds/read-rounds.ts';
export type { ReadRun } from './run.ts';
export { scoreText } from './score-text.ts';
export { sha256 } from './sha256.ts';
export type { SignalFile, SignalReadOptions, SignalsOfModel } from './signals/read-signals.ts';
export { inOrder, rowsLike } from './signals/same-rows.ts';
export { type ByteSource, blobSource, bytesSource, type SlicedBytes } from './source.ts';
export { MemoryUse, type Platform } from './source-reading.ts';
export type { LookOptions, TableLook } from './table-look.ts';
