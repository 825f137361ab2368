/**
 * DP-SGD with canaries. jax-js is optional and handed in; everything runs in Node and in the browser.
 *
 * @module onerun/training
 */
export {
  type BugName,
  type CanariesOnly,
  dpsgdClaim,
  dpsgdOnCanaries,
  SCORES,
  type ScoreName,
  scoreCanaries,
  ZOO,
} from '../mechanisms/index.ts';
export { calibratedLosses, type Split, splitData } from './black-box.ts';
export { evaluate } from './evaluate.ts';
export { type Jax, Network, NO_CLIP } from './network.ts';
export { countOf, type Records, sliceRecords } from './records.ts';
export { SCHEDULES } from './schedule.ts';
export {
  CANARY_KINDS,
  checkSetting,
  TRAINING_OPTIONS,
  type TrainingOption,
  type TrainingValueKind,
  type TrainSetting,
} from './setting.ts';
export { Trainer, type TrainingData } from './trainer.ts';
