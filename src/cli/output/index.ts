/** The one way in which commands write files. */
export {
  CERTIFICATE,
  type FileKind,
  markedSvg,
  PNG,
  REPORT,
  SVG,
  tableKind,
  UNIQUE,
} from './kinds.ts';
export { Outputs } from './outputs.ts';
export { removeStale } from './partials.ts';
export { curvePicture, pictureKind, planPicture, plotDocument, toPng } from './picture.ts';
export { SECRET, writeWhole } from './whole.ts';
