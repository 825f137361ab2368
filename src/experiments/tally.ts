/**
 * How many games had each count: the least count that occurred, then the games with it, with one more, and
 * so on.
 */
export type CountTally = readonly number[];

/** One tally for each column of the counts of several games. */
export function talliesOf(games: readonly (readonly number[])[]): CountTally[] {
  return games[0].map((_, column) => joinedTally(games.map((counts) => [counts[column], 1])));
}

/** The tally of all games together; their order does not matter. */
export function joinedTally(parts: readonly CountTally[]): CountTally {
  let [least, most] = [Infinity, -Infinity];
  for (const part of parts) {
    least = Math.min(least, part[0]);
    most = Math.max(most, part[0] + part.length - 2);
  }
  const tally = new Array<number>(most - least + 2).fill(0);
  tally[0] = least;
  for (const part of parts) for (let i = 1; i < part.length; i++) tally[part[0] - least + i] += part[i];
  return tally;
}

/** The number of games, and the mean of their counts. */
export function totalOf(tally: CountTally): { readonly games: number; readonly mean: number } {
  let [games, sum] = [0, 0];
  for (let i = 1; i < tally.length; i++) {
    games += tally[i];
    sum += tally[i] * (tally[0] + i - 1);
  }
  return { games, mean: sum / games };
}

/** In how many games the count was at least so high. */
export function gamesAtLeast(tally: CountTally, count: number): number {
  let games = 0;
  for (let i = Math.max(1, count - tally[0] + 1); i < tally.length; i++) games += tally[i];
  return games;
}
