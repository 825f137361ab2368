import { tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { simulateIdeal } from '../games/index.ts';
import type { Method } from '../types.ts';
import { assumptionOf, familyOf, proved } from './proved.ts';
import { bestDesign, levelOf, type RunsSetting } from './runs-design.ts';
import { at, type Cell, type Figure, PROOF, type Row, type Seen } from './sweep.ts';

const COLUMNS = [
  'sigma',
  'total',
  'runs',
  'm',
  'k',
  'guesses',
  'correct',
  'successes',
  ...PROOF,
  'games',
  'successesLow',
  'successesHigh',
  'epsilonLow',
  'epsilonHigh',
];

/** Ours: epsilon against the number of runs that share a fixed number of canaries. */
export const runs: Figure = {
  name: 'runs',
  version: 1,
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
    if (Math.floor(at(cell, 'total') / at(cell, 'runs')) < 2)
      throw new InvalidInput(
        `invalid runs; must leave two canaries for each of ${at(cell, 'total')}: ${at(cell, 'runs')}`,
      );
    return cell;
  },
  play: {
    axes: ['sigma', 'total', 'runs', 'delta', 'tau'],
    typical: 'median',
    // All the runs of an audit, as they would be: how many succeed under the design of either method.
    once(cell, random) {
      const setting = settingOf(cell);
      const [ours, theirs] = [bestDesign(setting, 'paper'), bestDesign(setting, 'steinke')];
      const successes = [0, 0];
      for (let r = 0; r < setting.runs; r++)
        for (const [j, { guesses, correct }] of [ours, theirs].entries()) {
          const right = simulateIdeal({ ...setting, guesses, k: 2 }, random.split(r));
          if (right >= correct) successes[j]++;
        }
      return successes;
    },
    draws: (cell) => 3 * at(cell, 'total'),
    bytes: (cell) => (40 * at(cell, 'total')) / at(cell, 'runs'),
  },
  expected: () => ({ counts: [] }),
  methods: (_, all) => all,
  judge,
  theory(cell) {
    const truth = tradeOff(`gaussian(sigma=${at(cell, 'sigma')})`);
    const epsilon = truth.epsilon(at(cell, 'delta'));
    return [row(cell, { method: 'theory', family: truth.name, epsilon })];
  },
  seconds: (cell, method) => (method === 'optimal' ? 0.1 : 0.01) + 0.004 * at(cell, 'runs'),
};

function settingOf(cell: Cell): RunsSetting {
  const [sigma, total, count] = [at(cell, 'sigma'), at(cell, 'total'), at(cell, 'runs')];
  const m = Math.floor(total / count);
  return { sigma, runs: count, m, tau: at(cell, 'tau'), delta: at(cell, 'delta') };
}

function row(cell: Cell, more: Row): Row {
  const { sigma, m, runs: count, delta, tau } = settingOf(cell);
  return { sigma, total: at(cell, 'total'), runs: count, m, k: 2, delta, tau, ...more };
}

function judge(cell: Cell, method: Method, { counts, spread }: Seen): Row[] {
  const setting = settingOf(cell);
  const { m, tau, delta } = setting;
  // The optimal test is asked about the design that Algorithm 3 chose.
  const own = method === 'steinke' ? 1 : 0;
  const { guesses, correct, ...design } = bestDesign(setting, own === 1 ? 'steinke' : 'paper');
  const family = familyOf(method, delta, 2);
  const prove = (successes: number) => {
    if (successes === 0) return 0;
    const level = levelOf(successes, setting.runs, tau);
    return proved({ m, k: 2, guesses, correct }, method, level, [delta])[0];
  };
  const successes = spread === undefined ? design.successes : counts[own];
  return [
    row(cell, {
      guesses,
      correct,
      successes,
      method,
      epsilon: prove(successes),
      family,
      assumption: assumptionOf(family),
      games: spread?.games ?? null,
      successesLow: spread?.low[own] ?? null,
      successesHigh: spread?.high[own] ?? null,
      epsilonLow: spread === undefined ? null : prove(spread.low[own]),
      epsilonHigh: spread === undefined ? null : prove(spread.high[own]),
    }),
  ];
}
