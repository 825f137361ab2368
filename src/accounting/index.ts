export { type Family, type FamilySearch, family } from './family.ts';
export { curveOf, tradeOff } from './trade-off.ts';
