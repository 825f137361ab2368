import { expect, test } from 'vitest';
import { GAUSS_LEGENDRE, gaussLegendre, visitNodes } from '../../src/numerics/index.ts';

test.each([2, 4, 8] as const)('%d Gauss-Legendre nodes integrate every polynomial that they can', (count) => {
  for (let degree = 0; degree < 2 * count; degree++) {
    let sum = 0;
    visitNodes(GAUSS_LEGENDRE[count], 0, 1, 1, (x, weight) => {
      sum += weight * x ** degree;
    });
    expect(sum).toBeCloseTo(1 / (degree + 1), 14);
  }
});

test('pieces cover an interval, and eight nodes in pairs are the eight nodes', () => {
  let sum = 0;
  visitNodes(GAUSS_LEGENDRE[8], -1, 3, 7, (x, weight) => {
    sum += weight * Math.exp(x);
  });
  expect(sum).toBeCloseTo(Math.exp(3) - Math.exp(-1), 12);
  expect(gaussLegendre(Math.exp, 0.2, 0.3)).toBeCloseTo(Math.exp(0.5) - Math.exp(-0.1), 14);
});
