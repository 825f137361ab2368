import { afterEach, expect, test, vi } from 'vitest';
import { SweepProgress } from '../../src/cli/sweep/progress.ts';
import type { Task } from '../../src/cli/tasks/task.ts';

const games = { kind: 'games', cell: {}, seed: '0', first: 0, end: 1 } as const;
const task: Task = { key: 'a', data: { figure: 'gaussian', task: games }, name: 'a', seconds: 1 };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the time left follows from the share that is done', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const events: Record<string, unknown>[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    events.push(JSON.parse(String(line)));
    return true;
  });
  const progress = new SweepProgress('gaussian', true);
  progress.begin(100);
  vi.advanceTimersByTime(2000);
  progress.sees(1);
  expect(events.at(-1)).toMatchObject({ workers: 1, secondsLeft: null });
  vi.advanceTimersByTime(8000);
  progress.took(Array.from({ length: 10 }, () => ({ task, result: null })));
  expect(events.at(-1)).toMatchObject({ done: 10, share: 0.1, secondsLeft: 90 });
});
