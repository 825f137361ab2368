import { describe, expect, test } from 'vitest';
import { ATTACK_SCORES, type AttackSetting, playAttack } from '../../src/experiments/power/attack-scores.ts';
import { powerGame } from '../../src/experiments/power/power-game.ts';
import { gamesAtLeast, joinedTally, talliesOf, totalOf } from '../../src/experiments/tally.ts';
import { clopperPearsonLower, clopperPearsonUpper, createRandom } from '../../src/numerics/index.ts';
import { expectComputed, expectFewFalseAlarms } from '../support/computed-power.ts';
import { reproduced } from '../support/csv.ts';
import { naivePowerGame } from '../support/naive-power.ts';
import { playedFigure } from '../support/sweep.ts';

test('a tally has every game, however the games are dealt out', () => {
  const random = createRandom('tally');
  const games = Array.from({ length: 60 }, () => [random.integer(7), 100 + random.integer(3)]);
  const tallies = talliesOf(games);
  for (const [column, tally] of tallies.entries()) {
    const counts = games.map((game) => game[column]);
    for (let least = 0; least <= 110; least++)
      expect(gamesAtLeast(tally, least)).toBe(counts.filter((count) => count >= least).length);
    expect(totalOf(tally)).toEqual({ games: 60, mean: counts.reduce((a, b) => a + b, 0) / 60 });
    for (const cut of [1, 17, 59]) {
      const parts = [talliesOf(games.slice(cut))[column], talliesOf(games.slice(0, cut))[column]];
      expect(joinedTally(parts)).toEqual(tally);
    }
  }
});

describe('a game', () => {
  test.each(ATTACK_SCORES)('with the score %s has the right guesses of a naive one', (score) => {
    for (let seed = 0; seed < 6; seed++) {
      const setting: AttackSetting = {
        sigma: [1, 0.5, 3][seed % 3],
        short: [0, 0.3, 0.5][seed % 3],
        m: 10 + seed,
        score,
        // So many that every canary was in two of them and out of two.
        references: 40,
        difficulty: [1, 0, 2][seed % 3],
      };
      const guesses = [1, 4, 7, setting.m];
      const cell = { ...setting, guesses };
      expect(powerGame.once(cell, createRandom(seed))).toEqual(
        naivePowerGame(setting, guesses, createRandom(seed)),
      );
    }
  });

  test('has scores that do not depend on who was in, other than through what was released', () => {
    const setting = { sigma: 1e6, short: 0, m: 400, references: 4, difficulty: 1 };
    for (const score of ATTACK_SCORES) {
      const { scores, included } = playAttack({ ...setting, score }, createRandom('blind'));
      const means = [0, 1].map((side) => {
        const own = [...scores].filter((_, i) => included[i] === side);
        const order = [...scores].sort((a, b) => a - b);
        return own.reduce((sum, x) => sum + order.indexOf(x), 0) / own.length / setting.m;
      });
      // Noise a million times the canary's size hides it: mean ranks differ by five standard errors at most.
      expect(Math.abs(means[1] - means[0])).toBeLessThan(5 * Math.sqrt(1 / 12 / 100));
    }
  });

  test('of few canaries and one reference has a score even where all coins could fall alike', () => {
    for (const score of ATTACK_SCORES)
      for (let seed = 0; seed < 30; seed++) {
        const setting = { sigma: 1, short: 0, m: 2, score, references: 1, difficulty: 1 };
        expect(playAttack(setting, createRandom(seed)).scores.length).toBe(2);
      }
  });
});

test('a true claim is refuted at most tau of the time, with nearly as many false alarms where noise is large', () => {
  const rows = playedFigure('power', {
    changes: { score: ['lira'], sigma: [20], short: [0], m: [20], references: [2], tau: [0.3] },
    games: 2000,
  });
  expectFewFalseAlarms(rows);
});

describe('the white-box score', () => {
  test('refutes as often as is computed, in the games of the documentation', () => {
    const rows = reproduced('power').filter(({ score }) => score === 'white-box');
    expect(rows.length).toBe(35 * 13);
    expectComputed(rows);
  });
});

describe('the table', () => {
  test('has an interval around every probability', () => {
    for (const row of reproduced('power').filter(({ method }) => method !== 'theory')) {
      const { caught, games, power, powerLow, powerHigh } = row as Record<string, number>;
      expect(row.intervalConfidence).toBe(0.95);
      expect(power).toBe(caught / games);
      expect(powerLow).toBe(clopperPearsonLower(caught, games, 0.025));
      expect(powerHigh).toBe(clopperPearsonUpper(caught, games, 0.025));
    }
  });

  test('has no more false alarms than tau', () => {
    const honest = reproduced('power').filter(({ short, method }) => short === 0 && method !== 'theory');
    expect(honest.length).toBe(19 * 12);
    for (const { powerLow, tau } of honest) expect(Number(powerLow)).toBeLessThanOrEqual(Number(tau));
  });
});
