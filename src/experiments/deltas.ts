import { idealFigure } from './ideal.ts';

/**
 * The figures on delta and confidence, at the counts that the idealised setting suggests: 1,429 of 1,500
 * right.
 */
export const deltasFigure = idealFigure({
  name: 'deltas',
  version: 2,
  layout: {
    title: 'Delta and confidence (the paper’s two figures on them)',
    picture: { kind: 'deltas' },
    table: {
      about: 'Epsilon by delta, for each significance tau',
      tablePer: [],
      rowPer: ['method', 'tau'],
      columnPer: 'delta',
    },
  },
  grids: [
    {
      sigma: [1],
      m: [1e5],
      k: [2],
      guesses: [1500],
      delta: [1e-8, 3e-8, 1e-7, 3e-7, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2],
      tau: [0.5, 0.25, 0.1, 0.05, 0.01, 0.001],
    },
  ],
});
