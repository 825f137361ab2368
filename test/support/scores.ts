import { drawAssignment } from '../../src/games/index.ts';
import {
  type AuditOptions,
  audit,
  type MembershipScores,
  type ReconstructionScores,
  type Scores,
} from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';

export const input = { name: 'scores.csv', sha256: '', rows: 0 };

/** Canaries in a noisy sum: in by a coin, a score of 1 or 0 plus noise. */
export function noisySum(m: number, sigma: number, seed: string | number): MembershipScores {
  const random = createRandom(seed);
  const included = Uint8Array.from(drawAssignment(m, 2, random.split('coins')));
  const noise = random.split('noise');
  return {
    kind: 'membership',
    included,
    scores: Float64Array.from(included, (bit) => bit + sigma * noise.normal()),
  };
}

export function choices(m: number, k: number, sigma: number, seed: number): ReconstructionScores {
  const random = createRandom(seed);
  const truth = drawAssignment(m, k, random.split('coins'));
  const guesses = new Int32Array(m);
  const confidence = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const scores = Float64Array.from(
      { length: k },
      (_, j) => (j === truth[i] ? 1 : 0) + sigma * random.normal(),
    );
    const sorted = scores.toSorted();
    guesses[i] = scores.indexOf(sorted[k - 1]);
    confidence[i] = sorted[k - 1] - sorted[k - 2];
  }
  return { kind: 'reconstruction', k, truth, guesses, confidence };
}

export const one = (scores: Scores, options: AuditOptions) =>
  audit([{ input, scores }], { plots: false, ...options });

/** Scores that say nothing about who is in. */
export function blindScores(m: number): Float64Array {
  const random = createRandom('blind');
  return Float64Array.from({ length: m }, () => random.normal());
}
