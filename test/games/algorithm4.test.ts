import { describe, expect, test } from 'vitest';
import { algorithm4, idealFraction } from '../../src/games/index.ts';
import { createRandom, type Random } from '../../src/numerics/index.ts';

/** The paper's listing, line by line, on the draws that ours makes. */
function listing(sigma: number, m: number, k: number, guesses: number, random: Random): number {
  const truth = random.split('assignment');
  const noise = random.split('noise');
  if (k === 2) {
    const s = Array.from({ length: m }, () => truth.coin() * 2 - 1);
    const noisy = s.map((value) => value + 2 * sigma * noise.normal());
    const sorted = [...noisy].sort((a, b) => a - b);
    // sorted_noisy_s[-int(n_guesses)//2-1], which Python reads as floor(-n / 2) - 1 from the end
    const threshold = sorted[m + Math.floor(-guesses / 2) - 1];
    const kept = s.filter((_, i) => noisy[i] > threshold);
    return Math.ceil(guesses * (kept.filter((value) => value === 1).length / kept.length));
  }
  const chosen: number[] = [];
  const noisy: number[][] = [];
  for (let i = 0; i < m; i++) {
    chosen.push(truth.integer(k));
    noisy.push(
      Array.from({ length: k }, (_, j) => (j === chosen[i] ? 1 : 0) + Math.SQRT2 * sigma * noise.normal()),
    );
  }
  const best = noisy.map((row) => row.indexOf(Math.max(...row)));
  const buckets = noisy.map((row, i) => {
    const weights = row.map((x) => Math.exp((x - row[best[i]]) / (2 * sigma ** 2)));
    return 1 / weights.reduce((a, b) => a + b, 0);
  });
  const threshold = [...buckets].sort((a, b) => a - b)[m - guesses];
  const kept = buckets.flatMap((value, i) => (value > threshold ? [i] : []));
  return Math.ceil(guesses * (kept.filter((i) => chosen[i] === best[i]).length / kept.length));
}

describe('Algorithm 4, to the letter', () => {
  test('gives the counts of the listing, for every number of guesses from one game', () => {
    for (const [sigma, m, guesses] of [
      [1, 100, [2, 3, 10, 31, 50, 99, 100]],
      [0.5, 1001, [10, 100, 500, 1001]],
      [4, 5000, [20, 2000, 12]],
    ] as const) {
      for (let game = 0; game < 20; game++) {
        const random = createRandom(`${sigma} ${m} ${game}`);
        expect(algorithm4({ sigma, m, k: 2 }, guesses, random)).toEqual(
          guesses.map((n) => listing(sigma, m, 2, n, random)),
        );
      }
    }
  });

  test('and for a choice among candidates, of whom one guess fewer is kept', () => {
    for (const k of [3, 7, 40]) {
      for (let game = 0; game < 10; game++) {
        const random = createRandom(`k ${k} ${game}`);
        expect(algorithm4({ sigma: 0.6, m: 80, k }, [80, 40, 2], random)).toEqual(
          [80, 40, 2].map((n) => listing(0.6, 80, k, n, random)),
        );
      }
    }
  });

  test('its mean is the closed form, within what rounding up adds', () => {
    const [m, games] = [10_000, 200];
    for (const sigma of [0.5, 1, 4]) {
      const guesses = [100, 1000, 10_000];
      const sums = [0, 0, 0];
      for (let game = 0; game < games; game++)
        algorithm4({ sigma, m, k: 2 }, guesses, createRandom('mean').split(game)).forEach((count, i) => {
          sums[i] += count;
        });
      guesses.forEach((n, i) => {
        const p = idealFraction({ sigma, m, guesses: n, k: 2 });
        // The count doubles that of the upper half: twice the standard deviation of n / 2 guesses, over the games.
        const error = 5 * Math.sqrt((2 * n * p * (1 - p)) / games);
        expect(sums[i] / games - n * p).toBeGreaterThan(-error - 0.003 * n * p);
        expect(sums[i] / games - n * p).toBeLessThan(error + 1);
      });
    }
  });

  test('refuses what the listing cannot index', () => {
    expect(() => algorithm4({ sigma: 1, m: 10, k: 2 }, [11], createRandom(1))).toThrow('invalid guesses');
    expect(() => algorithm4({ sigma: 1, m: 10, k: 3 }, [1], createRandom(1))).toThrow('from 2 to');
  });
});
