import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import { ATTACK_SCORES } from './power/attack-scores.ts';
import { type Figure, type Grid, type GridCell, listAt } from './sweep.ts';

/** Which words an axis of words takes. */
const WORDS: Readonly<Record<string, readonly string[]>> = { score: ATTACK_SCORES };

/** Which numbers each other axis takes, and the rule in words. */
const RULES: Readonly<Record<string, readonly [fits: (x: number) => boolean, rule: string]>> = {
  sigma: [(x) => x >= 1e-100 && x <= 1e100, 'must be above 0 (1e-100 to 1e100)'],
  noise: [(x) => x >= 0.25 && x <= 1e100, 'must be at least 0.25 (up to 1e100)'],
  rate: [(x) => x > 0 && x <= 1, 'must be in (0, 1]'],
  steps: [(x) => whole(x, 1), 'must be a whole number, 1 or above'],
  m: [(x) => whole(x, 2) && x <= 1e9, 'must be a whole number from 2 to 1e9'],
  total: [(x) => whole(x, 2) && x <= 1e9, 'must be a whole number from 2 to 1e9'],
  k: [(x) => whole(x, 2), 'must be a whole number, 2 or above'],
  runs: [(x) => whole(x, 1), 'must be a whole number, 1 or above'],
  guesses: [(x) => whole(x, 1), 'must be a whole number, 1 or above'],
  delta: [(x) => x > 0 && x < 1, 'must be in (0, 1)'],
  tau: [(x) => x > 0 && x < 1, 'must be in (0, 1)'],
  short: [(x) => x >= 0 && x < 1, 'must be a share of the noise, from 0 up to 1, such as 0.05 or 5%'],
  references: [(x) => whole(x, 0) && x <= 1e4, 'must be a whole number up to 1e4'],
  difficulty: [(x) => x >= 0 && x <= 1e3, 'must be from 0 to 1e3'],
};

const whole = (x: number, least: number) => Number.isSafeInteger(x) && x >= least;

/** Throws unless the figure has these axes and the values lie on them. */
export function checkAxes({ name, grids }: Figure, changes: Grid): void {
  for (const [axis, values] of Object.entries(changes)) {
    if (!grids.some((grid) => axis in grid))
      throw new InvalidInput(`invalid ${axis}; ${name} does not vary it (it varies ${axesOf(grids)})`);
    for (const value of values) checkValue(axis, value);
  }
}

function checkValue(axis: string, value: number | string): void {
  const words = WORDS[axis];
  if (words !== undefined) {
    if (!words.includes(String(value)))
      throw new InvalidInput(`unknown ${axis}: ${quoted(String(value))} (one of ${words.join(', ')})`);
    return;
  }
  const [fits, rule] = RULES[axis];
  if (typeof value !== 'number' || !fits(value))
    throw new InvalidInput(`invalid ${axis}; ${rule}: ${typeof value === 'number' ? value : quoted(value)}`);
}

function axesOf(grids: readonly Grid[]): string {
  return [...new Set(grids.flatMap((grid) => Object.keys(grid)))].join(', ') || 'nothing';
}

/** Throws where a number of guesses is larger than the number of canaries. */
export function checkGuesses(cell: GridCell): void {
  const { m } = cell;
  for (const n of listAt(cell, 'guesses'))
    if (n > Number(m)) throw new InvalidInput(`invalid guesses; must be at most canaries (${m}): ${n}`);
}
