/** The one way in which commands write files. */
export {
  CERTIFICATE,
  type Kind,
  markedPng,
  markedSvg,
  PNG,
  REPORT,
  SVG,
  tableKind,
  UNIQUE,
} from './kinds.ts';
export { Outputs } from './outputs.ts';
export { removeStale } from './partials.ts';
export { writeWhole } from './whole.ts';
