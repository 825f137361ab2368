export { type BoundReport, boundText } from './bound-text.ts';
export { type CurveReport, curveText } from './curve-text.ts';
