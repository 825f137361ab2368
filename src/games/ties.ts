import { fingerprint, fingerprintAt } from '../id-fingerprint.ts';
import { keyedOrder, type Random } from '../numerics/index.ts';
import type { IdFingerprints } from '../types.ts';

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
 * drawn by the hypergeometric law. The stream of that draw is named by the group's counts too: otherwise a
 * seed that is used again would favour the same side for fresh coins every time.
 */
export function drawFrom(
  group: TiedGroup,
  random: Random,
  ids: IdFingerprints | null,
): Ties & { correct: number } {
  const { rows, isIn, first, last } = group;
  let members = 0;
  for (const row of rows) if (isIn(row)) members++;
  const others = rows.length - members;
  // One choice makes both sides best, another both worst: what one side does not take is what the other
  // needs.
  const least = Math.max(0, first - others) + Math.max(0, last - members);
  const most = Math.min(first, members) + Math.min(last, others);
  // Whether there is anything to choose.
  const free = first + last < rows.length || (first > 0 && last > 0);
  const facts = { equal: free ? rows.length : 0, guessed: free ? first + last : 0, least, most };
  if (least === most) return { ...facts, correct: least };
  const correct =
    ids === null
      ? drawCounts(members, others, first, last, random.split([members, others, first, last].join(' ')))
      : countOrdered(orderByKey(rows, ids, random), group);
  return { ...facts, correct };
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

function countOrdered(rows: Uint32Array, { isIn, first, last }: TiedGroup): number {
  let right = 0;
  for (let n = 0; n < first; n++) if (isIn(rows[n])) right++;
  for (let n = first; n < first + last; n++) if (!isIn(rows[n])) right++;
  return right;
}

function orderByKey(rows: Uint32Array, ids: IdFingerprints, random: Random): Uint32Array {
  const order = keyedOrder(random);
  const keys = Float64Array.from(rows, (row) => {
    fingerprintAt(ids, row);
    return order(fingerprint[0], fingerprint[1]);
  });
  const places = Uint32Array.from(rows, (_, i) => i).sort((a, b) => keys[a] - keys[b]);
  return places.map((place) => rows[place]);
}
