import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/io/index.ts';
import { stallWatch } from '../../web/src/stall.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a file that is read without progress is given up, under the limit of the command line', () => {
  const end = vi.fn();
  const watch = stallWatch(end, DEFAULT_LIMITS);
  const most = 1000 * DEFAULT_LIMITS.seconds;
  for (let i = 0; i < 5; i++) {
    watch.seen('Reading a.parquet');
    vi.advanceTimersByTime(most - 1);
  }
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(end).toHaveBeenCalledOnce();
  expect(end.mock.calls[0][0].message).toMatch(
    /^limit reached in a\.parquet; must be taken apart without a pause/,
  );
});

test('what is not reading may take its time', () => {
  const end = vi.fn();
  const watch = stallWatch(end, DEFAULT_LIMITS);
  watch.seen('Reading a.csv');
  watch.seen('Testing');
  vi.advanceTimersByTime(1e6);
  watch.seen('Reading b.csv');
  watch.done();
  vi.advanceTimersByTime(1e6);
  expect(end).not.toHaveBeenCalled();
});
