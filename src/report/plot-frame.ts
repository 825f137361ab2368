import { FONT_FAMILY, panel, type Sheet, sheet } from './sheet.ts';

/** Narrow enough to be read on a phone without scrolling, two beside each other on a desk. */
const WIDTH = 420;

/** What the plots of an audit have in common. */
export function frame(document: Document, height: number) {
  return {
    document,
    width: WIDTH,
    height,
    marginLeft: 54,
    marginBottom: 50,
    marginTop: 26,
    marginRight: 24,
    style: { fontFamily: FONT_FAMILY, fontSize: '13px', background: 'white', overflow: 'visible' },
  };
}

export const ACROSS = { labelAnchor: 'center', labelArrow: 'none', labelOffset: 44 } as const;
export const UP = { labelArrow: 'none', grid: true } as const;

/** A picture of an audit, with its title and what it shows in words. */
export interface AuditPlot {
  readonly name: 'scores' | 'roc' | 'budgets' | 'bounds';
  readonly title: string;
  readonly alt: string;
  /** Self-contained. */
  readonly svg: string;
}

/** Puts one panel on a sheet with its title and key. */
export function picture(
  { name, title, alt }: Omit<AuditPlot, 'svg'>,
  drawn: Element,
  height: number,
  more: Pick<Sheet, 'keys' | 'lines' | 'definitions'>,
): AuditPlot {
  const panels = [panel(drawn, WIDTH, height)];
  const svg = sheet({ ...more, title, titleSize: 16, keySize: 13, alt: `${title}. ${alt}`, panels });
  return { name, title, alt, svg };
}
