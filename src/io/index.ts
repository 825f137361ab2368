export { parseIdx } from './idx.ts';
export { type ReadOptions, readScorePair, readScores } from './read.ts';
export { scoreText } from './score-text.ts';
export { sha256 } from './sha256.ts';
export { type ByteSource, bytesSource } from './source.ts';
