/** The one way in which commands write files. */
export { Outputs } from './outputs.ts';
export { curvePicture, picturePath, planPicture, plotDocument, savedPicture, toPng } from './picture.ts';
export { cannotWrite, checkFolder, findTarget, makeFolders } from './target.ts';
export { placeFiles, writeWhole } from './whole.ts';
