import { describe, expect, test } from 'vitest';
import { choices, one } from '../support/scores.ts';

describe('reconstruction', () => {
  test('an add-remove claim is tested as what it implies for exchanges', () => {
    const found = one(choices(2000, 2, 1, 1), { claim: 'gaussian(sigma=1)', guesses: [200] });
    expect(found.claim?.tested).toBe('replace(gaussian(sigma=1))');
    expect(found.refuted).toBe(false);
    expect(found.notes.join()).toContain('fBar(fBar(x))');
    expect(one(choices(2000, 4, 0.3, 1), { claim: 'gaussian(sigma=4)' }).refuted).toBe(true);
  });

  test('epsilon of a family stays that of adding and removing: half of the exchange’s mu', () => {
    const scores = choices(2000, 4, 0.5, 2);
    const [direct] = one(scores, { families: ['gaussian(relation=replace)'] }).results;
    const [through] = one(scores, { families: ['gaussian'] }).results;
    expect(through.parameter).toBeCloseTo((direct.parameter as number) / 2, 9);
  });
});
