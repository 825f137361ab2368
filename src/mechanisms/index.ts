export { type Design, type DesignOptions, designOf } from './design.ts';
export { calibratedLosses, type Split, splitData } from './dpsgd/black-box.ts';
export { type CanariesOnly, dpsgdOnCanaries, scoreCanaries } from './dpsgd/canaries-only.ts';
export { evaluate } from './dpsgd/evaluate.ts';
export { type Jax, Network, NO_CLIP } from './dpsgd/network.ts';
export { claimOf } from './dpsgd/privacy.ts';
export { countOf, type Records, sliceRecords } from './dpsgd/records.ts';
export { SCHEDULES } from './dpsgd/schedule.ts';
export { SCORES, type ScoreName, scoreNamed } from './dpsgd/scores.ts';
export { CANARY_KINDS, checkSetting, type TrainSetting } from './dpsgd/setting.ts';
export { Trainer, type TrainingData, type TrainState } from './dpsgd/trainer.ts';
export { assertKeeps, ClaimRefuted, type KeepsFacts } from './keeps.ts';
export { gaussianSum, laplaceSum } from './noisy-sum.ts';
export { randomizedResponse } from './randomized-response.ts';
export {
  type Frequency,
  frequency,
  type RefutesOptions,
  refutes,
  type ScoredMechanism,
  simulateScores,
} from './refutes.ts';
export type { Subject } from './subject.ts';
export { type WorstCase, worstCase } from './worst-case.ts';
export { type BugName, bugNamed, ZOO } from './zoo.ts';
