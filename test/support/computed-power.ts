import { expect } from 'vitest';
import { mechanismLaw } from '../../src/audit/index.ts';
import type { FigureRow } from '../../src/figure-layout.ts';
import { clopperPearsonLower, clopperPearsonUpper } from '../../src/numerics/index.ts';

/** Holds played powers of the white-box score against computed ones. */
export function expectComputed(rows: readonly FigureRow[]): void {
  for (const row of rows) {
    if (row.method === 'theory') continue;
    const truth = `gaussian(sigma=${Number(row.sigma) * (1 - Number(row.short))})`;
    const { law } = mechanismLaw({ kind: 'membership', m: Number(row.m), k: 2 }, truth);
    const exact = row.critical === null ? 0 : law(Number(row.guesses)).atLeast(Number(row.critical));
    const [caught, games] = [Number(row.caught), Number(row.games)];
    expect(clopperPearsonLower(caught, games, 1e-6), JSON.stringify(row)).toBeLessThanOrEqual(exact + 1e-5);
    expect(clopperPearsonUpper(caught, games, 1e-6), JSON.stringify(row)).toBeGreaterThanOrEqual(
      exact - 1e-5,
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
