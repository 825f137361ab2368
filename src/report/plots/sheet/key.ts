import { GROUND } from './palette.ts';

/** An entry of the key: a line, unless it is made a box or a dot. */
export interface LegendKey {
  readonly text: string;
  readonly colour: string;
  /** The dashes of the line or outline. */
  readonly dash?: string;
  /** Makes it a box with this fill. */
  readonly fill?: string;
  /** Makes it a dot. */
  readonly dot?: boolean;
  /** Puts a dot on the line. */
  readonly on?: 'disc' | 'ring';
}

/** A sample of a line, box or dot for the key, 28 pixels wide and centred at y. */
export function keySample({ colour, dash, fill, dot, on }: LegendKey, x: number, y: number): string {
  const stroke = `stroke="${colour}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}`;
  if (dot)
    return `<circle cx="${x + 14}" cy="${y}" r="5" fill="${fill ?? GROUND}" ${stroke} stroke-width="2"/>`;
  if (fill === undefined) {
    const line = `<line x1="${x}" y1="${y}" x2="${x + 28}" y2="${y}" ${stroke} stroke-width="2.5"/>`;
    if (on === undefined) return line;
    const [r, inside] = on === 'ring' ? [4.6, GROUND] : [3.4, colour];
    return `${line}<circle cx="${x + 14}" cy="${y}" r="${r}" fill="${inside}" stroke="${colour}" stroke-width="1.6"/>`;
  }
  return `<rect x="${x}" y="${y - 6}" width="28" height="12" fill="${fill}" ${stroke} stroke-width="1.5"/>`;
}
