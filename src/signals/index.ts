/** From what models say about canaries to scores: loss, calibrated loss, LiRA, RMIA. */
export type { CanarySignals, ReferenceSignals } from './canary-signals.ts';
export type { LiraVariance } from './lira.ts';
export {
  type ReferenceMode,
  SCORE_KINDS,
  type ScoreKind,
  type SignalScoreOptions,
  type SignalScores,
  scoreSignals,
} from './score-signals.ts';
export {
  isSignal,
  labelLogits,
  labelProbabilities,
  SIGNAL_FORMS,
  type SignalForm,
  signalRule,
} from './signal.ts';
