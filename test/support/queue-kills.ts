import { join } from 'node:path';
import { expect } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { filesOf } from './crash.ts';
import { onerunProcess } from './process.ts';
import { expectSameSweep, sortedLines } from './queue-sweep.ts';
import { RedisServer, Running } from './redis.ts';
import { temporaryFolder } from './temporary.ts';

const SIGMAS = Array.from({ length: 20 }, (_, i) => 1 + i / 10).join(',');

/** A sweep of 40 tasks, of up to a tenth of a second each. */
const SWEEP = ['reproduce', 'gaussian', '--simulate', '--games', '10', '--sigma', SIGMAS, '-m', '30000'];
const ARGS = [...SWEEP, '--method', 'paper'];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const linesOf = (out: string) => sortedLines(filesOf(out).get('gaussian.jsonl'));

/**
 * Sweeps through a queue while workers, the producer and the server are killed (SIGKILL) at random, the server
 * also so that it loses all of its data. No finished task may leave the log, and the files must be those of one
 * machine. Returns how many of each were killed.
 */
export async function sweepThroughKills(kills: number, seed: string): Promise<Record<string, number>> {
  const random = createRandom(seed);
  const alone = join(temporaryFolder(), 'alone');
  expect(onerunProcess([...ARGS, '--out', alone])).toMatchObject({ code: 0 });
  const server = await RedisServer.start();
  const killed: Record<string, number> = { worker: 0, producer: 0, server: 0, 'server emptied': 0 };
  const count = () => Object.values(killed).reduce((a, b) => a + b, 0);
  const newWorker = () =>
    new Running(['worker', '--queue', server.address, '--threads', '1', '--lost-after', '1']);
  const workers = [newWorker(), newWorker()];
  try {
    for (;;) {
      const out = join(temporaryFolder(), 'out');
      const newProducer = () => new Running([...ARGS, '--queue', server.address, '--out', out]);
      let producer = newProducer();
      const isLast = count() >= kills;
      let lines: string[] = [];
      for (;;) {
        await Promise.race([producer.ended, pause(300 + random.integer(1200))]);
        const now = linesOf(out);
        expect(now).toEqual(expect.arrayContaining(lines));
        // The last line may be one that is being written.
        lines = now.filter((line) => line.endsWith('}'));
        // Who starts while the server is away is told so and ends; a user starts it again.
        if (producer.isOver && !/cannot use the queue/.test(producer.err)) break;
        if (producer.isOver) producer = newProducer();
        workers.forEach((worker, i) => {
          if (worker.isOver) workers[i] = newWorker();
        });
        if (isLast || count() >= kills) continue;
        const victim = random.integer(5);
        if (victim < 2) {
          killed.worker++;
          await workers[victim].kill();
          workers[victim] = newWorker();
        } else if (victim === 2) {
          killed.producer++;
          await producer.kill();
          producer = newProducer();
        } else {
          const empty = victim === 4;
          killed[empty ? 'server emptied' : 'server']++;
          await server.stop();
          await server.restart({ empty });
        }
      }
      expect({ code: (await producer.ended).code, err: producer.err }).toMatchObject({ code: 0 });
      expectSameSweep(out, alone);
      if (isLast) return killed;
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
    await server.stop();
  }
}
