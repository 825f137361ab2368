/**
 * The document that plots are drawn in: the browser's, or one that stands in for it. Named by the one method that tells
 * it from other objects, so that these types also stand in projects without the DOM's.
 */
export interface PlotDocument {
  createElementNS(namespace: string | null, name: string): unknown;
}

/** The same as the DOM's type, which the plotting library asks for. */
export function asDomDocument(document: PlotDocument): Document {
  return document as Document;
}
