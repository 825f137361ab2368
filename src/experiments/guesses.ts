import { guessGrid } from './guess-grid.ts';
import { idealFigure } from './ideal.ts';
import { listAt, numberAt } from './sweep.ts';

/** The figures on the number of guesses: epsilon against c' at ten million canaries. */
export const guessesFigure = idealFigure({
  name: 'guesses',
  version: 2,
  layout: {
    title: 'Few guesses prove most (the paper’s figures on the number of guesses)',
    picture: {
      kind: 'methods',
      line: 'Expected counts of the idealised setting.',
      panel: 'sigma',
      x: 'guesses',
      xAxis: 'guesses',
    },
    table: {
      about: 'Epsilon by the number of guesses',
      tablePer: [],
      rowPer: ['sigma', 'method'],
      columnPer: 'guesses',
    },
  },
  grids: [{ sigma: [0.5, 1, 2, 4], m: [1e7], k: [2], guesses: [], delta: [1e-5], tau: [0.05] }],
  complete: (cell) =>
    listAt(cell, 'guesses').length > 0 ? cell : { ...cell, guesses: guessGrid(numberAt(cell, 'm')) },
});
