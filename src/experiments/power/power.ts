import { criticalCount, plannedGuesses } from '../../audit/index.ts';
import { printNumber, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { FigureRow } from '../../figure-layout.ts';
import { LastUsed } from '../../last-used.ts';
import { clopperPearsonLower, clopperPearsonUpper } from '../../numerics/index.ts';
import type { Method } from '../../types.ts';
import { checkGuesses } from '../axes.ts';
import { type Figure, type GameCounts, type GridCell, listAt, numberAt, wordAt } from '../sweep.ts';
import { gamesAtLeast, totalOf } from '../tally.ts';
import { usesReferences } from './attack-scores.ts';
import { MOST_SIGNALS, powerGame } from './power-game.ts';

/** The confidence of each interval around a probability that games estimate. */
const INTERVAL_CONFIDENCE = 0.95;
/** The rest is shared out between both ends. */
const BEYOND_END = 0.025;

const COMMON = {
  sigma: [1],
  references: [4, 16],
  difficulty: [1],
  short: [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5],
  guesses: [],
  delta: [1e-5],
  tau: [0.05],
};

/**
 * Ours: how likely noise that is short is caught by one run, by its canaries, the number of guesses, the
 * method and the attack's score; with nothing missing, how likely a true claim is refuted.
 */
export const powerFigure: Figure = {
  name: 'power',
  version: 1,
  layout: {
    title: 'How likely missing noise is caught by one run (ours)',
    picture: { kind: 'power' },
    table: {
      about: 'The probability that the claimed noise is refuted, by the share of it that is missing',
      tablePer: [],
      rowPer: ['score', 'references', 'm', 'guesses', 'method'],
      columnPer: 'short',
      shows: 'interval',
      keeps: { planned: 'yes', method: 'optimal' },
    },
    rests: [
      'Intervals of 95% confidence (Clopper and Pearson), each for itself, from games of a Gaussian mechanism whose noise is short; at 0% the claim is true.',
      'white-box ranks canaries by what was released. The other scores see models, in a simple model where canaries differ in difficulty: power depends on it, validity never does.',
      'paper and optimal test the claim’s whole curve, steinke the (epsilon, delta) that follows from it. One of them is shown, at the number of guesses that is planned from canaries and claim unless numbers are given.',
    ],
  },
  grids: [
    { score: ['white-box'], m: [100, 300, 1000, 3000, 10_000], ...COMMON },
    { score: ['loss', 'calibrated', 'lira', 'rmia'], m: [100, 1000], ...COMMON },
  ],
  gathered: ['guesses'],
  columns: [
    'sigma',
    'short',
    'm',
    'k',
    'score',
    'references',
    'difficulty',
    'guesses',
    'planned',
    'correct',
    'critical',
    'delta',
    'tau',
    'method',
    'claim',
    'epsilon',
    'games',
    'caught',
    'power',
    'powerLow',
    'powerHigh',
    'intervalConfidence',
    'assumption',
  ],
  complete(open) {
    const used = withoutUnused(open);
    const [m, references] = [numberAt(used, 'm'), numberAt(used, 'references')];
    const most = Math.floor(MOST_SIGNALS / (references + 1));
    if (m > most)
      throw new InvalidInput(
        `invalid m; must be at most ${most} where games are played with ${references} references: ${m}`,
      );
    const cell = withGuesses(used);
    checkGuesses(cell);
    return cell;
  },
  game: powerGame,
  expected() {
    throw new Error('internal: power is always played');
  },
  methods: (_, all) => all,
  prove: (cell, method, counts) =>
    listAt(cell, 'guesses').map((guesses, i) => powerRow(cell, method, guesses, counts, i)),
  theory(cell) {
    const sigma = numberAt(cell, 'sigma') * (1 - numberAt(cell, 'short'));
    const truth = tradeOff(`gaussian(sigma=${printNumber(sigma)})`);
    return [
      row(cell, { method: 'theory', claim: truth.name, epsilon: truth.epsilon(numberAt(cell, 'delta')) }),
    ];
  },
  seconds: (cell, method) => (method === 'optimal' ? 0.02 : 0.001) * listAt(cell, 'guesses').length,
};

/** What a score does not use is 0, so that its games are not played twice. */
function withoutUnused(cell: GridCell): GridCell {
  const score = wordAt(cell, 'score');
  if (usesReferences(score) && cell.references === 0)
    throw new InvalidInput(`invalid references; ${score} compares the target with at least one: 0`);
  return {
    ...cell,
    references: usesReferences(score) ? cell.references : 0,
    difficulty: score === 'white-box' ? 0 : cell.difficulty,
  };
}

/**
 * Unless numbers of guesses are given: the one that an audit plans from canaries and claim, and a tenth, a
 * half and all of the canaries. None of them depends on a game.
 */
function withGuesses(cell: GridCell): GridCell {
  if (listAt(cell, 'guesses').length > 0) return cell;
  const m = numberAt(cell, 'm');
  const shares = [0.1, 0.5, 1].map((share) => Math.max(1, Math.round(share * m)));
  return { ...cell, guesses: [...new Set([plannedFor(cell), ...shares])].sort((a, b) => a - b) };
}

function plannedFor(cell: GridCell): number {
  const [m, tau, delta] = [numberAt(cell, 'm'), numberAt(cell, 'tau'), numberAt(cell, 'delta')];
  return plannedGuesses({ m, claim: claimOf(cell), tau, delta });
}

const claimOf = (cell: GridCell) => `gaussian(sigma=${printNumber(numberAt(cell, 'sigma'))})`;

/**
 * What a method tests: the claim's whole curve, or for Steinke et al. the (epsilon, delta) guarantee that
 * follows from it.
 */
function testedClaim(cell: GridCell, method: Method): string {
  if (method !== 'steinke') return claimOf(cell);
  const delta = numberAt(cell, 'delta');
  const epsilon = tradeOff(claimOf(cell)).epsilon(delta);
  return `approx-dp(epsilon=${printNumber(epsilon)}, delta=${printNumber(delta)})`;
}

/** The points of one design, which differ in their noise, ask for the same. */
const criticals = new LastUsed<string, number | null>(200);

function criticalFor(m: number, guesses: number, claim: string, tau: number, method: Method): number | null {
  return criticals.get(`${m} ${guesses} ${tau} ${method} ${claim}`, () =>
    criticalCount({ m, k: 2, guesses }, tradeOff(claim), tau, [method]),
  );
}

function row(cell: GridCell, more: FigureRow): FigureRow {
  const axes = ['sigma', 'short', 'm', 'references', 'difficulty', 'delta', 'tau'];
  const numbers = Object.fromEntries(axes.map((axis) => [axis, numberAt(cell, axis)]));
  const score = wordAt(cell, 'score');
  const unused = {
    ...(usesReferences(score) ? {} : { references: null }),
    ...(score === 'white-box' ? { difficulty: null } : {}),
  };
  return { ...numbers, ...unused, k: 2, score, ...more };
}

function powerRow(
  cell: GridCell,
  method: Method,
  guesses: number,
  { counts, tallies = [] }: GameCounts,
  i: number,
): FigureRow {
  const claim = testedClaim(cell, method);
  const critical = criticalFor(numberAt(cell, 'm'), guesses, claim, numberAt(cell, 'tau'), method);
  const { games } = totalOf(tallies[i]);
  const caught = critical === null ? 0 : gamesAtLeast(tallies[i], critical);
  return row(cell, {
    guesses,
    planned: guesses === plannedFor(cell) ? 'yes' : 'no',
    correct: counts[i],
    critical,
    method,
    claim,
    games,
    caught,
    power: caught / games,
    powerLow: clopperPearsonLower(caught, games, BEYOND_END),
    powerHigh: clopperPearsonUpper(caught, games, BEYOND_END),
    intervalConfidence: INTERVAL_CONFIDENCE,
    assumption: wordAt(cell, 'score') === 'white-box' ? 'independent-canaries' : 'model-based',
  });
}
