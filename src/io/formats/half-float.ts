/** A number of sixteen bits. */
export function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return (sign * fraction) / 2 ** 24;
  return exponent < 25
    ? (sign * (1024 + fraction)) / 2 ** (25 - exponent)
    : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
