import { tradeOff } from '../claims/index.ts';
import { algorithm4, idealFraction } from '../games/index.ts';
import type { Method, Observation } from '../types.ts';
import { checkGuesses } from './axes.ts';
import { answers, assumptionOf, familyOf, noteOf, proved } from './proved.ts';
import { at, type Cell, type Figure, listAt, type Play, PROOF, type Row, type Seen } from './sweep.ts';

/** What the figures about the idealised Gaussian setting have in common: cells of (sigma, m, k, guesses, delta, tau). */

const COLUMNS = [
  'sigma',
  'm',
  'k',
  'guesses',
  'correct',
  ...PROOF,
  'games',
  'correctLow',
  'correctHigh',
  'epsilonLow',
  'epsilonHigh',
  'note',
];

const play: Play = {
  axes: ['sigma', 'm', 'k', 'guesses'],
  typical: 'mean',
  once: (cell, random) =>
    algorithm4(
      { sigma: at(cell, 'sigma'), m: at(cell, 'm'), k: at(cell, 'k') },
      listAt(cell, 'guesses'),
      random,
    ),
  draws: (cell) => at(cell, 'm') * (at(cell, 'k') === 2 ? 1 : at(cell, 'k')),
  // Of k = 2 the scores of the upper half, in piles that grow by half; of k > 2 a confidence each, twice.
  bytes: (cell) =>
    at(cell, 'k') === 2 ? 8 * 2.5 * Math.max(...listAt(cell, 'guesses')) * 0.6 : 20 * at(cell, 'm'),
};

/** c' times the fraction of the closed form, rounded up as the paper rounds. */
function expected(cell: Cell): Seen {
  const [sigma, m, k] = [at(cell, 'sigma'), at(cell, 'm'), at(cell, 'k')];
  return {
    counts: listAt(cell, 'guesses').map((guesses) =>
      Math.ceil(guesses * idealFraction({ sigma, m, guesses, k })),
    ),
  };
}

/** The i-th observation of a cell. */
export function observation(cell: Cell, seen: readonly number[], i: number): Observation {
  return { m: at(cell, 'm'), k: at(cell, 'k'), guesses: listAt(cell, 'guesses')[i], correct: seen[i] };
}

function row(cell: Cell, delta: number, more: Row): Row {
  return {
    sigma: at(cell, 'sigma'),
    m: at(cell, 'm'),
    k: at(cell, 'k'),
    delta,
    tau: at(cell, 'tau'),
    ...more,
  };
}

/** What one number of guesses proved, at every delta of the cell; of played games also at the ends of their spread. */
export function judged(cell: Cell, method: Method, { counts, spread }: Seen, i: number): Row[] {
  const deltas = listAt(cell, 'delta');
  const tau = at(cell, 'tau');
  const prove = (some: readonly number[]) => proved(observation(cell, some, i), method, tau, deltas);
  const epsilons = prove(counts);
  const [low, high] = spread === undefined ? [null, null] : [prove(spread.low), prove(spread.high)];
  return deltas.map((delta, d) => {
    const family = familyOf(method, delta, at(cell, 'k'));
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
      note: noteOf(method, observation(cell, counts, i)),
    });
  });
}

function theory(cell: Cell): Row[] {
  const truth = tradeOff(`gaussian(sigma=${at(cell, 'sigma')})`);
  return listAt(cell, 'delta').map((delta) =>
    row(cell, delta, { method: 'theory', family: truth.name, epsilon: truth.epsilon(delta) }),
  );
}

/** A row for every number of guesses. */
function judge(cell: Cell, method: Method, seen: Seen): Row[] {
  const rows: Row[] = [];
  for (const i of listAt(cell, 'guesses').keys()) rows.push(...judged(cell, method, seen, i));
  return rows;
}

type Own = Pick<Figure, 'name' | 'version' | 'grids'> & Partial<Pick<Figure, 'complete' | 'judge'>>;

/** A figure in the idealised setting, from what is its own. */
export function idealFigure(own: Own): Figure {
  return {
    judge,
    ...own,
    gathered: ['guesses', 'delta'],
    columns: COLUMNS,
    complete(open) {
      const cell = own.complete?.(open) ?? open;
      checkGuesses(cell);
      return cell;
    },
    play,
    expected,
    methods: (cell, all) => all.filter((method) => answers(method, at(cell, 'k'))),
    theory,
    seconds: (cell, method) => (method === 'optimal' ? 0.15 : 0.003 * listAt(cell, 'guesses').length),
  };
}
