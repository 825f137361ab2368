import { expect } from 'vitest';
import { chanceOfRight } from '../../src/audit/index.ts';
import type { FigureRow } from '../../src/figure-layout.ts';
import { clopperPearsonLower, clopperPearsonUpper } from '../../src/numerics/index.ts';

/** Holds played powers of the white-box score against computed ones: exact up to 50 canaries, else nearly. */
export function expectComputed(rows: readonly FigureRow[]): void {
  const chances = new Map<string, ReturnType<typeof chanceOfRight>>();
  for (const row of rows) {
    if (row.method === 'theory') continue;
    const truth = `gaussian(sigma=${Number(row.sigma) * (1 - Number(row.short))})`;
    const chance = chances.get(`${row.m} ${truth}`) ?? chanceOfRight(Number(row.m), truth);
    chances.set(`${row.m} ${truth}`, chance);
    const exact = row.critical === null ? 0 : chance(Number(row.guesses), Number(row.critical));
    const [caught, games] = [Number(row.caught), Number(row.games)];
    const room = Number(row.m) <= 50 ? 1e-9 : 0.003;
    expect(clopperPearsonLower(caught, games, 1e-6), JSON.stringify(row)).toBeLessThanOrEqual(exact + room);
    expect(clopperPearsonUpper(caught, games, 1e-6), JSON.stringify(row)).toBeGreaterThanOrEqual(
      exact - room,
    );
  }
}

/**
 * Holds played powers of true claims against tau, and asks that some come near it: where none does, the test
 * could not fail.
 */
export function expectFewFalseAlarms(rows: readonly FigureRow[]): void {
  const played = rows.filter(({ method }) => method !== 'theory');
  for (const { caught, games, tau, short } of played) {
    expect(short).toBe(0);
    expect(clopperPearsonLower(Number(caught), Number(games), 1e-6)).toBeLessThanOrEqual(Number(tau));
  }
  expect(Math.max(...played.map(({ power, tau }) => Number(power) / Number(tau)))).toBeGreaterThan(0.4);
}
