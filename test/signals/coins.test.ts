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

test('canaries in exactly half of all models are refused: the others give the last one away', () => {
  const random = createRandom('balanced');
  const design = (m: number, models: number, options: number) => {
    const rows = Array.from({ length: m }, () => {
      const order = Array.from({ length: models }, (_, j) => ({ j, key: random.uniform() }));
      order.sort((a, b) => a.key - b.key);
      return order.map(({ j }) => j % options);
    });
    return Array.from({ length: models }, (_, j) => rows.map((row) => row[j]));
  };
  const message = /in how many of them a canary was gives the target's coins away/;
  for (const models of [16, 64]) {
    const [target, ...others] = design(100, models, 2);
    expect(() => checkReferenceCoins(target, others)).toThrow(message);
  }
  const [truth, ...draws] = design(200, 20, 5);
  expect(() => checkReferenceCoins(truth, draws, 5)).toThrow(message);
  for (let game = 0; game < 100; game++) {
    const [, ...others] = design(100, 16, 2);
    const fair = Array.from({ length: 100 }, () => random.integer(2));
    checkReferenceCoins(fair, others);
    checkReferenceCoins(fair, [...others, ...design(100, 4, 2)]);
  }
});
