import { tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import type { FigureRow } from '../figure-layout.ts';
import { simulateIdeal } from '../games/index.ts';
import type { Method } from '../types.ts';
import { assumptionOf, familyOf, proved } from './proved.ts';
import { bestRunsDesign, levelOfOneRun, type RunsSetting } from './runs-design.ts';
import { type Figure, type GameCounts, type GridCell, numberAt, PROOF_COLUMNS } from './sweep.ts';

const COLUMNS = [
  'sigma',
  'total',
  'runs',
  'm',
  'k',
  'guesses',
  'correct',
  'successes',
  ...PROOF_COLUMNS,
  'games',
  'successesLow',
  'successesHigh',
  'epsilonLow',
  'epsilonHigh',
];

/** Ours: epsilon against the number of runs that share a fixed number of canaries. */
export const runsFigure: Figure = {
  name: 'runs',
  version: 2,
  layout: {
    title: 'The same canaries shared out over several runs (ours)',
    picture: {
      kind: 'methods',
      line: 'The best design that is fixed in advance: two honest audits in three prove this or more.',
      played: 'Audits of the best design fixed in advance were played',
      panel: 'sigma',
      x: 'runs',
      xAxis: 'runs',
    },
    table: {
      about:
        'Epsilon that two honest audits in three prove when their canaries are shared out, by the number of runs',
      tablePer: [],
      rowPer: ['sigma', 'method'],
      columnPer: 'runs',
    },
  },
  grids: [
    {
      sigma: [0.5, 1, 2, 4],
      total: [10_000],
      runs: [1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50],
      delta: [1e-5],
      tau: [0.05],
    },
  ],
  gathered: [],
  columns: COLUMNS,
  complete(cell) {
    if (Math.floor(numberAt(cell, 'total') / numberAt(cell, 'runs')) < 2)
      throw new InvalidInput(
        `invalid runs; must leave two canaries for each of ${numberAt(cell, 'total')}: ${numberAt(cell, 'runs')}`,
      );
    return cell;
  },
  game: {
    axes: ['sigma', 'total', 'runs', 'delta', 'tau'],
    typical: 'median',
    // Plays all the runs of one audit; counts those that succeed by the design of each method.
    once(cell, random) {
      const setting = settingOf(cell);
      const [ours, theirs] = [bestRunsDesign(setting, 'paper'), bestRunsDesign(setting, 'steinke')];
      const successes = [0, 0];
      for (let r = 0; r < setting.runs; r++)
        for (const [j, { guesses, correct }] of [ours, theirs].entries()) {
          const right = simulateIdeal({ ...setting, guesses, k: 2 }, random.split(r));
          if (right >= correct) successes[j]++;
        }
      return successes;
    },
    draws: (cell) => 3 * numberAt(cell, 'total'),
    bytes: (cell) => (40 * numberAt(cell, 'total')) / numberAt(cell, 'runs'),
  },
  expected: () => ({ counts: [] }),
  methods: (_, all) => all,
  prove,
  theory(cell) {
    const truth = tradeOff(`gaussian(sigma=${numberAt(cell, 'sigma')})`);
    const epsilon = truth.epsilon(numberAt(cell, 'delta'));
    return [row(cell, { method: 'theory', family: truth.name, epsilon })];
  },
  seconds: (cell, method) => (method === 'optimal' ? 0.1 : 0.01) + 0.004 * numberAt(cell, 'runs'),
};

function settingOf(cell: GridCell): RunsSetting {
  const [sigma, total, count] = [numberAt(cell, 'sigma'), numberAt(cell, 'total'), numberAt(cell, 'runs')];
  const m = Math.floor(total / count);
  return { sigma, runs: count, m, tau: numberAt(cell, 'tau'), delta: numberAt(cell, 'delta') };
}

function row(cell: GridCell, more: FigureRow): FigureRow {
  const { sigma, m, runs: count, delta, tau } = settingOf(cell);
  return { sigma, total: numberAt(cell, 'total'), runs: count, m, k: 2, delta, tau, ...more };
}

function prove(cell: GridCell, method: Method, { counts, spread }: GameCounts): FigureRow[] {
  const setting = settingOf(cell);
  const { m, tau, delta } = setting;
  // The optimal test takes the design that is best for Algorithm 3.
  const own = method === 'steinke' ? 1 : 0;
  const { guesses, correct, ...design } = bestRunsDesign(setting, own === 1 ? 'steinke' : 'paper');
  const family = familyOf(method, delta, 2);
  const provedBy = (successes: number) => {
    if (successes === 0) return 0;
    const level = levelOfOneRun(successes, setting.runs, tau);
    return proved({ m, k: 2, guesses, correct }, method, level, [delta])[0];
  };
  const successes = spread === undefined ? design.successes : counts[own];
  return [
    row(cell, {
      guesses,
      correct,
      successes,
      method,
      epsilon: provedBy(successes),
      family,
      assumption: assumptionOf(family),
      games: spread?.games ?? null,
      successesLow: spread?.low[own] ?? null,
      successesHigh: spread?.high[own] ?? null,
      epsilonLow: spread === undefined ? null : provedBy(spread.low[own]),
      epsilonHigh: spread === undefined ? null : provedBy(spread.high[own]),
    }),
  ];
}
