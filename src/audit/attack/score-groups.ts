import type { MembershipScores } from '../../types.ts';
import { membersOf, type SortedScores, sortScores } from './sorted-scores.ts';

/** How many canaries in, and out, have a score of each group; the most suspicious scores come first. */
export interface ScoreGroups {
  readonly included: Int32Array;
  readonly excluded: Int32Array;
  /** The share of pairs, one canary in and one out, that are in one group though their scores differ. */
  readonly undecided: number;
}

/** From so many canaries on, sorting their scores would take longer than the rest of the audit. */
export const MANY_CANARIES = 1 << 20;

/** Into so many parts the range of many scores is divided. */
const PARTS = 1 << 20;

/**
 * The largest share of pairs, one canary in and one out, that the parts may leave undecided: scores with
 * outliers that crowd into few parts are sorted after all.
 */
const UNDECIDED = 1e-5;

/** The largest share of the canaries in, or of those out, that may share a part: no rate is off by more. */
const CROWD = 1e-4;

/**
 * Equal scores in one group each. Of more than `MANY_CANARIES` those in the same 2^20th part of their range
 * are taken as equal, which decides all but one pair of canaries in 100,000 and needs no copy of the scores.
 * `sorted` are the same scores where they have been sorted already. Null where one kind is missing.
 */
export function scoreGroups(
  run: MembershipScores,
  lowerIsIn: boolean,
  sorted?: SortedScores,
): ScoreGroups | null {
  const inside = membersOf(run.included);
  if (inside === 0 || inside === run.scores.length) return null;
  const coarse =
    sorted === undefined && run.scores.length > MANY_CANARIES ? groupsByPart(run, lowerIsIn) : null;
  return coarse ?? groupsByValue(sorted ?? sortScores(run, lowerIsIn));
}

/** One group for each value. */
function groupsByValue({ included, excluded }: SortedScores): ScoreGroups {
  const inside = new Int32Array(included.length + excluded.length);
  const outside = new Int32Array(inside.length);
  let groups = 0;
  for (let i = included.length - 1, j = excluded.length - 1; i >= 0 || j >= 0; groups++) {
    const value = Math.max(i >= 0 ? included[i] : -Infinity, j >= 0 ? excluded[j] : -Infinity);
    for (; i >= 0 && included[i] === value; i--) inside[groups]++;
    for (; j >= 0 && excluded[j] === value; j--) outside[groups]++;
  }
  return { included: inside.subarray(0, groups), excluded: outside.subarray(0, groups), undecided: 0 };
}

/** One group for each part of the range; null where too many pairs with different scores share a part. */
function groupsByPart({ scores, included }: MembershipScores, lowerIsIn: boolean): ScoreGroups | null {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < scores.length; i++) {
    if (scores[i] < low) low = scores[i];
    if (scores[i] > high) high = scores[i];
  }
  const scale = (PARTS - 1) / (high - low);
  if (!(scale > 0 && scale < Infinity)) return null;
  const placeOf = (score: number) => {
    const part = Math.floor((score - low) * scale);
    return lowerIsIn ? part : PARTS - 1 - part;
  };
  const groups = { included: new Int32Array(PARTS), excluded: new Int32Array(PARTS) };
  for (let i = 0; i < scores.length; i++)
    (included[i] === 1 ? groups.included : groups.excluded)[placeOf(scores[i])]++;
  const members = membersOf(included);
  const pairs = members * (scores.length - members);
  const crowds = [CROWD * members, CROWD * (scores.length - members)] as const;
  const finely = (equal?: Uint8Array) => {
    const undecided = sharedPairs(groups, equal) / pairs;
    return undecided <= UNDECIDED && !isCrowded(groups, crowds, equal) ? { ...groups, undecided } : null;
  };
  return finely() ?? finely(partsOfOneValue(scores, placeOf));
}

/** Whether a part has more canaries in, or out, than it may; but for parts in which all scores are equal. */
function isCrowded(
  { included, excluded }: Omit<ScoreGroups, 'undecided'>,
  [mostIn, mostOut]: readonly [number, number],
  equal?: Uint8Array,
): boolean {
  for (let part = 0; part < PARTS; part++)
    if ((included[part] > mostIn || excluded[part] > mostOut) && (equal === undefined || equal[part] === 0))
      return true;
  return false;
}

/** How many pairs of a canary in and one out share a part, but for parts in which all scores are equal. */
function sharedPairs({ included, excluded }: Omit<ScoreGroups, 'undecided'>, equal?: Uint8Array): number {
  let pairs = 0;
  for (let part = 0; part < PARTS; part++)
    if (equal === undefined || equal[part] === 0) pairs += included[part] * excluded[part];
  return pairs;
}

/** 1 for the parts in which all scores are equal. */
function partsOfOneValue(scores: Float64Array, placeOf: (score: number) => number): Uint8Array {
  const first = new Float64Array(PARTS).fill(Number.NaN);
  const equal = new Uint8Array(PARTS).fill(1);
  for (let i = 0; i < scores.length; i++) {
    const part = placeOf(scores[i]);
    if (Number.isNaN(first[part])) first[part] = scores[i];
    else if (first[part] !== scores[i]) equal[part] = 0;
  }
  return equal;
}
