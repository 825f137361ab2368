import { afterEach, expect, test, vi } from 'vitest';
import { SweepProgress } from '../../src/cli/sweep/progress.ts';
import type { Task } from '../../src/cli/tasks/task.ts';
import { trainProgress } from '../../src/cli/train/progress.ts';
import { QUICK } from '../support/training.ts';

const games = { kind: 'games', cell: {}, seed: '0', first: 0, end: 1 } as const;
const task: Task = { key: 'a', data: { figure: 'gaussian', task: games }, name: 'a', seconds: 1 };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.defineProperty(process.stderr, 'isTTY', isTTY ?? { value: undefined, configurable: true });
});

const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');

function standsAtTerminal(value: boolean): void {
  Object.defineProperty(process.stderr, 'isTTY', { value, configurable: true });
}

test('a pipe gets no lines of progress, whatever works', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const work = (value: boolean) => {
    standsAtTerminal(value);
    const sweep = new SweepProgress('gaussian');
    sweep.begin(100);
    const train = trainProgress({ ...QUICK, steps: 10 }, 1e-5);
    for (let step = 1; step <= 10; step++) {
      vi.advanceTimersByTime(60_000);
      sweep.took([{ task, result: null }]);
      train(step, 1, 100);
    }
  };
  work(false);
  expect(write).not.toHaveBeenCalled();
  work(true);
  const said = write.mock.calls.map(([line]) => String(line));
  expect(said).toContainEqual(expect.stringMatching(/gaussian \[#+\.+\] \d+%/));
  expect(said.at(-1)).toMatch(/step 10 of 10: loss 1\.0000, .* epsilon [\d.]+ at 1e-5/);
});

test('the time left follows from the share that is done', () => {
  standsAtTerminal(true);
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const progress = new SweepProgress('gaussian');
  progress.begin(100);
  vi.advanceTimersByTime(20_000);
  progress.sees(1);
  expect(lines.at(-1)).toContain('0%, first task for 20 s, 1 worker');
  vi.advanceTimersByTime(20_000);
  progress.took(Array.from({ length: 10 }, () => ({ task, result: null })));
  expect(lines.at(-1)).toContain('10%, about 6 min left, 1 worker');
});
