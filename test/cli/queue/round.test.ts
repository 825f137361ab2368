import { expect, test } from 'vitest';
import type { EndedJob, QueueJobs } from '../../../src/cli/queue/queue-jobs.ts';
import { QueueRound } from '../../../src/cli/queue/round.ts';
import { isReadable } from '../../../src/cli/queue/unreadable.ts';
import type { Task } from '../../../src/cli/tasks/task.ts';

const task: Task = { key: 'a', kind: 'sweep', data: null, name: 'a', seconds: 1 };

test('a job that could not be removed after its result was kept is removed later', async () => {
  const there = new Set(['a']);
  let isBroken = true;
  const jobs: Partial<QueueJobs> = {
    idsOf: async (state) => (state === 'completed' ? [...there] : []),
    endOf: async (): Promise<EndedJob> => ({ end: { task, result: 1 }, retried: 0 }),
    remove: async (ids) => {
      if (isBroken && ids.length > 0) throw new Error('READONLY');
      for (const id of ids) there.delete(id);
    },
  };
  const round = new QueueRound(jobs as QueueJobs, [task]);
  const kept: number[] = [];
  const keep = (ends: readonly unknown[]) => kept.push(ends.length);
  await expect(round.gather(keep)).rejects.toThrow('READONLY');
  expect({ isOver: round.isOver, kept, there: there.size }).toEqual({ isOver: true, kept: [1], there: 1 });
  isBroken = false;
  await round.gather(keep);
  expect({ kept, there: there.size }).toEqual({ kept: [1], there: 0 });
});

test('jobs that BullMQ cannot read are known', () => {
  for (const fields of [
    ['{}', '0', '{}'],
    ['{"attempts":3}', null, null],
    [null, '', ''],
  ])
    expect(isReadable(fields), String(fields)).toBe(true);
  for (const fields of [
    ['no', null, null],
    ['null', null, null],
    ['{}', '{', null],
    ['{}', null, '{'],
  ])
    expect(isReadable(fields), String(fields)).toBe(false);
});
