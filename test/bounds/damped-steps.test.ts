import { expect, test } from 'vitest';
import { DampedSteps } from '../../src/bounds/optimal/damped-steps.ts';

const after = (steps: DampedSteps, ...target: number[]) => [...steps.towards(Float64Array.from(target))];

test('a coordinate moves all the way while its direction stays, and half as far each time it turns', () => {
  const steps = new DampedSteps();
  expect(after(steps, 0, 4)).toEqual([0, 4]);
  expect(after(steps, 2, 4)).toEqual([2, 4]);
  expect(after(steps, 3, 8)).toEqual([3, 8]);
  // The first turns: half of the way back; then half of that part again, as it turns once more.
  expect(after(steps, 1, 9)).toEqual([2, 9]);
  expect(after(steps, 4, 9)).toEqual([2.5, 9]);
  // It goes on: a fifth more of its part than before. The second has not moved, which is no turn.
  const [first, second] = after(steps, 4.5, 5);
  expect(first).toBeCloseTo(2.5 + 0.25 * 1.2 * 2, 12);
  expect(second).toBe(5);
});

test('a coordinate that is new starts at its target, and one that is gone is forgotten', () => {
  const steps = new DampedSteps();
  expect(after(steps, 1)).toEqual([1]);
  expect(after(steps, 2, 7)).toEqual([2, 7]);
  expect(after(steps, 0, 5, 3)).toEqual([1, 5, 3]);
  expect(after(steps, 0)).toEqual([1 - 0.6]);
  expect(after(steps, 0, 9)[1]).toBe(9);
});

test('what is given back is a copy', () => {
  const steps = new DampedSteps();
  steps.towards(Float64Array.of(1)).fill(50);
  expect(after(steps, 2)).toEqual([2]);
});
