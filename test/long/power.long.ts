import { expect, test } from 'vitest';
import { ATTACK_SCORES } from '../../src/experiments/power/attack-scores.ts';
import { expectComputed, expectFewFalseAlarms } from '../support/computed-power.ts';
import { playedFigure } from '../support/sweep.ts';

test.each(ATTACK_SCORES)('a true claim is rarely refuted in 20,000 games with the score %s', (score) => {
  const rows = playedFigure('power', {
    changes: {
      score: [score],
      sigma: [100, 2],
      short: [0],
      m: [40],
      references: [1, 4],
      tau: [0.05, 0.3],
    },
    games: 20_000,
  });
  expectFewFalseAlarms(rows);
});

test('the white-box score refutes as often as is computed, in 20,000 games', () => {
  const rows = playedFigure('power', {
    changes: {
      score: ['white-box'],
      sigma: [0.5, 1, 2],
      short: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
      m: [20, 50],
      tau: [0.05, 0.4],
    },
    games: 20_000,
  });
  expectComputed(rows);
  expect(rows.filter(({ power }) => Number(power) > 0.1 && Number(power) < 0.9).length).toBeGreaterThan(10);
});
