import { join } from 'node:path';
import { expect } from 'vitest';
import { filesOf } from './crash.ts';
import { type RedisServer, Running } from './redis.ts';
import { temporaryFolder } from './temporary.ts';

/** Six quick tasks: three of games, three that judge them. */
export const QUEUE_SWEEP = [
  ...['reproduce', 'gaussian', '--simulate', '--games', '5', '--method', 'paper'],
  ...['--sigma', '1,2,3', '-m', '1000'],
];

/** Begins a sweep whose tasks go through a queue. */
export function producer(server: RedisServer, sweep: readonly string[] = QUEUE_SWEEP, ...more: string[]) {
  const out = join(temporaryFolder(), 'out');
  const run = new Running([...sweep, '--queue', server.address, '--out', out, ...more]);
  return { out, run };
}

/** A worker that has joined. */
export async function joinedWorker(server: RedisServer, ...more: string[]): Promise<Running> {
  const run = new Running([
    'worker',
    '--queue',
    server.address,
    '--threads',
    '1',
    '--lost-after',
    '2',
    ...more,
  ]);
  await run.said(/joined/);
  return run;
}

/** Expects the files of two sweeps to be the same, the lines of their logs in any order. */
export function expectSameSweep(out: string, alone: string): void {
  const [found, whole] = [filesOf(out), filesOf(alone)];
  expect([...found.keys()]).toEqual([...whole.keys()]);
  for (const [name, text] of whole)
    if (name.endsWith('.jsonl')) expect(sortedLines(found.get(name))).toEqual(sortedLines(text));
    else expect(found.get(name) === text, name).toBe(true);
}

/** The lines of a log, in any order. */
export function sortedLines(text = ''): string[] {
  return text.split('\n').sort();
}
