import { exp, ln, log1p } from '../numerics/index.ts';
import type { CanarySignals, ReferenceSignals } from './canary-signals.ts';
import { finiteSignals } from './finite.ts';
import { countSides, fillMissingSides, type SideMeans, wasIn } from './sides.ts';
import { TO_LOSS } from './signal.ts';

/** How the ratios of RMIA are formed and compared. */
export interface RmiaOptions {
  readonly mode: 'online' | 'offline';
  /** By which factor a canary's ratio must exceed that of a population record. */
  readonly gamma: number;
  /** Offline: p = ((1 + a) pOut + 1 - a) / 2 stands for the mean over references with and without. */
  readonly a: number;
}

/**
 * The robust attack (Zarifzadeh, Liu, Shokri, 2024): the share of population records z whose ratio
 * p(z | target) / p(z) the canary's own exceeds by the factor gamma, where p(x) is the mean probability under
 * references. Online it is the mean of those with and without the canary, offline it is estimated from those
 * without.
 */
export function rmiaScores(signals: CanarySignals, options: RmiaOptions): Float64Array {
  const { form = 'loss', target, references = [], population } = signals;
  const loss = finiteSignals(signals, TO_LOSS[form]);
  const own = logRatios(target, references, loss, options);
  const threshold = ln(options.gamma);
  const others = population === undefined ? own.slice() : populationRatios(population, loss, options);
  others.sort();
  const size = Math.max(1, population === undefined ? others.length - 1 : others.length);
  return own.map((ratio) => {
    const level = ratio - threshold;
    // Without a population the canary itself is among the others: not counted where gamma is about 1.
    const itself = population === undefined && level >= ratio ? 1 : 0;
    return (countAtMost(others, level) - itself) / size;
  });
}

function populationRatios(
  { target, references }: NonNullable<CanarySignals['population']>,
  loss: (signal: number) => number,
  options: RmiaOptions,
): Float64Array {
  const outside = references.map((signals) => ({ signals }));
  const ratios = options.mode === 'online' ? { ...options, mode: 'offline' as const, a: 1 } : options;
  return logRatios(target, outside, loss, ratios);
}

/** ln p(x | target) - ln p(x) for each record. */
function logRatios(
  target: ArrayLike<number>,
  references: readonly ReferenceSignals[],
  loss: (signal: number) => number,
  { mode, a }: RmiaOptions,
): Float64Array {
  const means = logMeans(references, target.length, loss);
  fillMissingSides(means, mode);
  const { meanIn, meanOut } = means;
  const [share, rest] = [ln((1 + a) / 2), ln((1 - a) / 2)];
  return Float64Array.from(target, (signal, i) => {
    const level =
      mode === 'online' ? logSum(meanIn[i], meanOut[i]) - Math.LN2 : logSum(share + meanOut[i], rest);
    return -loss(signal) - level;
  });
}

/** ln(e^x + e^y). */
function logSum(x: number, y: number): number {
  const most = Math.max(x, y);
  return most + log1p(exp(Math.min(x, y) - most));
}

/** Logarithms of the mean probabilities on both sides; the largest of each is factored out. */
function logMeans(
  references: readonly ReferenceSignals[],
  m: number,
  loss: (signal: number) => number,
): SideMeans {
  const { insides, outsides } = countSides(references, m);
  const leastIn = new Float64Array(m).fill(Infinity);
  const leastOut = new Float64Array(m).fill(Infinity);
  for (const reference of references)
    for (let i = 0; i < m; i++) {
      const least = wasIn(reference, i) ? leastIn : leastOut;
      least[i] = Math.min(least[i], loss(reference.signals[i]));
    }
  const [meanIn, meanOut] = [new Float64Array(m), new Float64Array(m)];
  for (const reference of references)
    for (let i = 0; i < m; i++) {
      const x = loss(reference.signals[i]);
      if (wasIn(reference, i)) meanIn[i] += exp(leastIn[i] - x);
      else meanOut[i] += exp(leastOut[i] - x);
    }
  for (let i = 0; i < m; i++) {
    meanIn[i] = insides[i] === 0 ? 0 : ln(meanIn[i] / insides[i]) - leastIn[i];
    meanOut[i] = outsides[i] === 0 ? 0 : ln(meanOut[i] / outsides[i]) - leastOut[i];
  }
  return { insides, outsides, meanIn, meanOut };
}

/** How many of the sorted numbers are at most `x`. */
function countAtMost(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
