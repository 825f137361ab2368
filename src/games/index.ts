export { type Algorithm4Setting, algorithm4 } from './algorithm4.ts';
export { assignmentText, drawFromSeed, drawFromWords, parseAssignment } from './commitment.ts';
export { type CountedRight, countByRank, countMostConfident, type TieBreak } from './count-right.ts';
export { expectedFraction } from './expected.ts';
export {
  ABSTAIN,
  type Attack,
  drawAssignment,
  type Game,
  type GameOptions,
  type Mechanism,
  observe,
  playMembership,
  playReconstruction,
} from './game.ts';
export { guessByRank, keepMostConfident, type Sides } from './guesses.ts';
export { type IdealSetting, idealFraction, simulateIdeal } from './ideal.ts';
export type { Ties } from './ties.ts';
