import { expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { checkReferenceCoins } from '../../src/signals/index.ts';

test('independent coins pass, of any share, and half of the target’s coins do not', () => {
  const random = createRandom('coins');
  const fair = () => Array.from({ length: 400 }, () => random.integer(2));
  const target = fair();
  for (let game = 0; game < 500; game++) checkReferenceCoins(target, [fair()]);
  checkReferenceCoins(target, [target.map(() => 0), target.map(() => 1)]);
  const half = target.map((coin, i) => (i % 2 === 0 ? coin : random.integer(2)));
  expect(() => checkReferenceCoins(target, [fair(), half])).toThrow(/invalid reference 1; its coins agree/);
});

test('candidates agree by chance once in their number', () => {
  const random = createRandom('candidates');
  const drawn = () => Array.from({ length: 300 }, () => random.integer(5));
  const target = drawn();
  for (let game = 0; game < 500; game++) checkReferenceCoins(target, [drawn()], 5);
  expect(() => checkReferenceCoins(target, [target], 5)).toThrow('on 300 of 300 canaries');
});
