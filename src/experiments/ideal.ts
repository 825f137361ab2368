import { tradeOff } from '../claims/index.ts';
import type { FigureRow } from '../figure-layout.ts';
import { algorithm4, idealFraction } from '../games/index.ts';
import type { Method, Observation } from '../types.ts';
import { checkGuesses } from './axes.ts';
import { answers, assumptionOf, familyOf, proved } from './proved.ts';
import {
  type Figure,
  type FigureGame,
  type GameCounts,
  type GridCell,
  listAt,
  numberAt,
  PROOF_COLUMNS,
} from './sweep.ts';

const COLUMNS = [
  'sigma',
  'm',
  'k',
  'guesses',
  'correct',
  ...PROOF_COLUMNS,
  'games',
  'correctLow',
  'correctHigh',
  'epsilonLow',
  'epsilonHigh',
];

const game: FigureGame = {
  axes: ['sigma', 'm', 'k', 'guesses'],
  typical: 'mean',
  once: (cell, random) =>
    algorithm4(
      { sigma: numberAt(cell, 'sigma'), m: numberAt(cell, 'm'), k: numberAt(cell, 'k') },
      listAt(cell, 'guesses'),
      random,
    ),
  draws: (cell) => numberAt(cell, 'm') * (numberAt(cell, 'k') === 2 ? 1 : numberAt(cell, 'k')),
  // For k = 2 the largest scores, in arrays that grow by half; for k > 2 two copies of a confidence per
  // bucket.
  bytes: (cell) =>
    numberAt(cell, 'k') === 2
      ? 8 * 2.5 * Math.max(...listAt(cell, 'guesses')) * 0.6
      : 20 * numberAt(cell, 'm'),
};

/**
 * The expected counts: c' times the share of right guesses in closed form, rounded up as the paper rounds.
 */
function expected(cell: GridCell): GameCounts {
  const [sigma, m, k] = [numberAt(cell, 'sigma'), numberAt(cell, 'm'), numberAt(cell, 'k')];
  return {
    counts: listAt(cell, 'guesses').map((guesses) =>
      Math.ceil(guesses * idealFraction({ sigma, m, guesses, k })),
    ),
  };
}

/** The i-th observation of a cell. */
export function observationAt(cell: GridCell, counts: readonly number[], i: number): Observation {
  return {
    m: numberAt(cell, 'm'),
    k: numberAt(cell, 'k'),
    guesses: listAt(cell, 'guesses')[i],
    correct: counts[i],
  };
}

function row(cell: GridCell, delta: number, more: FigureRow): FigureRow {
  return {
    sigma: numberAt(cell, 'sigma'),
    m: numberAt(cell, 'm'),
    k: numberAt(cell, 'k'),
    delta,
    tau: numberAt(cell, 'tau'),
    ...more,
  };
}

/**
 * What the i-th number of guesses proves at every delta of the cell; of played games also at the ends of the
 * spread.
 */
export function provedRowsAt(
  cell: GridCell,
  method: Method,
  { counts, spread }: GameCounts,
  i: number,
): FigureRow[] {
  const deltas = listAt(cell, 'delta');
  const tau = numberAt(cell, 'tau');
  const prove = (some: readonly number[]) => proved(observationAt(cell, some, i), method, tau, deltas);
  const epsilons = prove(counts);
  const [low, high] = spread === undefined ? [null, null] : [prove(spread.low), prove(spread.high)];
  return deltas.map((delta, d) => {
    const family = familyOf(method, delta, numberAt(cell, 'k'));
    return row(cell, delta, {
      guesses: listAt(cell, 'guesses')[i],
      correct: counts[i],
      method,
      epsilon: epsilons[d],
      family,
      assumption: assumptionOf(family),
      games: spread?.games ?? null,
      correctLow: spread?.low[i] ?? null,
      correctHigh: spread?.high[i] ?? null,
      epsilonLow: low?.[d] ?? null,
      epsilonHigh: high?.[d] ?? null,
    });
  });
}

function theory(cell: GridCell): FigureRow[] {
  const truth = tradeOff(`gaussian(sigma=${numberAt(cell, 'sigma')})`);
  return listAt(cell, 'delta').map((delta) =>
    row(cell, delta, { method: 'theory', family: truth.name, epsilon: truth.epsilon(delta) }),
  );
}

/** A row for every number of guesses. */
function proveAll(cell: GridCell, method: Method, counts: GameCounts): FigureRow[] {
  const rows: FigureRow[] = [];
  for (const i of listAt(cell, 'guesses').keys()) rows.push(...provedRowsAt(cell, method, counts, i));
  return rows;
}

type OwnPart = Pick<Figure, 'name' | 'version' | 'layout' | 'grids'> &
  Partial<Pick<Figure, 'complete' | 'prove'>>;

/** A figure about the idealised Gaussian setting, with cells of (sigma, m, k, guesses, delta, tau). */
export function idealFigure(own: OwnPart): Figure {
  return {
    prove: proveAll,
    ...own,
    gathered: ['guesses', 'delta'],
    columns: COLUMNS,
    complete(open) {
      const cell = own.complete?.(open) ?? open;
      checkGuesses(cell);
      return cell;
    },
    game,
    expected,
    methods: (cell, all) => all.filter((method) => answers(method, numberAt(cell, 'k'))),
    theory,
    seconds: (cell, method) => (method === 'optimal' ? 0.15 : 0.003 * listAt(cell, 'guesses').length),
  };
}
