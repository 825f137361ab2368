import { describe, expect, test } from 'vitest';
import { criticalCount } from '../../src/audit/index.ts';
import { bestCuts, countsAt, cutsOfGuesses, madeUpField } from '../../src/bench/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { clopperPearsonLower } from '../../src/numerics/index.ts';

const ASKED = { claim: 'perfect()', m: 400, tau: 0.05, games: 400, seed: 'best', guesses: 60, tries: 12 };

describe('choosing cuts after looking', () => {
  const found = bestCuts(ASKED);

  test('raises false alarms above the level that cuts fixed in advance keep', () => {
    const { alarms, sizes } = found;
    expect(sizes.length).toBe(12);
    expect(sizes[0]).toBe(60);
    expect(clopperPearsonLower(alarms[0], ASKED.games, 1e-4)).toBeLessThanOrEqual(ASKED.tau);
    expect(clopperPearsonLower(alarms[11], ASKED.games, 1e-4)).toBeGreaterThan(ASKED.tau);
    for (let i = 1; i < alarms.length; i++) expect(alarms[i]).toBeGreaterThanOrEqual(alarms[i - 1]);
  });

  test('counts what the figure counts at every cut of every game', () => {
    const criticals = found.sizes.map((guesses) =>
      criticalCount({ m: ASKED.m, k: 2, guesses }, tradeOff(ASKED.claim), ASKED.tau, 'all'),
    );
    expect(found.criticals).toEqual(criticals);
    const alarms = new Array<number>(found.sizes.length).fill(0);
    for (let game = 0; game < ASKED.games; game++) {
      const field = madeUpField({ truth: ASKED.claim, m: ASKED.m, seed: `best ${game}` });
      let isAlarm = false;
      for (const [i, guesses] of found.sizes.entries()) {
        const right = countsAt(field, cutsOfGuesses({ guesses, k: 2 }))?.correct ?? 0;
        isAlarm ||= right >= (criticals[i] ?? Infinity);
        if (isAlarm) alarms[i]++;
      }
    }
    expect(found.alarms).toEqual(alarms);
  });
});
