import { afterEach, expect, test, vi } from 'vitest';
import { SweepProgress } from '../../src/cli/sweep/progress.ts';
import type { Task } from '../../src/cli/tasks/task.ts';

const task: Task = { key: 'a', kind: 'sweep', data: null, name: 'a', seconds: 1 };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('rate and time left are those of the workers that are there, not of the time without any', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const events: Record<string, unknown>[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    events.push(JSON.parse(String(line)));
    return true;
  });
  const progress = new SweepProgress('gaussian', true);
  progress.begin(100);
  const sees = (workers: number) => progress.sees({ workers, threads: workers, retried: 0 });
  sees(0);
  vi.advanceTimersByTime(3600_000);
  sees(1);
  expect(events.at(-1)).toMatchObject({ workers: 1, secondsLeft: null, tasksPerSecond: 0 });
  vi.advanceTimersByTime(10_000);
  progress.took(Array.from({ length: 10 }, () => ({ task, result: null })));
  expect(events.at(-1)).toMatchObject({ done: 10, share: 0.1, tasksPerSecond: 1, secondsLeft: 90 });
  vi.advanceTimersByTime(1000);
  sees(9);
  expect(events.at(-1)?.tasksPerSecond).toBeCloseTo((9 * 10) / 11, 9);
  expect(events.at(-1)?.secondsLeft).toBeCloseTo(11, 9);
  vi.advanceTimersByTime(1000);
  sees(0);
  expect(events.at(-1)).toMatchObject({ secondsLeft: null, tasksPerSecond: 0 });
});
