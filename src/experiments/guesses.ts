import { guessGrid } from './guess-grid.ts';
import { idealFigure } from './ideal.ts';
import { at, listAt } from './sweep.ts';

/** The figures on the number of guesses: epsilon against c' at ten million canaries. */
export const guesses = idealFigure({
  name: 'guesses',
  version: 1,
  grids: [{ sigma: [0.5, 1, 2, 4], m: [1e7], k: [2], guesses: [], delta: [1e-5], tau: [0.05] }],
  complete: (cell) =>
    listAt(cell, 'guesses').length > 0 ? cell : { ...cell, guesses: guessGrid(at(cell, 'm')) },
});
