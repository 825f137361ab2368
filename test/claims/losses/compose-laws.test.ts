import { expect, test } from 'vitest';
import { composeLaws } from '../../../src/claims/losses/compose.ts';
import { OUTSIDE_WINDOW } from '../../../src/claims/losses/grid-choice.ts';
import { GridBuilder } from '../../../src/claims/losses/law.ts';

const STEP = 0.25;
const [COUNT, FIRST] = [6, -1];
const MASSES = [0.3, 0.3, 0.25, 0.1];

/** Losses -0.25, 0, 0.25 and 0.5 under P, and outcomes that one law alone has. */
function law() {
  const grid = new GridBuilder(FIRST, FIRST + 3, STEP);
  MASSES.forEach((mass, i) => {
    grid.upper[i] = mass;
  });
  return grid.finish(0.05, 0.02);
}

/** The law of a sum of independent losses, term by term. */
function sumOf(masses: readonly number[], count: number): number[] {
  let sum = [1];
  for (let n = 0; n < count; n++) {
    const next = new Array<number>(sum.length + masses.length - 1).fill(0);
    for (const [i, p] of sum.entries()) for (const [j, q] of masses.entries()) next[i + j] += p * q;
    sum = next;
  }
  return sum;
}

const WINDOW = { remove: { above: 9, below: 9 }, add: { above: 9, below: 9 } };
const BALANCE = { remove: 0.8, add: 0.5 };
const { remove, add } = composeLaws([{ law: law(), count: COUNT }], STEP, WINDOW, BALANCE);

test.each([
  ['remove', remove, MASSES, FIRST, 0.05, 0.8],
  ['add', add, MASSES.map((p, i) => p * Math.exp(-(FIRST + i) * STEP)).reverse(), -2, 0.02, 0.5],
] as const)('%s: the law of all runs is that of their sum', (_, composed, masses, first, infinite, tilt) => {
  const sum = sumOf(masses, COUNT);
  for (const [i, mass] of sum.entries()) {
    const at = COUNT * first + i - composed.first;
    if (at >= 0 && at < composed.masses.length) expect(composed.masses[at]).toBeCloseTo(mass, 13);
    else expect(mass).toBeLessThan(1e-12);
  }
  // Infinite losses: any one of them, and what the window may leave out.
  expect(composed.infinite - composed.outside).toBeCloseTo(1 - (1 - infinite) ** COUNT, 14);
  const moment = (t: number) =>
    Math.log(masses.reduce((total, p, i) => total + p * Math.exp(t * (first + i) * STEP), 0));
  expect(composed.tilt).toBe(tilt);
  expect(composed.log).toBeCloseTo(COUNT * moment(tilt), 12);
  // Markov's inequality for the tilted law at two tilts, of which the better one counts.
  const bound = (t: number) =>
    (-Math.log(OUTSIDE_WINDOW) + COUNT * (moment(tilt + t) - moment(tilt))) / (t * STEP);
  const last = Math.ceil(Math.min(bound(9), bound(0.75 * 9)));
  const outside = OUTSIDE_WINDOW * Math.exp(composed.log - tilt * STEP * last);
  expect(composed.outside / outside).toBeCloseTo(1, 10);
});
