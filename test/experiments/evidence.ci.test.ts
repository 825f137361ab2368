import { describe, expect, test } from 'vitest';
import { ledgerState, mechanismLaw, newLedger, outcomesOfRun } from '../../src/audit/index.ts';
import { BOUNDS } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { evidenceFigure } from '../../src/experiments/evidence/evidence.ts';
import { bestTestOfOneRun, bestTestOfRuns } from '../../src/experiments/evidence/fixed-test.ts';
import { refutationLaw } from '../../src/experiments/evidence/refutation-law.ts';
import { guessGrid } from '../../src/experiments/guess-grid.ts';
import { countByRank } from '../../src/games/index.ts';
import { binomialTail, createRandom } from '../../src/numerics/index.ts';
import { reproduced } from '../support/csv.ts';
import { often } from '../support/thorough.ts';

const CLAIM = 'gaussian(sigma=1)';

const lawAmong = (m: number, sigma: number) =>
  mechanismLaw({ kind: 'membership', m, k: 2 }, `gaussian(sigma=${sigma})`);

/** The right ones among n guesses by rank, in a game with m canaries and noise sigma. */
function playRight(m: number, n: number, sigma: number, random: ReturnType<typeof createRandom>): number {
  const included = Uint8Array.from({ length: m }, () => random.integer(2));
  const scores = Float64Array.from(included, (bit) => bit + sigma * random.normal());
  return countByRank(scores, included, n, 'both', { random, ids: null }).correct;
}

describe('the law of refutation', () => {
  test('is that of ledgers whose runs are played', () => {
    const [m, sigma, tau] = [300, 0.7, 0.05];
    const design = newLedger({ claim: CLAIM, m, violation: `gaussian(sigma=${sigma})`, tau, families: [] });
    const { products } = design;
    const [{ guesses }] = products;
    const law = refutationLaw(
      outcomesOfRun(products, lawAmong(m, sigma)),
      products.map(({ weight }) => weight),
      tau,
    );
    const [games, most] = [often(1500, 500), 12];
    const random = createRandom('law');
    const times = Array.from({ length: games }, (_, game) => {
      const draw = random.split(game);
      const records = Array.from({ length: most }, (_run, i) => {
        const right = playRight(m, guesses, sigma, draw);
        const counts = products.map(({ bets }) => ({
          guesses,
          least: right,
          most: right,
          reached: bets.map(({ reach }) => Number(right >= reach)),
        }));
        return { run: i + 1, counted: { counts, draws: [m / 2, m / 2] } };
      });
      return ledgerState(design, records).refutedAt ?? Infinity;
    });
    for (const runs of [1, 2, 3, 5, 8, 12]) {
      const seen = times.filter((time) => time <= runs).length / games;
      const p = law.refutedAfter(runs);
      // Four standard deviations of a share of so many games; the law has many more.
      expect(Math.abs(seen - p), `${runs} runs`).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / games) + 0.01);
    }
    expect(law.refutedAfter(law.median)).toBeGreaterThanOrEqual(0.5);
    expect(law.refutedAfter(law.median - 1)).toBeLessThan(0.5);
    const cut = times.map((time) => Math.min(time, most));
    const expected = Array.from({ length: most }, (_, i) => 1 - law.refutedAfter(i)).reduce((a, b) => a + b);
    expect(Math.abs(cut.reduce((a, b) => a + b) / games - expected)).toBeLessThan(0.4);
    expect(law.mean).toBeGreaterThan(expected);
  });

  test('is geometric where a single bet must be won once', () => {
    const law = refutationLaw(
      [
        { factors: [1], chance: 0.75 },
        { factors: [25], chance: 0.25 },
      ],
      [1],
      0.05,
    );
    for (const runs of [0, 1, 2, 5, 10]) expect(law.refutedAfter(runs)).toBeCloseTo(1 - 0.75 ** runs, 1.7);
    expect(law.median).toBe(3);
    expect(Math.abs(law.mean - 4)).toBeLessThan(0.1);
  });
});

describe('tests that are fixed in advance', () => {
  const [m, tau] = [80, 0.05];
  const f = tradeOff(CLAIM);

  /** Every threshold and every number of runs that must reach it. */
  function naivePower(sigma: number, runs: number): number {
    let best = 0;
    const { law } = lawAmong(m, sigma);
    for (const guesses of guessGrid(m).filter((n) => n <= m / 2)) {
      const { atLeast } = law(guesses);
      for (let correct = 1; correct <= guesses; correct++) {
        const price = BOUNDS.optimal.pValue({ m, k: 2, guesses, correct }, f);
        const chance = atLeast(correct);
        for (let successes = 1; successes <= runs; successes++)
          if (binomialTail(runs, price, successes) <= tau)
            best = Math.max(best, binomialTail(runs, chance, successes));
      }
    }
    return best;
  }

  test.each([
    [0.5, 1],
    [0.7, 4],
    [0.5, 3],
    [0.5, 150],
  ])('are the most powerful ones: sigma %f, %i runs', (sigma, runs) => {
    const found = bestTestOfRuns({ claim: CLAIM, sigma, m, runs, tau });
    const price = BOUNDS.optimal.pValue({ m, k: 2, guesses: found.guesses, correct: found.correct }, f);
    expect(binomialTail(runs, price, found.successes)).toBeLessThanOrEqual(tau);
    const naive = naivePower(sigma, runs);
    expect(found.power).toBeLessThanOrEqual(naive + 1e-12);
    expect(found.power).toBeGreaterThan(0.98 * naive);
  });

  test('of one run reject by the optimal test', () => {
    const { guesses, correct, power } = bestTestOfOneRun({ claim: CLAIM, sigma: 0.5, m: 2000, tau });
    const rejects = (count: number) =>
      BOUNDS.optimal.rejects({ m: 2000, k: 2, guesses, correct: count }, f, tau);
    expect(rejects(correct)).toBe(true);
    expect(rejects(correct - 1)).toBe(false);
    expect(power).toBeGreaterThan(0.999);
  });
});

test('the figure has the rows of the documentation', () => {
  const cell = { sigma: 0.5, m: 1000, runs: [1, 2, 5, 20], delta: 1e-5, tau: 0.05 };
  const rows = evidenceFigure.prove(cell, 'optimal', { counts: [] });
  expect(rows.length).toBe(12);
  const table = reproduced('evidence');
  for (const row of rows) {
    const own = table.find(
      ({ sigma, runs, method }) => sigma === 0.5 && runs === row.runs && method === row.method,
    );
    expect(Math.abs(Number(own?.power) - Number(row.power)), JSON.stringify(row)).toBeLessThan(1e-6);
    for (const column of ['guesses', 'correct', 'successes', 'medianRuns'])
      expect(own?.[column] ?? null).toBe(row[column] ?? null);
  }
});

test.each([0.95, 0.9, 0.7, 0.5])(
  'the table is of the guesses that a ledger chooses now: sigma %f',
  (noise) => {
    const { products } = newLedger({
      claim: CLAIM,
      m: 1000,
      violation: `gaussian(sigma=${noise})`,
      families: [],
    });
    const own = reproduced('evidence').find(({ sigma, method }) => sigma === noise && method === 'ledger');
    expect(own?.guesses).toBe(products[0].guesses);
  },
);

test('noise that is not short is refused', () => {
  expect(() => evidenceFigure.complete?.({ sigma: 1, m: 1000, runs: [1], delta: 1e-5, tau: 0.05 })).toThrow(
    'invalid sigma; must be less than the 1 that is claimed: 1',
  );
});
