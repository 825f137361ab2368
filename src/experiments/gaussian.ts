import { guessGrid } from './guess-grid.ts';
import { idealFigure, observationAt, provedRowsAt } from './ideal.ts';
import { proved } from './proved.ts';
import { type GridCell, listAt, numberAt } from './sweep.ts';

/** Larger numbers of guesses prove less for every sigma of the grid, and are not tried. */
const MOST_GUESSES = 300_000;

/** Figure 1: epsilon against the number of canaries, each at its best number of guesses. */
export const gaussianFigure = idealFigure({
  name: 'gaussian',
  version: 2,
  layout: {
    title: 'What one run proves about the Gaussian mechanism (the paper’s Figure 1)',
    picture: {
      kind: 'methods',
      line: 'Expected counts of the idealised setting, each number of canaries at its best number of guesses.',
      panel: 'sigma',
      x: 'm',
      xAxis: 'canaries',
    },
    table: {
      about: 'Epsilon proved about the Gaussian mechanism at the best number of guesses, by canaries m',
      tablePer: [],
      rowPer: ['sigma', 'method'],
      columnPer: 'm',
    },
  },
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
      : { ...cell, guesses: guessGrid(Math.min(numberAt(cell, 'm'), MOST_GUESSES)) },
  prove(cell, method, counts) {
    // The optimal test is slow: it is asked only at the number of guesses that is best for Algorithm 3.
    const best = bestGuesses(cell, method === 'steinke' ? method : 'paper', counts.counts);
    const rows = [];
    for (const [d, delta] of listAt(cell, 'delta').entries())
      rows.push(...provedRowsAt({ ...cell, delta: [delta] }, method, counts, best[d]));
    return rows;
  },
});

/** For each delta, the index of the number of guesses that proves the largest epsilon. */
function bestGuesses(cell: GridCell, method: 'paper' | 'steinke', counts: readonly number[]): number[] {
  const deltas = listAt(cell, 'delta');
  const best = deltas.map(() => 0);
  const most = deltas.map(() => -1);
  for (const i of listAt(cell, 'guesses').keys()) {
    const epsilons = proved(observationAt(cell, counts, i), method, numberAt(cell, 'tau'), deltas);
    epsilons.forEach((epsilon, d) => {
      if (epsilon <= most[d]) return;
      most[d] = epsilon;
      best[d] = i;
    });
  }
  return best;
}
