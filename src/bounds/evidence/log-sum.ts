import { choleskyInPlace, choleskySolve, ln } from '../../numerics/index.ts';

/** What is maximised: the sum of weight_j ln(sum of x_a u_aj). */
export interface LogSumProgram {
  readonly weights: Float64Array;
  /** u_a for each unknown. */
  readonly columns: readonly Float64Array[];
  /** Positive or 0: the sum of cost_a x_a is kept as it is at the start. */
  readonly costs: Float64Array;
}

/** From the first to the last share of the barrier, and the factor between. */
const BARRIER = { first: 1e-2, last: 1e-6, factor: 10 };
const MOST_STEPS = 25;
const ENOUGH = 1e-7;

/**
 * Maximises the sum of weight_j ln(sum of x_a u_aj) over x > 0 on the plane through the start, by Newton's
 * method with a logarithmic barrier. The start must be inside: all x and all sums above 0.
 */
export function maximiseLogSum(program: LogSumProgram, start: Float64Array): Float64Array {
  let x = start;
  const firsts = program.columns.map((column) =>
    Math.max(
      0,
      column.findIndex((value) => value !== 0),
    ),
  );
  for (let t = BARRIER.first; t > BARRIER.last; t /= BARRIER.factor)
    for (let step = 0; step < MOST_STEPS; step++) {
      const next = newtonStep(program, firsts, x, t);
      if (next === null) break;
      x = next;
    }
  return x;
}

/** The sums of which the logarithms are taken. */
export function sumsOf({ weights, columns }: LogSumProgram, x: Float64Array): Float64Array {
  const sums = new Float64Array(weights.length);
  columns.forEach((column, a) => {
    for (let j = 0; j < sums.length; j++) sums[j] += x[a] * column[j];
  });
  return sums;
}

function barrierOf(program: LogSumProgram, x: Float64Array, t: number): number {
  if (x.some((value) => !(value > 0))) return -Infinity;
  const sums = sumsOf(program, x);
  let value = x.reduce((sum, each) => sum + t * ln(each), 0);
  for (let j = 0; j < sums.length; j++) {
    if (!(sums[j] > 0)) return -Infinity;
    value += program.weights[j] * ln(sums[j]);
  }
  return value;
}

/** One damped step; null where there is nothing to gain. Columns begin with zeros, up to the `firsts`. */
function newtonStep(
  program: LogSumProgram,
  firsts: readonly number[],
  x: Float64Array,
  t: number,
): Float64Array | null {
  const { weights, columns, costs } = program;
  const n = x.length;
  const sums = sumsOf(program, x);
  const scaled = columns.map((column) => column.map((value, j) => (value * Math.sqrt(weights[j])) / sums[j]));
  const roots = weights.map(Math.sqrt);
  const gradient = new Float64Array(n);
  const matrix = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    gradient[a] = dot(scaled[a], roots) + t / x[a];
    for (let b = 0; b <= a; b++)
      matrix[a * n + b] = dot(scaled[a], scaled[b], Math.max(firsts[a], firsts[b]));
    matrix[a * n + a] += t / (x[a] * x[a]);
  }
  choleskyInPlace(matrix, n);
  const move = gradient.slice();
  const across = costs.slice();
  choleskySolve(matrix, n, move);
  choleskySolve(matrix, n, across);
  const along = dot(costs, move) / dot(costs, across);
  for (let a = 0; a < n; a++) move[a] -= along * across[a];
  const gain = dot(gradient, move);
  if (!(gain > ENOUGH)) return null;
  const before = barrierOf(program, x, t);
  for (let length = 1; length > 1e-10; length /= 2) {
    const next = x.map((value, a) => value + length * move[a]);
    if (barrierOf(program, next, t) >= before + 0.1 * length * gain) return next;
  }
  return null;
}

function dot(a: Float64Array, b: Float64Array, from = 0): number {
  let sum = 0;
  for (let j = from; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}
