/** The values that a slider ranges over. */
export interface SliderScale {
  readonly least: number;
  readonly most: number;
  /** Whether equal steps multiply the value instead of adding to it. */
  readonly log?: boolean;
  /** Whether only whole numbers are meant. */
  readonly whole?: boolean;
}

/** Into about how many steps a range is parted where the steps add. */
const STEPS = 50;
/** The same for whole numbers under the mouse. */
const DRAGGED_STEPS = 200;

/**
 * The values that a slider stops at, rising: round numbers, and both ends as they are. On a logarithmic scale
 * these are the numbers of two digits, 90 for each power of ten.
 */
export function sliderStops(scale: SliderScale): readonly number[] {
  const { least, most, log, whole } = scale;
  const round = log
    ? twoDigits(least, most)
    : multiples(least, most, whole ? 1 : roundStep(most - least, STEPS));
  const inside = round.filter((x) => x > least && x < most && (!whole || Number.isInteger(x)));
  return most > least ? [least, ...inside, most] : [least];
}

/** The stop that is nearest to a value, by its index; of one that is no number, the first. */
export function nearestStop(stops: readonly number[], value: number): number {
  if (!(value > stops[0])) return 0;
  let [low, high] = [0, stops.length - 1];
  if (value >= stops[high]) return high;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (stops[middle] <= value) low = middle;
    else high = middle;
  }
  return value - stops[low] <= stops[high] - value ? low : high;
}

/** A whole number under the mouse: round where the range has more numbers than a hand can tell apart. */
export function roundWhole(value: number, { least, most }: SliderScale): number {
  if (value <= least || value >= most) return clamped(value, { least, most });
  const step = Math.max(1, roundStep(most - least, DRAGGED_STEPS));
  return clamped(step * Math.round(value / step), { least, most });
}

/** The nearest value of the scale; of what is no number, the least. */
export function clamped(value: number, { least, most }: SliderScale): number {
  return Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : least;
}

/** A stop as it is typed: 1e-5 in place of 0.00001. */
export function stopText(x: number): string {
  return x !== 0 && x < 1e-3 ? x.toExponential() : String(x);
}

/** 10, 11, ..., 99 times a power of ten, from `least` to `most`. Read as decimals, they are exact. */
function twoDigits(least: number, most: number): number[] {
  const stops: number[] = [];
  for (let power = Math.floor(Math.log10(least)) - 1; Number(`1e${power + 1}`) < most; power++)
    for (let digits = 10; digits < 100; digits++) stops.push(Number(`${digits}e${power}`));
  return stops;
}

function multiples(least: number, most: number, step: number): number[] {
  const first = Math.ceil(least / step);
  const count = Math.max(0, Math.floor(most / step) - first + 1);
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** The smallest of 1, 2, 5, 10, ... with any power of ten that parts a range into at most so many steps. */
function roundStep(range: number, steps: number): number {
  const least = range / steps;
  const power = Math.floor(Math.log10(least));
  const digit = [1, 2, 5].find((one) => Number(`${one}e${power}`) >= least * (1 - 1e-9));
  return digit === undefined ? Number(`1e${power + 1}`) : Number(`${digit}e${power}`);
}
