export { boundText } from './bound-text.ts';
export { curveText } from './curve-text.ts';
