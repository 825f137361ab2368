import { expect, test } from 'vitest';
import { LastUsed } from '../src/last-used.ts';

test('what was asked for last is remembered, and no more of it than was said', () => {
  const computed: string[] = [];
  const known = new LastUsed<string, string>(2);
  const ask = (key: string) =>
    known.get(key, () => {
      computed.push(key);
      return key.toUpperCase();
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(ask(key)).toBe(key.toUpperCase());
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('undefined is a value, and what throws is not remembered', () => {
  const known = new LastUsed<number, undefined>(2);
  let times = 0;
  const compute = () => {
    times++;
    return undefined;
  };
  known.get(1, compute);
  known.get(1, compute);
  expect(times).toBe(1);
  const fail = () => {
    throw new Error('no');
  };
  expect(() => known.get(2, fail)).toThrow('no');
  known.get(2, compute);
  expect(times).toBe(2);
});
