import { mechanismLaw, newLedger, outcomesOfRun } from '../../audit/index.ts';
import { tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { FigureRow } from '../../figure-layout.ts';
import { ln } from '../../numerics/index.ts';
import { MOST_CANARIES } from '../../observation.ts';
import { type Figure, type GridCell, listAt, numberAt } from '../sweep.ts';
import { bestTestOfOneRun, bestTestOfRuns, type FixedTest } from './fixed-test.ts';
import { refutationLaw } from './refutation-law.ts';

/** What every run is said to keep. */
const CLAIM = 'gaussian(sigma=1)';
const CLAIMED_SIGMA = 1;

const UP_TO_20 = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20];
const UP_TO_300 = [30, 40, 50, 60, 80, 100, 150, 200, 300];
const UP_TO_3000 = [500, 700, 1000, 1500, 2000, 3000];
const LEVELS = { delta: [1e-5], tau: [0.05] };

/**
 * Ours: how likely a ledger has refuted a claim after so many runs, beside the best test of so many runs that
 * is fixed in advance and one large run with the canaries of all of them. The noise is less than claimed.
 */
export const evidenceFigure: Figure = {
  name: 'evidence',
  version: 4,
  layout: {
    title: 'Evidence over runs against tests that are fixed in advance (ours)',
    picture: { kind: 'evidence' },
    table: {
      about: 'The probability that sigma 1 is refuted when noise sigma is what runs, by the number of runs',
      tablePer: ['m', 'sigma'],
      rowPer: ['method'],
      columnPer: 'runs',
      shows: 'power',
    },
  },
  grids: [
    { sigma: [0.95], m: [1000], runs: [...UP_TO_20, ...UP_TO_300, ...UP_TO_3000], ...LEVELS },
    { sigma: [0.9], m: [1000], runs: [...UP_TO_20, ...UP_TO_300], ...LEVELS },
    { sigma: [0.7, 0.5], m: [1000], runs: UP_TO_20, ...LEVELS },
  ],
  gathered: ['runs'],
  columns: [
    'sigma',
    'm',
    'k',
    'runs',
    'guesses',
    'correct',
    'successes',
    'delta',
    'tau',
    'method',
    'epsilon',
    'power',
    'medianRuns',
    'meanRuns',
    'runsExpected',
  ],
  complete(cell) {
    const [sigma, m] = [numberAt(cell, 'sigma'), numberAt(cell, 'm')];
    if (!(sigma < CLAIMED_SIGMA))
      throw new InvalidInput(
        `invalid sigma; must be less than the ${CLAIMED_SIGMA} that is claimed: ${sigma}`,
      );
    const most = Math.floor(MOST_CANARIES / m);
    for (const runs of listAt(cell, 'runs'))
      if (runs > most)
        throw new InvalidInput(`invalid runs; must be at most ${most} of ${m} canaries each: ${runs}`);
    return cell;
  },
  game: null,
  expected: () => ({ counts: [] }),
  methods: (_, all) => all.filter((method) => method === 'optimal'),
  prove: (cell) => [...ledgerRows(cell), ...fixedRows(cell)],
  theory(cell) {
    const epsilon = tradeOff(truthOf(cell)).epsilon(numberAt(cell, 'delta'));
    return [row(cell, { method: 'theory', epsilon })];
  },
  seconds: () => 3,
};

const truthOf = (cell: GridCell) => `gaussian(sigma=${numberAt(cell, 'sigma')})`;

function row(cell: GridCell, more: FigureRow): FigureRow {
  const [sigma, m] = [numberAt(cell, 'sigma'), numberAt(cell, 'm')];
  return { sigma, m, k: 2, delta: numberAt(cell, 'delta'), tau: numberAt(cell, 'tau'), ...more };
}

function ledgerRows(cell: GridCell): FigureRow[] {
  const [m, tau] = [numberAt(cell, 'm'), numberAt(cell, 'tau')];
  const design = newLedger({ claim: CLAIM, violation: truthOf(cell), m, tau, families: [] });
  const { products } = design;
  const [{ guesses }] = products;
  const outcomes = outcomesOfRun(products, mechanismLaw({ kind: 'membership', m, k: 2 }, truthOf(cell)));
  const numbers = listAt(cell, 'runs');
  const { refutedAfter, median, mean } = refutationLaw(
    outcomes,
    products.map(({ weight }) => weight),
    tau,
  );
  // Until the first set of bets, from its share of the evidence on, is worth 1/tau alone.
  const expected = products.flatMap(({ growth, weight }) => (growth > 0 ? [-ln(tau * weight) / growth] : []));
  const times = { medianRuns: median, meanRuns: mean, runsExpected: Math.min(...expected) };
  return numbers.map((runs) =>
    row(cell, { runs, guesses, method: 'ledger', power: refutedAfter(runs), ...times }),
  );
}

function fixedRows(cell: GridCell): FigureRow[] {
  const [sigma, m, tau] = [numberAt(cell, 'sigma'), numberAt(cell, 'm'), numberAt(cell, 'tau')];
  const setting = { claim: CLAIM, sigma, tau };
  const rowsOf = (method: string, test: (runs: number) => FixedTest) =>
    listAt(cell, 'runs').map((runs) => row(cell, { runs, method, ...test(runs) }));
  return [
    ...rowsOf('fixed-runs', (runs) => bestTestOfRuns({ ...setting, m, runs })),
    ...rowsOf('one-run', (runs) => bestTestOfOneRun({ ...setting, m: m * runs })),
  ];
}
