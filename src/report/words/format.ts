import { chance } from '../../chance.ts';

/** A count with separators: 100,000. */
export function formatCount(n: number): string {
  // The language's own tables of numbers take 20 ms to load.
  return Number.isSafeInteger(n) ? `${n}`.replace(/\B(?=(\d{3})+$)/g, ',') : n.toLocaleString('en-US');
}

/** A lower bound, cut rather than rounded: what is printed is never more than what was proved. */
export function formatLowerBound(x: number): string {
  if (x === Infinity) return 'unbounded';
  if (x === 0) return '0';
  const cut = Math.floor(x * 1e4) / 1e4;
  return cut > 0 ? cut.toFixed(4) : '< 0.0001';
}

/** A number that people act on, to two decimals, or two digits where it is small; cut unless raised. */
export function formatAtHand(x: number, side: 'up' | 'down' = 'down'): string {
  if (x === 0) return '0';
  return x >= 0.1 ? formatDirected(x, side, 2) : formatRounded(x, side, 2);
}

/** A value to `digits` significant digits, small ones as 1.2e-5. */
export function formatNumber(x: number, digits = 5): string {
  if (x === Infinity) return 'unbounded';
  if (x === 0) return '0';
  if (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e6)
    return x
      .toExponential(digits - 1)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e');
  return String(Number(x.toPrecision(digits)));
}

/** A p-value; near the smallest double, an upper bound. */
export function formatPValue(p: number): string {
  return p < 1e-300 ? '< 1e-300' : formatNumber(p, 3);
}

/** A share as a percentage: 95%. A share below 1 is never rounded up to 100%. */
export function formatPercent(x: number): string {
  if (x > 0 && x < 1e-4) return '< 0.01%';
  const rounded = Number((100 * x).toPrecision(4));
  return rounded === 100 && x < 1 ? '> 99.99%' : `${rounded}%`;
}

/** A share that was counted, with so many decimals, and all or none only where it is: 87.4%, > 99.9%. */
export function formatShare(x: number, places = 1): string {
  const least = 10 ** -(places + 2);
  if (x > 0 && x < least / 2) return `< ${(100 * least).toFixed(places)}%`;
  if (x < 1 && x > 1 - least / 2) return `> ${(100 - 100 * least).toFixed(places)}%`;
  return `${(100 * x).toFixed(places)}%`;
}

/** A probability in the same way, never certain either way: a computed 1 is a rounded one. */
export function formatProbability(p: number, places = 1): string {
  return formatShare(Math.min(1 - 1e-12, Math.max(1e-12, p)), places);
}

/** A power in a column, as `chance` has it in a sentence: 90.0%, > 99.9%. */
export function formatPower(power: number): string {
  return chance(power).replace('more than', '>').replace('less than', '<');
}

/** An epsilon that is claimed or true: to four decimals, as proved ones have. */
export function formatEpsilon(epsilon: number): string {
  return Number.isFinite(epsilon) && epsilon >= 1e-3 && epsilon < 1e6
    ? String(Number(epsilon.toFixed(4)))
    : formatNumber(epsilon, 4);
}

/** The confidence of a significance level, never rounded up to certainty: 95%, 99.9999%. */
export function formatConfidence(tau: number): string {
  const places = Math.max(2, Math.ceil(-Math.log10(100 * tau)) + 1);
  return places > 12 ? `1 - ${formatNumber(tau, 2)}` : `${Number((100 - 100 * tau).toFixed(places))}%`;
}

/** What a claim allows at its delta. */
export function formatAllowedEpsilon(epsilon: number): string {
  return epsilon === Infinity ? 'any epsilon' : `epsilon ${formatEpsilon(epsilon)}`;
}

/** 100, 1k, 10k, 1M: for the ticks of an axis. */
export function formatCompact(x: number): string {
  if (x >= 1e6) return `${Number((x / 1e6).toPrecision(3))}M`;
  if (x >= 1e3) return `${Number((x / 1e3).toPrecision(3))}k`;
  return String(Number(x.toPrecision(3)));
}

/** 1, 0.1, 0.01 and from there on 1e-3 and so on. */
export function formatPowerOfTen(x: number): string {
  return x >= 0.01 ? String(Number(x.toPrecision(1))) : x.toExponential(0);
}

/** What differs from a decimal by so little, relatively, differs from it by the rounding of a computation. */
const SAME_NUMBER = 1e-12;

/** A value above 0 to `digits` digits, rounded up or down as the statement around it needs to stay true. */
export function formatRounded(x: number, side: 'up' | 'down', digits = 6): string {
  if (!Number.isFinite(x)) return formatNumber(x);
  if (Number.isInteger(x) && Math.abs(x) < 1e15) return String(x);
  const nearest = Number(x.toPrecision(digits));
  const kept = side === 'up' ? nearest >= x * (1 - SAME_NUMBER) : nearest <= x * (1 + SAME_NUMBER);
  // Half a unit of the last digit further, the nearest decimal is the next one on that side.
  const half = 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(x))) - digits + 1);
  const beyond = kept ? nearest : Number((side === 'up' ? x + half : x - half).toPrecision(digits));
  const plain = beyond === 0 || (Math.abs(beyond) >= 1e-3 && Math.abs(beyond) < 1e15);
  return plain ? String(beyond) : formatNumber(beyond, digits);
}

/** The same to so many decimals, so that the numbers of a column line up. */
export function formatDirected(x: number, side: 'up' | 'down', places: number): string {
  if (!Number.isFinite(x)) return formatNumber(x);
  const scaled = x * 10 ** places;
  const nearest = Math.round(scaled);
  const kept = side === 'up' ? nearest >= scaled * (1 - SAME_NUMBER) : nearest <= scaled * (1 + SAME_NUMBER);
  const whole = kept ? nearest : side === 'up' ? Math.ceil(scaled) : Math.floor(scaled);
  return (whole / 10 ** places).toFixed(places);
}
