export { type Family, family } from './family.ts';
export { tradeOff } from './trade-off.ts';
