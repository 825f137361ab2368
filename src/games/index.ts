export { algorithm4 } from './algorithm4.ts';
export { betaNodes, kinks } from './beta-nodes.ts';
export { type Calls, lawOfCalls } from './called-law.ts';
export {
  type AssignmentColumn,
  assignmentText,
  drawFromSeed,
  drawFromWords,
  parseAssignment,
} from './commitment.ts';
export {
  type CountedRight,
  countByRank,
  countMostConfident,
  type Ranked,
  rankedByConfidence,
  rankedByScore,
} from './count-right.ts';
export { type DrawOptions, drawCanaries } from './draw-canaries.ts';
export { expectedFraction } from './expected.ts';
export {
  ABSTAIN,
  type Attack,
  drawAssignment,
  type Mechanism,
  observe,
  playMembership,
  playReconstruction,
} from './game.ts';
export { guessByRank, keepMostConfident } from './guesses.ts';
export { idealFraction, simulateIdeal } from './ideal.ts';
export {
  calledIn,
  expectedRight,
  type GuessedCurves,
  independent,
  lawOfRight,
  lawOfRuns,
  lawOfSurest,
  type RightLaw,
  rightAmong,
} from './right-law.ts';
export { type GuessedCurve, shareRight, wrongAmong } from './share-right.ts';
export { type SimulateOptions, simulate } from './simulate.ts';
export { surestShare } from './surest-share.ts';
export {
  checkTemplate,
  drawTexts,
  type TextRecipe,
  textEntropy,
} from './texts/draw-texts.ts';
export { meanRight, reachedChances, rightRange } from './ties/tied-law.ts';
export { type Ties, tiedCounts } from './ties/ties.ts';
