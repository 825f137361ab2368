/** The sum of products of two vectors. */
export function innerProduct(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < x.length; j++) sum += x[j] * y[j];
  return sum;
}

/**
 * Replaces the lower half of a symmetric positive matrix, row by row, by its Cholesky factor. A pivot that
 * rounding has made negative is taken as next to nothing.
 */
export function choleskyInPlace(a: Float64Array, size: number): void {
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = a[i * size + j];
      for (let l = 0; l < j; l++) sum -= a[i * size + l] * a[j * size + l];
      a[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / a[j * size + j];
    }
}

/** Replaces x by the solution of the system whose matrix has this Cholesky factor. */
export function choleskySolve(a: Float64Array, size: number, x: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = x[i];
    for (let l = 0; l < i; l++) sum -= a[i * size + l] * x[l];
    x[i] = sum / a[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i];
    for (let l = i + 1; l < size; l++) sum -= a[l * size + i] * x[l];
    x[i] = sum / a[i * size + i];
  }
}
