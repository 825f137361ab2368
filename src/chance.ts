/** A power: cut to a tenth of a percent, and never certain either way. */
export function chance(power: number): string {
  const tenths = Math.floor(power * 1000) / 10;
  return tenths >= 99.9 ? 'more than 99.9%' : tenths < 0.1 ? 'less than 0.1%' : `${tenths.toFixed(1)}%`;
}
