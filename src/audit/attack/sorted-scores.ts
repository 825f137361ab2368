import type { MembershipScores } from '../../types.ts';

/**
 * The scores of the canaries that were in, and of those that were out, each rising; turned around where lower
 * scores are more likely in, so that the highest are always the most suspicious.
 */
export interface SortedScores {
  readonly included: Float64Array;
  readonly excluded: Float64Array;
}

export function sortScores({ scores, included }: MembershipScores, lowerIsIn: boolean): SortedScores {
  const sign = lowerIsIn ? -1 : 1;
  const inside = membersOf(included);
  const sorted = { included: new Float64Array(inside), excluded: new Float64Array(scores.length - inside) };
  let [i, j] = [0, 0];
  for (let n = 0; n < scores.length; n++) {
    if (included[n] === 1) sorted.included[i++] = sign * scores[n];
    else sorted.excluded[j++] = sign * scores[n];
  }
  sorted.included.sort();
  sorted.excluded.sort();
  return sorted;
}

/** How many canaries were in. */
export function membersOf(included: Uint8Array): number {
  let inside = 0;
  for (let i = 0; i < included.length; i++) inside += included[i];
  return inside;
}
