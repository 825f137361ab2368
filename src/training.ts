/** onerun/training: DP-SGD with canaries. jax-js is optional and handed in; everything runs in Node and in the browser. */
export {
  calibratedLosses,
  claimOf,
  evaluate,
  type Jax,
  Network,
  NO_CLIP,
  type Records,
  type Split,
  splitData,
  Trainer,
  type TrainingData,
  type TrainSetting,
  type TrainState,
} from './mechanisms/index.ts';
