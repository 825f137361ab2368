import { binomialPmf, GAUSS_LEGENDRE, visitNodes } from '../../numerics/index.ts';
import type { Side } from '../../types.ts';

/** Up to so many canaries the law of the right guesses is worked out: a normal spread is too rough for it. */
export const FEW = 50;

/** The mass of right guesses in an end of the scores that holds this share of all of them. */
export type RightMass = (side: Side, share: number) => number;

/**
 * P[at least c right], c from 0 to the number of guesses, by rank on m independent canaries, the top called
 * in and the bottom out. Given the score of the canary next to an end, those beyond it are right
 * independently of each other. Between both ends two canaries tell, or the only one, or where all are
 * guessed the first of the bottom: its own guess is then right as often as at that score.
 */
export function tailsOfFew(m: number, top: number, bottom: number, mass: RightMass): readonly number[] {
  const chance = (side: Side, share: number) => mass(side, share) / share;
  const law = new Float64Array(top + bottom + 1);
  const rest = m - top - bottom;
  const add = (weight: number, a: readonly number[], b: readonly number[]) =>
    a.forEach((p, i) => {
      b.forEach((q, j) => {
        law[i + j] += weight * p * q;
      });
    });
  if (top === 0 || bottom === 0) {
    const [side, n] = top === 0 ? (['out', bottom] as const) : (['in', top] as const);
    overBeta(n + 1, m - n, (share, weight) => add(weight, lawOf(n, chance(side, share)), [1]));
  } else if (rest > 1) {
    overBeta(bottom + 1, m - bottom, (below, weight) => {
      const above = new Array<number>(top + 1).fill(0);
      overBeta(top + 1, rest - 1, (part, each) => {
        lawOf(top, chance('in', part * (1 - below))).forEach((p, i) => {
          above[i] += each * p;
        });
      });
      add(weight, above, lawOf(bottom, chance('out', below)));
    });
  } else {
    overBeta(bottom + rest, top + 1, (below, weight) => {
      const above = lawOf(top, chance('in', 1 - below));
      if (rest === 1) return add(weight, above, lawOf(bottom, chance('out', below)));
      const [low, high] = [Math.max(0, below - APART), Math.min(1, below + APART)];
      const own = (mass('out', high) - mass('out', low)) / (high - low);
      const others = lawOf(bottom - 1, chance('out', below));
      add(weight * own, above, [0, ...others]);
      add(weight * (1 - own), above, others);
    });
  }
  const tails = Array.from(law);
  for (let i = tails.length - 2; i >= 0; i--) tails[i] += tails[i + 1];
  return tails;
}

/** Half the width over which a slope is measured. */
const APART = 1 / 512;
/** With 8 nodes in each. */
const PIECES = 6;

/** Visits values of a Beta law of whole parameters, with their probabilities. */
function overBeta(a: number, b: number, visit: (x: number, probability: number) => void): void {
  const found: [number, number][] = [];
  let sum = 0;
  visitNodes(GAUSS_LEGENDRE[8], 0, 1, PIECES, (x, weight) => {
    const density = weight * x ** (a - 1) * (1 - x) ** (b - 1);
    found.push([x, density]);
    sum += density;
  });
  for (const [x, density] of found) visit(x, density / sum);
}

function lawOf(n: number, p: number): number[] {
  const chance = Math.min(1, Math.max(0, p));
  return Array.from({ length: n + 1 }, (_, i) => binomialPmf(n, chance, i));
}

/** The same function of a share in [0, 1], from a table of its values that is finer near 0. */
export function tabulated(g: (share: number) => number): (share: number) => number {
  const values = Array.from({ length: STEPS + 1 }, (_, j) => g((j / STEPS) ** 2));
  return (share) => {
    const place = STEPS * Math.sqrt(share);
    const j = Math.min(STEPS - 1, Math.floor(place));
    const [low, high] = [(j / STEPS) ** 2, ((j + 1) / STEPS) ** 2];
    return values[j] + ((share - low) / (high - low)) * (values[j + 1] - values[j]);
  };
}

const STEPS = 512;
