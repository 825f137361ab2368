import { fingerprint, fingerprintAt } from '../../id-fingerprint.ts';
import { keyedOrder, nthLargest, type Random } from '../../numerics/index.ts';
import type { IdFingerprints } from '../../types.ts';
import { rightRange, type TiedCounts } from './tied-law.ts';

/** Equal scores at the cut, of which only some could be guessed. */
export interface Ties {
  /**
   * How many scores were equal where a choice among them had to be made, and how many of those were guessed.
   */
  readonly equal: number;
  readonly guessed: number;
  /** The fewest and the most right guesses, of all, over every way to choose. */
  readonly least: number;
  readonly most: number;
}

/** Rows with one score: `first` of them are called in, `last` others of them out. */
export interface TiedGroup {
  readonly rows: Uint32Array;
  /** Whether calling this row in would be right. */
  readonly isIn: (row: number) => boolean;
  readonly first: number;
  readonly last: number;
}

/**
 * Chooses among equal scores by a draw that knows neither the truth nor the order of the rows. With ids, rows
 * are ordered by a keyed hash of the id; without, rows cannot be told apart, so the number of right ones is
 * drawn by the hypergeometric law. The stream of the draw is named by the group's counts too: otherwise a
 * seed that is used again would favour the same side for fresh coins every time, or, where ids count the rows
 * of a file with members first, nearly the same members. What is left is the luck of a seed with the few
 * counts that are likely.
 */
export function drawFrom(
  group: TiedGroup,
  random: Random,
  ids: IdFingerprints | null,
): Ties & { correct: number } {
  const { rows } = group;
  const { members, others, first, last } = tiedCounts(group);
  const { least, most } = rightRange({ members, others, first, last });
  // Whether there is anything to choose.
  const free = first + last < rows.length || (first > 0 && last > 0);
  const facts = { equal: free ? rows.length : 0, guessed: free ? first + last : 0, least, most };
  if (least === most) return { ...facts, correct: least };
  const ownRandom = random.split([members, others, first, last].join(' '));
  const correct =
    ids === null
      ? drawCounts(members, others, first, last, ownRandom)
      : countByKey(group, keysOf(rows, ids, ownRandom));
  return { ...facts, correct };
}

/** A group without its rows. */
export function tiedCounts({ rows, isIn, first, last }: TiedGroup): TiedCounts {
  let members = 0;
  for (const row of rows) if (isIn(row)) members++;
  return { members, others: rows.length - members, first, last };
}

/** How many of `first` draws without replacement are members, and of `last` further ones are not. */
function drawCounts(members: number, others: number, first: number, last: number, random: Random): number {
  let [inside, outside, right] = [members, others, 0];
  for (let n = 0; n < first + last; n++) {
    const drewMember = random.integer(inside + outside) < inside;
    if (drewMember) inside--;
    else outside--;
    if (drewMember === n < first) right++;
  }
  return right;
}

/** Rows in the order of their keys: the first of them are called in, the next out. Nothing is sorted. */
function countByKey({ rows, isIn, first, last }: TiedGroup, keys: Float64Array): number {
  const taken = smallest(keys, first);
  const guessed = smallest(keys, first + last);
  let right = 0;
  for (let i = 0; i < rows.length; i++) {
    const calledIn = taken(keys[i]);
    if (guessed(keys[i]) && isIn(rows[i]) === calledIn) right++;
  }
  return right;
}

/** Whether a key is one of the n smallest. To be asked of all keys in turn: of equal ones the first are. */
function smallest(keys: Float64Array, n: number): (key: number) => boolean {
  if (n === 0) return () => false;
  const cut = nthLargest(keys, keys.length - n + 1);
  let left = n;
  for (let i = 0; i < keys.length; i++) if (keys[i] < cut) left--;
  return (key) => key < cut || (key === cut && left-- > 0);
}

function keysOf(rows: Uint32Array, ids: IdFingerprints, random: Random): Float64Array {
  const order = keyedOrder(random);
  const keys = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    fingerprintAt(ids, rows[i]);
    keys[i] = order(fingerprint[0], fingerprint[1]);
  }
  return keys;
}
