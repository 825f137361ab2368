import { guessGrid } from './guess-grid.ts';
import { idealFigure, judged, observation } from './ideal.ts';
import { proved } from './proved.ts';
import { at, type Cell, listAt } from './sweep.ts';

/** More guesses are never best. */
const MOST_GUESSES = 300_000;

/** Figure 1: epsilon against the number of canaries, each at its best number of guesses. */
export const gaussian = idealFigure({
  name: 'gaussian',
  version: 1,
  grids: [
    {
      sigma: [0.5, 1, 2, 4],
      m: [1e2, 1e3, 1e4, 1e5, 1e6, 1e7],
      k: [2],
      guesses: [],
      delta: [1e-5],
      tau: [0.05],
    },
  ],
  complete: (cell) =>
    listAt(cell, 'guesses').length > 0
      ? cell
      : { ...cell, guesses: guessGrid(Math.min(at(cell, 'm'), MOST_GUESSES)) },
  judge(cell, method, seen) {
    // The optimal test costs a linear program: it is asked at the number that Algorithm 3 chose.
    const best = bestGuesses(cell, method === 'steinke' ? method : 'paper', seen.counts);
    const rows = [];
    for (const [d, delta] of listAt(cell, 'delta').entries())
      rows.push(...judged({ ...cell, delta: [delta] }, method, seen, best[d]));
    return rows;
  },
});

/** For each delta the number of guesses, as its place in the list, that proves most. */
function bestGuesses(cell: Cell, method: 'paper' | 'steinke', counts: readonly number[]): number[] {
  const deltas = listAt(cell, 'delta');
  const best = deltas.map(() => 0);
  const most = deltas.map(() => -1);
  for (const i of listAt(cell, 'guesses').keys()) {
    const epsilons = proved(observation(cell, counts, i), method, at(cell, 'tau'), deltas);
    epsilons.forEach((epsilon, d) => {
      if (epsilon <= most[d]) return;
      most[d] = epsilon;
      best[d] = i;
    });
  }
  return best;
}
