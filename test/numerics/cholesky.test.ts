import { expect, test } from 'vitest';
import { choleskyInPlace, choleskySolve, innerProduct } from '../../src/numerics/cholesky.ts';
import { createRandom } from '../../src/numerics/index.ts';

/** A matrix B B^T + 1/10 on the diagonal, which is positive, row by row. */
function positive(size: number, seed: string): Float64Array {
  const random = createRandom(seed);
  const b = Array.from({ length: size }, () => Float64Array.from({ length: size }, () => random.normal()));
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return innerProduct(b[i], b[j]) + (i === j ? 0.1 : 0);
  });
}

test.each([1, 2, 3, 7])('a matrix of size %i is its factor times the factor turned', (size) => {
  const a = positive(size, `factor ${size}`);
  const factor = a.slice();
  choleskyInPlace(factor, size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let l = 0; l <= j; l++) sum += factor[i * size + l] * factor[j * size + l];
      expect(sum).toBeCloseTo(a[i * size + j], 12);
    }
  // What stands above the diagonal is left alone.
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) expect(factor[i * size + j]).toBe(a[i * size + j]);
});

test.each([1, 2, 3, 7])('a system of size %i is solved', (size) => {
  const a = positive(size, `solve ${size}`);
  const wanted = Float64Array.from({ length: size }, (_, i) => 1 + i);
  const x = wanted.map((_, i) => innerProduct(a.slice(i * size, (i + 1) * size), wanted));
  const factor = a.slice();
  choleskyInPlace(factor, size);
  choleskySolve(factor, size, x);
  x.forEach((value, i) => {
    expect(value).toBeCloseTo(wanted[i], 9);
  });
});

test('a pivot that rounding has made negative is next to nothing', () => {
  const a = Float64Array.of(1, 1, 1, 1 - 1e-17);
  choleskyInPlace(a, 2);
  expect(a[3]).toBe(1e-150);
  const negative = Float64Array.of(-1);
  choleskyInPlace(negative, 1);
  expect(negative[0]).toBe(1e-150);
});
