import type { CanaryField } from '../audit/index.ts';
import { canariesInTheorem } from '../observation.ts';
import type { Observation } from '../types.ts';

/** How many canaries at the top of the ranking are called in, and how many at its bottom are called out. */
export interface Cuts {
  readonly top: number;
  readonly bottom: number;
}

/** What is said of one canary: `draw` where it has the same score as others at a cut, and a draw decided. */
export function calledAt(
  field: CanaryField,
  { top, bottom }: Cuts,
  rank: number,
): 'in' | 'out' | 'draw' | null {
  const isTied = [top, field.m - bottom].some((above) => {
    const i = stopAt(field, above);
    return field.cuts[i][0] < above && rank >= field.cuts[i][0] && rank < (field.cuts[i + 1]?.[0] ?? field.m);
  });
  if (isTied) return 'draw';
  return rank < top ? 'in' : rank >= field.m - bottom ? 'out' : null;
}

/** What the guesses of a pair of cuts come to. */
export interface CutCounts {
  readonly guesses: number;
  readonly correct: number;
  /** Right guesses among those called in, and those called out; null where only their sum is known. */
  readonly rightIn: number | null;
  readonly rightOut: number | null;
}

/** A design that was fixed before the scores were seen, and what it showed. */
export interface FixedDesign {
  readonly cuts: Cuts;
  readonly observation: Observation;
}

/** The cuts that so many guesses on these sides make. */
export function cutsOfGuesses({ guesses, sides, k }: Pick<Observation, 'guesses' | 'sides' | 'k'>): Cuts {
  if (sides === 'in' || k > 2) return { top: guesses, bottom: 0 };
  if (sides === 'out') return { top: 0, bottom: guesses };
  const top = Math.ceil(guesses / 2);
  return { top, bottom: guesses - top };
}

export function sameCuts(a: Cuts, b: Cuts): boolean {
  return a.top === b.top && a.bottom === b.bottom;
}

/** The last place where the ranking can be cut with at most so many canaries above. */
function stopAt({ cuts }: CanaryField, above: number): number {
  let [low, high] = [0, cuts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (cuts[middle][0] <= above) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Members among the first `above` of the ranking; null within equal scores, where a draw decides. */
function insideAbove(field: CanaryField, above: number): number | null {
  const [found, inside] = field.cuts[stopAt(field, above)];
  return found === above ? inside : null;
}

/**
 * What the guesses at these cuts come to. Cuts of the fixed design show what it showed: equal scores at them
 * were decided by its draw. Null for other cuts within equal scores or among canaries that are not drawn.
 */
export function countsAt(field: CanaryField, cuts: Cuts, fixed: FixedDesign | null = null): CutCounts | null {
  const { top, bottom } = cuts;
  const [first, rest] = [insideAbove(field, top), insideAbove(field, field.m - bottom)];
  if (first !== null && rest !== null) {
    const rightOut = bottom - (field.inside - rest);
    return { guesses: top + bottom, correct: first + rightOut, rightIn: first, rightOut };
  }
  if (fixed === null || !sameCuts(fixed.cuts, cuts)) return null;
  const { guesses, correct } = fixed.observation;
  const rightIn = first ?? (rest === null ? null : correct - (bottom - (field.inside - rest)));
  return { guesses, correct, rightIn, rightOut: rightIn === null ? null : correct - rightIn };
}

/** The observation at these cuts; null where it is not known. */
export function observationOfCuts(
  field: CanaryField,
  cuts: Cuts,
  k: number,
  fixed: FixedDesign | null = null,
): Observation | null {
  if (fixed !== null && sameCuts(fixed.cuts, cuts)) return fixed.observation;
  const counts = countsAt(field, cuts);
  if (counts === null) return null;
  const { guesses, correct } = counts;
  const isOneSide = k === 2 && guesses > 0 && (cuts.top === 0 || cuts.bottom === 0);
  const side = cuts.top > 0 ? ('in' as const) : ('out' as const);
  return { m: field.m, k, guesses, correct, ...(isOneSide ? { sides: side } : {}) };
}

/** Which of the two cuts is moved. */
export type CutName = 'top' | 'bottom';

/** Moves one cut to the nearest place that the field has, no further than the other. */
export function moveCut(field: CanaryField, cuts: Cuts, which: CutName, to: number): Cuts {
  const room = field.m - (which === 'top' ? cuts.bottom : cuts.top);
  const wanted = Math.max(0, Math.min(room, to));
  const above = which === 'top' ? wanted : field.m - wanted;
  const i = stopAt(field, above);
  const [low, high] = [field.cuts[i][0], field.cuts[Math.min(i + 1, field.cuts.length - 1)][0]];
  const near = above - low <= high - above ? low : high;
  const kept = [near, low, high].map((stop) => (which === 'top' ? stop : field.m - stop));
  const value = kept.find((stop) => stop <= room) ?? cuts[which];
  return { ...cuts, [which]: value };
}

/** Moves one cut by a number of places that the field has. */
export function stepCut(field: CanaryField, cuts: Cuts, which: CutName, steps: number): Cuts {
  const above = which === 'top' ? cuts.top : field.m - cuts.bottom;
  const i = stopAt(field, above);
  const isStop = field.cuts[i][0] === above;
  const ahead = which === 'top' ? steps : -steps;
  // From within equal scores the first step goes to the end of them.
  const from = isStop || ahead < 0 ? i + (isStop ? 0 : 1) : i;
  const to = Math.max(0, Math.min(field.cuts.length - 1, from + ahead));
  const [stop] = field.cuts[to];
  return moveCut(field, cuts, which, which === 'top' ? stop : field.m - stop);
}

/** The score at which a cut is drawn. */
export function scoreOfCut(field: CanaryField, above: number): number {
  const i = stopAt(field, above);
  const [found, , score] = field.cuts[i];
  if (found === above || i + 1 >= field.cuts.length) return score;
  const place = field.dots.rank.indexOf(above - 1);
  if (place >= 0) return field.dots.score[place];
  const [next, , beyond] = field.cuts[i + 1];
  return score + ((beyond - score) * (above - found)) / (next - found);
}

/** How many canaries of the ranking are above a score, at the nearest place where it can be cut. */
export function aboveScore(field: CanaryField, score: number): number {
  const { cuts, lowerIsIn } = field;
  let [low, high] = [0, cuts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lowerIsIn ? cuts[middle][2] >= score : cuts[middle][2] <= score) high = middle;
    else low = middle + 1;
  }
  const before = Math.max(0, low - 1);
  return Math.abs(cuts[before][2] - score) < Math.abs(cuts[low][2] - score) ? cuts[before][0] : cuts[low][0];
}

/**
 * The errors of an attack that gets exactly these counts in every run: the point at which an observation is
 * drawn among trade-off curves (Theorem 1 with all mass at c).
 */
export function errorsOfCounts(observation: Observation): [alpha: number, beta: number] {
  const { k, guesses, correct } = observation;
  const canaries = canariesInTheorem(observation);
  return [Math.min(1, (guesses - correct) / ((k - 1) * canaries)), Math.max(0, 1 - correct / canaries)];
}
