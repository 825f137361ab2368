import { checkProbability } from '../../../check.ts';
import { InvalidInput } from '../../../errors.ts';
import { LastUsed } from '../../../last-used.ts';
import type { EnoughCanaries } from '../../records.ts';
import { plannedPower, quickPower, seesAttacks } from '../choice.ts';
import { checkedRequest, type PlanOptions } from '../request.ts';
import { firstEnough, type SizelessOptions, sizesToTry } from './grid.ts';

/** How far apart, relatively, a size that is enough and one that is not may stay. */
const WITHIN = 0.01;
/** Up to here the grid is asked size by size: whole counts can make a small design the better one. */
const UNSTEADY = 2000;
/** Below this many canaries whole counts make power go up and down, and smaller sizes are tried too. */
const SMALL = 10_000;
/** Which ones, relative to the one that was found. */
const SMALLER = [0.98, 0.96, 0.94, 0.92, 0.9, 0.88, 0.86];

/**
 * The fewest canaries, more than so many, that `planForPower` finds, or where attacks are also to be told
 * from blind guessing, the fewest that do that too; null where none of the sizes is enough.
 */
export function fewestCanaries(
  power: number,
  { seed: _, ...design }: SizelessOptions,
  most = 2e7,
  telling = false,
  above = 0,
): number | null {
  checkProbability('power', power);
  return sizesForPower.get(JSON.stringify([power, design, most, telling, above]), () => {
    const sizes = sizesToTry(design, most).filter((m) => m > above);
    if (sizes.length === 0) return null;
    const tells = (m: number) => !telling || seesAttacks({ ...design, m });
    const isEnough = (m: number) => plannedPower({ ...design, m }) >= power && tells(m);
    const isRoughlyEnough = (m: number) => quickPower({ ...design, m }) >= power && tells(m);
    let i = firstEnough(sizes, isRoughlyEnough, UNSTEADY) ?? sizes.length - 1;
    // The choice among equals can cost a thousandth; judged by all methods, smaller sizes may be enough.
    while (i < sizes.length && !isEnough(sizes[i])) i++;
    if (i >= sizes.length) return null;
    while (i > 0 && isEnough(sizes[i - 1])) i--;
    const least = Math.max(above + 1, leastSize(design));
    const found = bisected(i > 0 ? sizes[i - 1] : least - 1, sizes[i], isEnough);
    if (found > SMALL) return found;
    const smaller = SMALLER.map((part) => Math.floor(part * found));
    return smaller.findLast((m) => m >= least && isEnough(m)) ?? found;
  });
}

const sizesForPower = new LastUsed<string, number | null>(100);

/** A single canary has no rank, and there cannot be more guesses than canaries. */
function leastSize({ guesses = 1, k = 2 }: SizelessOptions): number {
  return Math.max(guesses, k === 2 ? 2 : 1);
}

/** A size that is enough, and no more than 1% above one that is not. */
function bisected(low: number, high: number, isEnough: (m: number) => boolean): number {
  let [tooFew, found] = [low, high];
  while (found - tooFew > Math.max(1, WITHIN * found)) {
    const middle = Math.floor((tooFew + found) / 2);
    if (isEnough(middle)) found = middle;
    else tooFew = middle;
  }
  return found;
}

/** The power that is aimed at where none is stated. */
export const USUAL_POWER = 0.9;

/** Up to here the optimal test takes no time worth mentioning. */
const QUICKLY = 20_000;
/** Beyond this nobody plants canaries. */
const MANY = 1e6;

/**
 * What to say where a design is too small, in about a second: the number of `planForPower`, or of many
 * canaries a number by the quick methods alone, which is somewhat larger, rounded up to two digits. Null
 * where there is nothing to plan against. Where whole counts let a smaller design do what `tooFew` canaries
 * do not, more than those are named.
 */
export function enoughCanaries(power: number, options: SizelessOptions, tooFew = 0): EnoughCanaries | null {
  const { seed: _, ...design } = options;
  return remarks.get(JSON.stringify([power, design, tooFew]), () => {
    try {
      const { violation } = checkedRequest({ ...design, m: MANY });
      const above = tooFew === 0 || isQuicklyEnough(power, { ...design, m: tooFew }) ? 0 : tooFew;
      return { violation, power, canaries: roughlyEnough(power, design, above) };
    } catch (error) {
      if (error instanceof InvalidInput) return null;
      throw error;
    }
  });
}

const remarks = new LastUsed<string, EnoughCanaries | null>(100);

function isQuicklyEnough(power: number, design: PlanOptions): boolean {
  return quickPower(design) >= power && seesAttacks(design);
}

function roughlyEnough(power: number, design: SizelessOptions, above: number): number | null {
  const sizes = sizesToTry(design, MANY).filter((m) => m > above);
  const isEnough = (m: number) => isQuicklyEnough(power, { ...design, m });
  const i = sizes.length === 0 ? null : firstEnough(sizes, isEnough, UNSTEADY);
  if (i === null || sizes[i] <= QUICKLY) return fewestCanaries(power, design, MANY, true, above);
  const found = bisected(sizes[i - 1], sizes[i], isEnough);
  let unit = 1;
  while (found >= 100 * unit) unit *= 10;
  return Math.ceil(found / unit) * unit;
}
