export { boundText } from './bound-text.ts';
export { calibrationText, curveText } from './curve-text.ts';
