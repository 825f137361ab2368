import { expect, test } from 'vitest';
import { ATTACK_SCORES } from '../../src/experiments/power/attack-scores.ts';
import { expectComputed, expectFewFalseAlarms } from '../support/computed-power.ts';
import { reproduced } from '../support/csv.ts';
import { playedFigure } from '../support/sweep.ts';

test.each(ATTACK_SCORES)('a true claim is refuted at most tau of the time with the score %s', (score) => {
  const rows = playedFigure('power', {
    changes: { score: [score], sigma: [20], short: [0], m: [40], references: [3], tau: [0.05, 0.3] },
    games: 2000,
  });
  expectFewFalseAlarms(rows);
});

test('the white-box score refutes as often as is computed, in new games', () => {
  const rows = playedFigure('power', {
    changes: { score: ['white-box'], short: [0.3, 0.6], m: [40], sigma: [1], tau: [0.05, 0.4] },
    games: 2000,
  });
  expectComputed(rows);
  expect(rows.some(({ power }) => Number(power) > 0.2 && Number(power) < 0.8)).toBe(true);
});

test('the table has rows that are played again as they stand in the documentation', () => {
  const table = reproduced('power').map((row) => JSON.stringify(row));
  for (const changes of [
    { score: ['white-box'], m: [100], short: [0, 0.5] },
    { score: ['rmia'], references: [4], m: [100], short: [0.5] },
  ])
    for (const row of playedFigure('power', { changes, games: 1000 })) {
      const columns = Object.keys(reproduced('power')[0]);
      const line = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
      expect(table).toContain(JSON.stringify(line));
    }
});
