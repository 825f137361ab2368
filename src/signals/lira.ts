import { ln } from '../numerics/index.ts';
import type { CanarySignals } from './canary-signals.ts';
import { finiteSignals } from './finite.ts';
import { countSides, fillMissingSides, type SideMeans, wasIn } from './sides.ts';
import { TO_LOGIT } from './signal.ts';

/** One variance for all canaries, or one for each. */
export type LiraVariance = 'pooled' | 'each';

/** From so many references on, each canary has a variance of its own unless something else is asked for. */
const ENOUGH_REFERENCES = 64;

/** A variance of a canary's own is at least this share of the pooled one. */
const LEAST_SHARE = 0.01;

/** No term of a likelihood counts for more, so that the difference of two is a number. */
const MOST_TERM = 1e300;

export function usualVariance(references: number): LiraVariance {
  return references >= ENOUGH_REFERENCES ? 'each' : 'pooled';
}

/**
 * The likelihood-ratio attack (Carlini et al., 2022) on logits. Online: the logarithm of how much likelier
 * the target's logit is under the Gaussian fitted to references with the canary than under the one fitted to
 * those without. Offline: by how many standard deviations the logit lies above the mean without the canary,
 * which orders canaries as the attack's probability does.
 */
export function liraScores(
  signals: CanarySignals,
  mode: 'online' | 'offline',
  variance: LiraVariance,
): Float64Array {
  const { form = 'loss', target } = signals;
  const logit = finiteSignals(signals, TO_LOGIT[form]);
  const fits = fitSides(signals, logit);
  const { insides, outsides, meanIn, meanOut, squaresIn, squaresOut } = fits;
  fillMissingSides(fits, mode);
  const pooled = pooledVariances(fits, mode);
  const own = (squares: number, count: number, common: number) =>
    variance === 'pooled' || count < 2 ? common : Math.max(squares / (count - 1), LEAST_SHARE * common);
  return Float64Array.from(target, (signal, i) => {
    const x = logit(signal);
    const varianceOut = own(squaresOut[i], outsides[i], pooled.out);
    if (mode === 'offline') return bounded((x - meanOut[i]) / Math.sqrt(varianceOut));
    const varianceIn = own(squaresIn[i], insides[i], pooled.in);
    const term = (mean: number, spread: number) => bounded(((x - mean) * (x - mean)) / (2 * spread));
    return term(meanOut[i], varianceOut) - term(meanIn[i], varianceIn) + 0.5 * ln(varianceOut / varianceIn);
  });
}

function bounded(x: number): number {
  return Math.max(-MOST_TERM, Math.min(MOST_TERM, x));
}

interface SideFits extends SideMeans {
  /** Sums of squared distances from the mean. */
  readonly squaresIn: Float64Array;
  readonly squaresOut: Float64Array;
}

/** Means and squares in one pass over the references (Welford, 1962). */
function fitSides({ target, references = [] }: CanarySignals, logit: (signal: number) => number): SideFits {
  const m = target.length;
  const [meanIn, meanOut, squaresIn, squaresOut] = [0, 0, 0, 0].map(() => new Float64Array(m));
  const seenIn = new Uint32Array(m);
  for (const [r, reference] of references.entries())
    for (let i = 0; i < m; i++) {
      const x = logit(reference.signals[i]);
      if (wasIn(reference, i)) {
        const step = x - meanIn[i];
        meanIn[i] += step / ++seenIn[i];
        squaresIn[i] += step * (x - meanIn[i]);
      } else {
        const step = x - meanOut[i];
        meanOut[i] += step / (r + 1 - seenIn[i]);
        squaresOut[i] += step * (x - meanOut[i]);
      }
    }
  return { ...countSides(references, m), meanIn, meanOut, squaresIn, squaresOut };
}

/**
 * The variance around each canary's own mean, over all canaries. A side where no canary has two references
 * takes the other's; with neither, or where nothing varies, it is 1, and the order of the scores does not
 * depend on it. Offline nothing is taken from references with the canary.
 */
function pooledVariances(fits: SideFits, mode: 'online' | 'offline'): { in: number; out: number } {
  const inside = pooled(fits.squaresIn, fits.insides);
  const outside = pooled(fits.squaresOut, fits.outsides);
  if (mode === 'offline') return { in: 1, out: outside || 1 };
  return { in: inside || outside || 1, out: outside || inside || 1 };
}

/** 0 where it cannot be told. */
function pooled(squares: Float64Array, counts: Uint32Array): number {
  let [sum, freedom] = [0, 0];
  for (let i = 0; i < counts.length; i++)
    if (counts[i] > 1) {
      sum += squares[i];
      freedom += counts[i] - 1;
    }
  return freedom === 0 ? 0 : sum / freedom;
}
