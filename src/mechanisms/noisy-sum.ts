import { checkPositive, checkWhole } from '../check.ts';
import { printClaim } from '../claims/index.ts';
import type { Random } from '../numerics/index.ts';
import type { Subject } from './subject.ts';
import { type BugName, flawsOfSum } from './zoo.ts';

interface SumOptions {
  /** Candidates per bucket, of which one goes in; 2 is in or out. */
  readonly k?: number;
  readonly bug?: BugName | undefined;
  /** The size of a record before it is clipped to 1. */
  readonly size?: number;
}

/**
 * A sum of orthogonal unit vectors, one per canary or candidate, with Gaussian noise: adding or removing one
 * moves one coordinate by 1. The likelihood ratio of a coordinate grows with it, so the coordinate itself is
 * the best score.
 */
export function gaussianSum({ sigma, ...options }: SumOptions & { sigma: number }): Subject<Float64Array> {
  checkPositive('sigma', sigma);
  const claim = printClaim({ name: 'gaussian', relation: 'add-remove', parameters: { sigma } });
  return noisySum('gaussian-sum', claim, sigma, (random) => random.normal(), options, {
    scores: (sum) => sum,
    logOdds: 1 / (sigma * sigma),
  });
}

/**
 * The same with Laplace noise. The log-likelihood ratio of a coordinate x is (|x| - |x - 1|) / scale, which
 * is flat outside [0, 1]: beyond it, how far out x lies tells nothing.
 */
export function laplaceSum({ scale, ...options }: SumOptions & { scale: number }): Subject<Float64Array> {
  checkPositive('scale', scale);
  const claim = printClaim({ name: 'laplace', relation: 'add-remove', parameters: { scale } });
  return noisySum('laplace-sum', claim, scale, laplace, options, {
    scores: (sum) => sum.map((x) => Math.min(1, Math.max(-1, 2 * x - 1))),
    logOdds: 1 / scale,
  });
}

/**
 * A standard Laplace variable as x1 x2 - x3 x4 of normals: without a logarithm, so the same on every machine.
 */
function laplace(random: Random): number {
  return random.normal() * random.normal() - random.normal() * random.normal();
}

function noisySum(
  name: string,
  claim: string,
  spread: number,
  noise: (random: Random) => number,
  { k = 2, bug, size = 1 }: SumOptions,
  attack: Pick<Subject<Float64Array>, 'scores' | 'logOdds'>,
): Subject<Float64Array> {
  checkWhole('options', k, 2);
  checkPositive('canary size', size);
  const { noiseShare, clipping } = flawsOfSum(name, bug);
  const record = clipping === 'off' ? size : Math.min(1, size);
  return {
    claim,
    k,
    ...attack,
    mechanism(assignment, random) {
      const columns = k === 2 ? 1 : k;
      const sum = new Float64Array(assignment.length * columns);
      for (let i = 0, at = 0; i < assignment.length; i++) {
        for (let j = 0; j < columns; j++, at++) {
          const present = k === 2 ? assignment[i] : assignment[i] === j ? 1 : 0;
          sum[at] = present * record + noiseShare * spread * noise(random);
        }
      }
      return sum;
    },
  };
}
