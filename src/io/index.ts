export type { ColumnNames } from './columns.ts';
export { type ReadOptions, readScorePair, readScores } from './read.ts';
export { type ReadRun, readRun, readRunPair } from './run.ts';
export { sha256 } from './sha256.ts';
export { type ByteSource, blobSource, bytesSource } from './source.ts';
