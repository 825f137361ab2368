import { describe, expect, test } from 'vitest';
import { type GuessingGame, mechanismLaw } from '../../src/audit/plan/mechanism-law.ts';
import { independent, lawOfRuns } from '../../src/games/index.ts';
import { binomialTail, createRandom } from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';
import { golden } from '../support/golden.ts';
import { type PlayedGame, playedAtLeast, playedRange, playMany } from '../support/play-right.ts';

interface Case {
  family: string;
  mu: number;
  epsilon: number;
  m: number;
  sides: Sides;
  guesses: number;
  mean: number;
  sd: number;
  tail: [number, number][];
}

const textOf = ({ family, mu, epsilon }: Case) =>
  family === 'gaussian'
    ? `gaussian(mu=${mu})`
    : family === 'laplace'
      ? `laplace(scale=${1 / epsilon})`
      : `randomized-response(epsilon=${epsilon})`;

const inOrOut = (m: number, sides: Sides): GuessingGame => ({ kind: 'membership', m, k: 2, sides });

describe('the exact law of right guesses', () => {
  const { cases }: { cases: Case[] } = golden('law');

  test.each(cases)('$family $mu $epsilon, $guesses of $m, $sides: is that of three quadratures', (each) => {
    const { m, sides, guesses, mean, sd, tail } = each;
    const { law, mean: expected } = mechanismLaw(inOrOut(m, sides), textOf(each));
    const found = law(guesses);
    // With exactly two canaries left between the cuts the law of the second ends steeply.
    const room = m - guesses === 2 ? 1e-4 : 2e-6;
    for (const [c, chance] of tail) expect(Math.abs(found.atLeast(c) - chance), `${c}`).toBeLessThan(room);
    const { from, chances } = found.law;
    const variance = chances.reduce((sum, p, i) => sum + p * (from + i - found.mean) ** 2, 0);
    expect(Math.abs(found.mean - mean)).toBeLessThan(10 * room);
    expect(Math.abs(Math.sqrt(variance) - sd)).toBeLessThan(10 * room);
    expect(Math.abs(expected(guesses) - mean)).toBeLessThan(2e-4);
  });

  test('compared with less care is that to a thousandth', () => {
    for (const each of cases) {
      const law = mechanismLaw(inOrOut(each.m, each.sides), textOf(each)).law(each.guesses, 'rough');
      for (const [c, chance] of each.tail) expect(Math.abs(law.atLeast(c) - chance)).toBeLessThan(3e-3);
    }
  });

  test.each<[text: string, m: number, guesses: number, sides: Sides]>([
    ['gaussian(sigma=0.5)', 2, 2, 'both'],
    ['gaussian(sigma=0.5)', 3, 2, 'both'],
    ['gaussian(sigma=0.7)', 9, 7, 'both'],
    ['gaussian(sigma=1)', 60, 23, 'both'],
    ['gaussian(sigma=1)', 60, 23, 'in'],
    ['gaussian(sigma=1)', 60, 23, 'out'],
    ['laplace(scale=0.4)', 40, 39, 'both'],
    ['laplace(scale=0.4)', 40, 30, 'out'],
    ['randomized-response(epsilon=3)', 30, 27, 'both'],
    ['dpsgd(noise=0.6, rate=0.3, steps=1)', 50, 20, 'in'],
    ['dpsgd(noise=0.6, rate=0.3, steps=1)', 50, 20, 'out'],
    ['dpsgd(noise=0.8, rate=0.1, steps=40)', 50, 31, 'both'],
  ])('%s: %d canaries, %d guesses, %s, are right as often as when played', (text, m, guesses, sides) => {
    const law = mechanismLaw(inOrOut(m, sides), text).law(guesses);
    expectPlayed({ m, guesses, sides }, text, law.atLeast);
  });

  test.each(['gaussian(sigma=0.8)', 'laplace(scale=0.5)'])(
    '%s: a choice among four candidates too',
    (text) => {
      const law = mechanismLaw({ kind: 'reconstruction', m: 20, k: 4 }, text).law(20);
      expectPlayed({ m: 20, k: 4, guesses: 20 }, text, law.atLeast);
    },
  );
});

function expectPlayed(game: PlayedGame, text: string, atLeast: (correct: number) => number): void {
  const games = 20_000;
  const seen = playMany(game, text, games, createRandom(`${text} ${JSON.stringify(game)}`));
  for (let c = 1; c <= game.guesses; c++) {
    const [low, high] = playedRange(playedAtLeast(seen, c), games);
    expect(atLeast(c), `${c}`).toBeGreaterThanOrEqual(low);
    expect(atLeast(c), `${c}`).toBeLessThanOrEqual(high);
  }
}

test.each<[noise: number, steps: number]>([
  [0.208, 2],
  [0.2, 10],
  [0.15, 3],
])('with little noise a law has the expected number as its mean (%d, %d steps)', (noise, steps) => {
  for (const sides of ['both', 'in', 'out'] as const) {
    const { law, mean } = mechanismLaw(
      inOrOut(73, sides),
      `dpsgd(noise=${noise}, rate=0.119, steps=${steps})`,
    );
    expect(Math.abs(law(20).mean - mean(20)), sides).toBeLessThan(2e-3);
  }
});

test('several runs together have the law of their sum', () => {
  const one = independent(7, 0.3);
  for (const runs of [1, 2, 5, 12]) {
    const { guesses, atLeast } = lawOfRuns(one, runs);
    expect(guesses).toBe(7 * runs);
    for (let c = 0; c <= guesses; c++) expect(atLeast(c)).toBeCloseTo(binomialTail(guesses, 0.3, c), 12);
  }
});

test('a quantile is the fewest right guesses that are as likely as the level', () => {
  const { quantile } = independent(30, 0.4);
  const atMost = (c: number) => 1 - binomialTail(30, 0.4, c + 1);
  for (const level of [1e-4, 0.1, 0.5, 0.9, 0.9999]) {
    expect(atMost(quantile(level))).toBeGreaterThanOrEqual(level);
    expect(atMost(quantile(level) - 1)).toBeLessThan(level);
  }
});
