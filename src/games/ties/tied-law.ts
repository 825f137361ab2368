import { type CountLaw, lawByRatios } from '../../numerics/index.ts';

/** Equal scores at a cut: `first` of them, drawn at random, are called in, and `last` others of them out. */
export interface TiedCounts {
  /** How many of the equal scores are right when called in, and how many when called out. */
  readonly members: number;
  readonly others: number;
  readonly first: number;
  readonly last: number;
}

/** Covers the rounding of all sums and products. */
const ROOM = 1e-9;

/**
 * P[N >= reach] for each reach, of the number N of right guesses over every way to choose among equal scores,
 * all equally likely: what is `sure`, and what each group adds. Rounded down, and exactly 0 or 1 where
 * nothing is left to chance.
 */
export function reachedChances(
  sure: number,
  groups: readonly TiedCounts[],
  reaches: readonly number[],
): number[] {
  let law: CountLaw = { from: sure, chances: Float64Array.of(1) };
  for (const group of groups) law = sumLaw(law, rightLaw(group));
  const { from, chances } = law;
  if (chances.length === 1) return reaches.map((reach) => (from >= reach ? 1 : 0));
  const least = sure + groups.reduce((sum, group) => sum + rightRange(group).least, 0);
  const tails = new Float64Array(chances.length + 1);
  for (let i = chances.length - 1; i >= 0; i--) tails[i] = tails[i + 1] + chances[i];
  return reaches.map((reach) => {
    if (reach <= least) return 1;
    const tail = tails[Math.min(chances.length, Math.max(0, reach - from))];
    return Math.min(1, tail) * (1 - ROOM);
  });
}

/**
 * The fewest and the most right guesses in a group: one choice makes both sides best, another both worst, for
 * what one side does not take is what the other needs.
 */
export function rightRange({ members, others, first, last }: TiedCounts): { least: number; most: number } {
  return {
    least: Math.max(0, first - others) + Math.max(0, last - members),
    most: Math.min(first, members) + Math.min(last, others),
  };
}

/** How many are right on average over every way to choose. */
export function meanRight({ members, others, first, last }: TiedCounts): number {
  return first + last === 0 ? 0 : (first * members + last * others) / (members + others);
}

/** The number of right guesses among the equal scores of one group. */
function rightLaw({ members, others, first, last }: TiedCounts): CountLaw {
  if (last === 0) return drawnLaw(members, others, first);
  if (first === 0) return drawnLaw(others, members, last);
  // Those called out are drawn from what is left by those called in.
  const called = drawnLaw(members, others, first);
  let sum: CountLaw = { from: 0, chances: new Float64Array(0) };
  called.chances.forEach((chance, i) => {
    const inside = called.from + i;
    const rest = drawnLaw(others - (first - inside), members - inside, last);
    sum = addLaw(sum, { from: inside + rest.from, chances: rest.chances }, chance);
  });
  return sum;
}

/** How many of n draws without replacement are of the first kind: the hypergeometric law. */
function drawnLaw(first: number, second: number, n: number): CountLaw {
  const least = Math.max(0, n - second);
  const most = Math.min(first, n);
  const mode = Math.min(most, Math.max(least, Math.floor(((n + 1) * (first + 1)) / (first + second + 2))));
  // P[x + 1] / P[x], outwards from the mode.
  const ratio = (x: number) => ((first - x) / (x + 1)) * ((n - x) / (second - n + x + 1));
  return lawByRatios(mode, least, most, ratio);
}

function sumLaw(a: CountLaw, b: CountLaw): CountLaw {
  const chances = new Float64Array(a.chances.length + b.chances.length - 1);
  a.chances.forEach((p, i) => {
    for (let j = 0; j < b.chances.length; j++) chances[i + j] += p * b.chances[j];
  });
  return { from: a.from + b.from, chances };
}

/** `a`, and `b` with a weight. */
function addLaw(a: CountLaw, b: CountLaw, weight: number): CountLaw {
  if (a.chances.length === 0) return { from: b.from, chances: b.chances.map((p) => p * weight) };
  const from = Math.min(a.from, b.from);
  const end = Math.max(a.from + a.chances.length, b.from + b.chances.length);
  const grown = from < a.from || end > a.from + a.chances.length;
  const chances = grown ? new Float64Array(end - from) : a.chances;
  if (grown) chances.set(a.chances, a.from - from);
  for (let j = 0; j < b.chances.length; j++) chances[b.from - from + j] += weight * b.chances[j];
  return { from, chances };
}
