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

  test.each<[text: string, m: number, k: number, guesses: number]>([
    ['gaussian(sigma=0.8)', 20, 4, 20],
    ['laplace(scale=0.5)', 20, 4, 20],
    ['gaussian(sigma=1)', 60, 3, 20],
    ['gaussian(sigma=0.5)', 20, 10, 17],
    ['gaussian(sigma=0.5)', 10, 25, 3],
    ['laplace(scale=0.5)', 40, 4, 30],
    ['randomized-response(epsilon=2)', 30, 4, 20],
    ['dpsgd(noise=0.6, rate=0.3, steps=3)', 20, 3, 6],
  ])('%s: %d choices among %d candidates too, of which the %d surest are made', (text, m, k, guesses) => {
    const law = mechanismLaw({ kind: 'reconstruction', m, k }, text).law(guesses);
    expectPlayed({ m, k, guesses }, text, law.atLeast);
  });

  test.each([3, 4, 10])('with less care the surest among %d candidates are right nearly as often', (k) => {
    for (const text of ['gaussian(sigma=1)', 'laplace(scale=1)', 'dpsgd(noise=0.6, rate=0.3, steps=3)'])
      for (const guesses of [100, 500, 900]) {
        const { law, mean } = mechanismLaw({ kind: 'reconstruction', m: 1000, k }, text);
        const [fine, rough] = [law(guesses), law(guesses, 'rough')];
        for (let c = 0; c <= guesses; c++)
          expect(Math.abs(fine.atLeast(c) - rough.atLeast(c)), `${text} ${c}`).toBeLessThan(0.03);
        expect(Math.abs(mean(guesses) - fine.mean)).toBeLessThan(1e-3 * guesses);
      }
  });

  test('of more candidates than are drawn as many are told as by the exact chance of one', () => {
    for (const k of [17, 100, 1000]) {
      const { law } = mechanismLaw({ kind: 'reconstruction', m: 1e6, k }, 'gaussian(sigma=0.5)');
      expect(Math.abs(law(1e6 - 1).mean - law(1e6).mean) / 1e6, `${k}`).toBeLessThan(1e-4);
    }
  });

  test('where no choice among candidates is surer than another it does not matter how many are made', () => {
    const { law } = mechanismLaw(
      { kind: 'reconstruction', m: 50, k: 4 },
      'randomized-response(epsilon=2, alphabet=4, relation=replace)',
    );
    const some = independent(10, law(50).mean / 50);
    for (let c = 0; c <= 10; c++) expect(law(10).atLeast(c)).toBeCloseTo(some.atLeast(c), 12);
  });
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
