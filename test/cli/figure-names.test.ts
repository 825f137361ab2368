import { expect, test } from 'vitest';
import { FIGURE_NAMES } from '../../src/cli/sweep/figure-names.ts';
import { FIGURES } from '../../src/experiments/index.ts';

test('the help of reproduce names every figure, in the order in which they are drawn', () => {
  expect(FIGURE_NAMES).toEqual(FIGURES.map(({ name }) => name));
});
