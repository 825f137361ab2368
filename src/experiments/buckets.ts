import { idealFigure } from './ideal.ts';
import { listAt, numberAt } from './sweep.ts';

/** The figure on reconstruction: epsilon against the candidates per bucket, every bucket guessed. */
export const bucketsFigure = idealFigure({
  name: 'buckets',
  version: 2,
  layout: {
    title: 'A choice among candidates (the paper’s figure on reconstruction)',
    picture: {
      kind: 'methods',
      line: 'Expected counts of the idealised setting; every bucket is guessed.',
      panel: 'm',
      x: 'k',
      xAxis: 'candidates',
    },
    table: {
      about: 'Epsilon by the candidates per bucket k, every bucket guessed',
      tablePer: ['m'],
      rowPer: ['method'],
      columnPer: 'k',
    },
  },
  grids: [
    {
      sigma: [0.6],
      m: [10_000],
      k: [50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000],
      guesses: [],
      delta: [1e-5],
      tau: [0.05],
    },
    {
      sigma: [0.6],
      m: [100],
      k: [3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50],
      guesses: [],
      delta: [1e-5],
      tau: [0.05],
    },
  ],
  complete: (cell) =>
    listAt(cell, 'guesses').length > 0 ? cell : { ...cell, guesses: [numberAt(cell, 'm')] },
});
