/** onerun: audit differential privacy from one training run. Everything here runs in Node and in the browser. */

export * from './audit/index.ts';
export * from './bounds/index.ts';
export * from './claims/index.ts';
export { type Family, type FamilySearch, family, tradeOff } from './claims/index.ts';
export { InvalidClaim, InvalidInput } from './errors.ts';
export * from './games/index.ts';
export * from './io/index.ts';
export {
  assertKeeps,
  type BugName,
  type CanariesOnly,
  ClaimRefuted,
  dpsgdOnCanaries,
  type Frequency,
  frequency,
  gaussianSum,
  type KeepsFacts,
  laplaceSum,
  type RefutesOptions,
  randomizedResponse,
  refutes,
  type ScoredMechanism,
  type ScoreName,
  type Subject,
  scoreCanaries,
  type TestDesign,
  type TestDesignOptions,
  testDesign,
  type WorstCase,
  worstCase,
  ZOO,
} from './mechanisms/index.ts';
export * from './numerics/index.ts';
export { checkObservation } from './observation.ts';
export * from './report/index.ts';
export * from './types.ts';
