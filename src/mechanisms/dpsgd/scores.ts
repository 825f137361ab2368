import { InvalidInput } from '../../errors.ts';
import { nthLargest } from '../../numerics/index.ts';
import { quoted } from '../../quote.ts';
import type { Privacy } from './privacy.ts';
import { batchesPerEpoch } from './sampling.ts';

/**
 * A score of Dirac canaries, built up step by step from x, the canary's coordinate of the released update in
 * units of the clip norm, less what the ordinary records account for. Which one is audited is fixed before
 * training.
 */
interface Scoring {
  readonly what: string;
  /** How many running numbers each canary needs. */
  readonly memory: number;
  see(memory: readonly Float64Array[], x: Float64Array, step: number, privacy: Privacy): void;
  finish(memory: readonly Float64Array[], privacy: Privacy): Float64Array;
}

const first = (memory: readonly Float64Array[]) => memory[0];

export const SCORES = {
  llr: {
    what: 'the sum of the steps’ log-likelihood ratios at the claimed noise',
    memory: 1,
    see([sum], x, _, { noise, rate }) {
      for (let i = 0; i < x.length; i++) sum[i] += logRatio(x[i], noise, rate);
    },
    finish: first,
  },
  sum: {
    what: 'the sum of the steps’ inner products with the canary’s unit gradient',
    memory: 1,
    see([sum], x) {
      for (let i = 0; i < x.length; i++) sum[i] += x[i];
    },
    finish: ([sum], { clip }) => sum.map((x) => x * clip),
  },
  fitted: {
    what: 'log-likelihood ratios at the noise that each step shows, where that is less than claimed',
    memory: 1,
    see([sum], x, _, { noise, rate }) {
      const seen = fittedNoise(x, noise);
      for (let i = 0; i < x.length; i++) sum[i] += logRatio(x[i], seen, rate);
    },
    finish: first,
  },
  spread: {
    what: 'how much the coordinate varies from step to step',
    memory: 2,
    see([sum, squares], x) {
      for (let i = 0; i < x.length; i++) {
        sum[i] += x[i];
        squares[i] += x[i] * x[i];
      }
    },
    finish: ([sum, squares], { steps }) => squares.map((s, i) => s - (sum[i] * sum[i]) / steps),
  },
  schedule: {
    what: 'the sum over the steps at which batches in a fixed order would hold the canary',
    memory: 1,
    see([sum], x, step, { rate }) {
      const epoch = batchesPerEpoch(rate);
      for (let i = step % epoch; i < x.length; i += epoch) sum[i] += x[i];
    },
    finish: first,
  },
} as const satisfies Record<string, Scoring>;

export type ScoreName = keyof typeof SCORES;

export function scoreNamed(name: string): ScoreName {
  if (Object.hasOwn(SCORES, name)) return name as ScoreName;
  throw new InvalidInput(`unknown score: ${quoted(name)} (one of ${Object.keys(SCORES).join(', ')})`);
}

/** Zeros for the running numbers of a score, one array each. */
export function createMemory(name: ScoreName, slots: number): Float64Array[] {
  return Array.from({ length: SCORES[name].memory }, () => new Float64Array(slots));
}

/** ln(1 - q + q e^((x - 1/2) / sigma^2)): a step of Poisson-sampled Gaussian noise, in against out. */
function logRatio(x: number, sigma: number, q: number): number {
  const exponent = (x - 0.5) / (sigma * sigma);
  if (q === 1) return exponent;
  // e^700 is near the largest double; the exponent is large enough to drop 1 - q.
  return exponent > 700 ? exponent + Math.log(q) : Math.log1p(q * Math.expm1(exponent));
}

/**
 * The noise by the median size of the coordinates (0.674 sigma); at most the claimed noise, at least a
 * hundredth of it.
 */
function fittedNoise(x: Float64Array, claimed: number): number {
  const median = nthLargest(
    x.map((value) => Math.abs(value)),
    Math.ceil(x.length / 2),
  );
  return Math.min(claimed, Math.max(claimed / 100, median / 0.6744897501960817));
}
