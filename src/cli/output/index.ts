/** The one way in which commands write files. */
export {
  CERTIFICATE,
  EVIDENCE,
  type FileKind,
  markedSvg,
  PNG,
  REPORT,
  SVG,
  tableKind,
  UNIQUE,
} from './kinds.ts';
export { Outputs } from './outputs.ts';
export { partialName, removePartial, removeStale, writePartial } from './partials.ts';
export { curvePicture, pictureKind, planPicture, plotDocument, savedPicture, toPng } from './picture.ts';
export { placeAll } from './place.ts';
export { AUDIT_JSON, JUNIT, MARKDOWN, markedJunit, markedMarkdown } from './result-kinds.ts';
export { cannotWrite, findTarget, makeFolders, tryFolder } from './target.ts';
export { SECRET, writeWhole } from './whole.ts';
