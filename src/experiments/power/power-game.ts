import { countByRank } from '../../games/index.ts';
import { type FigureGame, type GridCell, listAt, numberAt, wordAt } from '../sweep.ts';
import { type AttackScore, type AttackSetting, playAttack } from './attack-scores.ts';

/** Signals of one game that are held at once: canaries times models. */
export const MOST_SIGNALS = 3e7;

/**
 * What it takes to draw and score one signal, in random numbers that would take as long (measured: 50 ns
 * each).
 */
const COST: Readonly<Record<AttackScore, number>> = {
  'white-box': 4,
  loss: 10,
  calibrated: 5,
  lira: 4,
  rmia: 9,
};
/** The same of a game with hardly any canaries. */
const COST_OF_GAME = 200;

/** One game of a point: the right guesses for each number of guesses, all from the same scores. */
export const powerGame: FigureGame = {
  axes: ['sigma', 'short', 'm', 'score', 'references', 'difficulty', 'guesses'],
  typical: 'tally',
  usualGames: 1000,
  once(cell, random) {
    const { scores, included } = playAttack(settingOf(cell), random);
    const ties = random.split('ties');
    return listAt(cell, 'guesses').map(
      (guesses) =>
        countByRank(scores, included, guesses, 'both', { random: ties.split(guesses), ids: null }).correct,
    );
  },
  draws: (cell) => COST_OF_GAME + COST[scoreAt(cell)] * signalsOf(cell),
  // The signals, who was in, and copies of about as much while they are scored.
  bytes: (cell) => 20 * signalsOf(cell) + 100 * numberAt(cell, 'm'),
};

const scoreAt = (cell: GridCell) => wordAt(cell, 'score') as AttackScore;

const signalsOf = (cell: GridCell) => numberAt(cell, 'm') * (1 + numberAt(cell, 'references'));

function settingOf(cell: GridCell): AttackSetting {
  return {
    sigma: numberAt(cell, 'sigma'),
    short: numberAt(cell, 'short'),
    m: numberAt(cell, 'm'),
    score: scoreAt(cell),
    references: numberAt(cell, 'references'),
    difficulty: numberAt(cell, 'difficulty'),
  };
}
