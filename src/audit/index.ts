export { type Calibration, calibrate } from './calibrate.ts';
export { type CurveLines, type CurveNumbers, type CurveShape, curveNumbers, curveShape } from './curve.ts';
export {
  checkDelta,
  type EmpiricalEpsilon,
  type EmpiricalOptions,
  empiricalEpsilon,
  empiricalEpsilonSync,
} from './empirical.ts';
export { type ClaimTest, type ClaimVerdict, type VerdictOptions, verdict } from './verdict.ts';
