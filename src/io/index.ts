export type { ColumnNames } from './columns.ts';
export { parseIdx } from './idx.ts';
export { type ReadOptions, readScorePair, readScores } from './read.ts';
export { type ReadRun, readRun, readRunPair } from './run.ts';
export { scoreText } from './score-text.ts';
export { sha256 } from './sha256.ts';
export { type ByteSource, blobSource, bytesSource } from './source.ts';
