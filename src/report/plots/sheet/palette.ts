/**
 * The colours of plots, which the colour-blind tell apart. Those of audits mean one thing everywhere, as in
 * the live figure: claim, seen (with its band), proved (with the most that could be), grey for blind, blue
 * and orange for canaries in and out. A file has them as they are; a page may set each anew by its variable,
 * such as --plot-blue, in the dark.
 */
export const PALETTE = {
  ground: '#ffffff',
  ink: '#222222',
  quiet: '#444444',
  grey: '#767676',
  blue: '#0072b2',
  pale: '#cfe4f1',
  orange: '#d55e00',
  green: '#009e73',
  claim: '#86299c',
  seen: '#1b1d20',
  band: '#d9d9d9',
  proved: '#00737a',
  most: '#cfe6e7',
} as const;

export const { blue: BLUE, orange: ORANGE, grey: GREY, pale: PALE, green: GREEN, ink: INK } = PALETTE;
export const { claim: CLAIM, seen: SEEN, band: BAND, proved: PROVED, most: MOST } = PALETTE;
export const GROUND = PALETTE.ground;

/** An SVG whose colours are those of the page that it stands in. */
export function withPageColours(svg: string): string {
  return Object.entries(PALETTE).reduce(
    (text, [name, colour]) => text.replaceAll(`="${colour}"`, `="var(--plot-${name},${colour})"`),
    svg,
  );
}
