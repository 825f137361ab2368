import { asDomDocument, type PlotDocument } from './document.ts';
import { drawSheet, type PlotSheet, toPanel } from './sheet.ts';

/**
 * In pixels, and so many that a phone shows the texts about as large as they are drawn; on a wide screen two
 * or three stand beside each other.
 */
export const PICTURE_WIDTH = 360;

/** The size and the margins that plots have in common. */
export function plotFrame(document: PlotDocument, height: number) {
  return {
    document: asDomDocument(document),
    width: PICTURE_WIDTH,
    height,
    marginLeft: 54,
    marginBottom: 50,
    marginTop: 26,
    marginRight: 24,
  };
}

export const X_AXIS = { labelAnchor: 'center', labelArrow: 'none', labelOffset: 44 } as const;
export const Y_AXIS = { labelArrow: 'none', grid: true } as const;

/** A picture with its title and what it shows in words. */
export interface Picture {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly alt: string;
  /** A self-contained SVG. */
  readonly svg: string;
}

/** Puts one panel on a sheet with its title and key. */
export function toPicture(
  { name, title, alt }: Omit<Picture, 'svg'>,
  drawn: Element,
  height: number,
  more: Pick<PlotSheet, 'keys' | 'lines' | 'definitions'>,
): Picture {
  const panels = [toPanel(drawn, PICTURE_WIDTH, height)];
  const described = `${title}. ${alt}`;
  const svg = drawSheet({ ...more, title, titleSize: 16, alt: described, panels, columns: 1 });
  return { name, title, alt, svg };
}
