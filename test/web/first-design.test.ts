import { expect, test } from 'vitest';
import { secondLooks } from '../../web/src/first-design.ts';

test('another design for the same files is a second look, also when the page is loaded again', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const before = secondLooks(() => store);
  expect(before(['a'], 'x')).toBe(false);
  expect(before(['a'], 'y')).toBe(true);
  expect(before(['b', 'a'], 'y')).toBe(false);
  expect(before(['a', 'b'], 'y')).toBe(false);
  const after = secondLooks(() => store);
  expect(after(['a'], 'x')).toBe(false);
  expect(after(['a'], 'y')).toBe(true);
  expect(after(['c'], 'y')).toBe(false);
  // Two files that make one run, first one as the members, then the other.
  expect(after(['d + e'], 'x')).toBe(false);
  expect(after(['d + e'], 'x')).toBe(false);
  expect(after(['e + d'], 'x')).toBe(true);
  // Nothing is known of a store that is damaged, or refused.
  store.setItem('onerun-first-designs', '[1');
  expect(secondLooks(() => store)(['a'], 'y')).toBe(false);
  const refused = secondLooks(() => {
    throw new Error('refused');
  });
  expect([refused(['a'], 'x'), refused(['a'], 'y')]).toEqual([false, true]);
});
