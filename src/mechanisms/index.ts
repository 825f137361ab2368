export { type WorstCase, worstCase } from './worst-case.ts';
export { type Design, type DesignOptions, designOf } from './design.ts';
export { dpsgdOnCanaries } from './dpsgd/canaries-only.ts';
export { SCORES, type ScoreName, scoreNamed } from './dpsgd/scores.ts';
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
export { attackOf, type Subject } from './subject.ts';
export { type BugName, bugNamed, ZOO } from './zoo.ts';
