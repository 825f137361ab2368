export { whyDesignIsBlind } from './blind-design.ts';
export { type CanariesOnly, dpsgdOnCanaries, scoreCanaries } from './dpsgd/canaries-only.ts';
export { checkRoom, type DiracCanaries, drawCoordinates, presentSlots } from './dpsgd/dirac.ts';
export { dpsgdClaim } from './dpsgd/privacy.ts';
export { release } from './dpsgd/release.ts';
export { all, sampleBatch, shuffle } from './dpsgd/sampling.ts';
export { SCORES, type ScoreName, scoreNamed } from './dpsgd/scores.ts';
export { WhiteBox } from './dpsgd/white-box.ts';
export { judgeRuns } from './judge-runs.ts';
export { assertKeeps, type KeepsOptions } from './keeps.ts';
export { ClaimRefuted, CouldNotHaveNoticed, type KeepsFacts } from './keeps-facts.ts';
export { gaussianSum, laplaceSum } from './noisy-sum.ts';
export { randomizedResponse } from './randomized-response.ts';
export {
  frequency,
  type RefutesOptions,
  refutes,
  type ScoredMechanism,
  simulateScores,
  testOutcome,
} from './refutes.ts';
export type { Subject } from './subject.ts';
export { testDesign } from './test-design.ts';
export { type Trial, type TrialOptions, trialOf } from './trial.ts';
export { worstCase } from './worst-case.ts';
export { type BugName, bugNamed, type Flaws, flawsOf, ZOO } from './zoo.ts';
