export { closedForm, gaussianMu } from './closed-form.ts';
export { toReplace } from './neighbours.ts';
export { compare, maximal, type Order } from './order.ts';
export { parseClaim, parseFamily } from './parse.ts';
export { symmetrize } from './points.ts';
export { printClaim, printFamily, printNumber } from './print.ts';
export { profile } from './profile.ts';
export { beta, type TradeOff } from './tradeoff.ts';
export { findFunctionViolation, findViolation, type Point, type Violation } from './validate.ts';
