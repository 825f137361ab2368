export { limitInverseNoise, limitMu, limitRate, limitSteps } from './central-limit.ts';
export { type Family, type FamilySearch, family } from './family.ts';
export { curveOf, tradeOff } from './trade-off.ts';
