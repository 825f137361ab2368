/**
 * From what models say about canaries to scores: loss, calibrated loss, LiRA, RMIA.
 *
 * @module onerun/signals
 */
export type { CanarySignals, ReferenceSignals } from './canary-signals.ts';
export { checkReferenceCoins } from './coins.ts';
export type { LiraVariance } from './lira.ts';
export {
  type ReferenceMode,
  SCORE_KINDS,
  type ScoreKind,
  type SignalScoreOptions,
  type SignalScores,
  scoreSignals,
} from './score-signals.ts';
export { labelLogits, labelProbabilities, type SignalForm, whyNoSignal } from './signal.ts';
