import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PREFIX, QUEUE } from '../../../src/cli/queue/server.ts';
import doTask from '../../../src/cli/tasks/worker.ts';
import { onerunProcess } from '../../support/process.ts';
import { expectSameSweep, joinedWorker, producer, QUEUE_SWEEP } from '../../support/queue-sweep.ts';
import { RedisServer, Running, redisThere } from '../../support/redis.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const alone = join(temporaryFolder(), 'alone');
let server: RedisServer;
let queue: Queue;
const running: Running[] = [];
const kept = <T extends Running | { run: Running }>(one: T): T => {
  running.push(one instanceof Running ? one : one.run);
  return one;
};
const worker = async (...more: string[]) => kept(await joinedWorker(server, ...more));

/** Waits until so many jobs are in a state. */
async function jobsIn(state: 'waiting' | 'completed' | 'failed', count: number): Promise<void> {
  while (((await queue.getJobCounts(state))[state] ?? 0) < count)
    await new Promise((resolve) => setTimeout(resolve, 30));
}

/** The server loses everything. */
async function flush(): Promise<void> {
  const redis = server.client();
  await redis.flushall();
  redis.disconnect();
}

describe.runIf(redisThere)('a sweep through a queue', () => {
  beforeAll(async () => {
    expect(onerunProcess([...QUEUE_SWEEP, '--out', alone]).code).toBe(0);
    server = await RedisServer.start();
    queue = new Queue(QUEUE, { connection: server.client(), prefix: PREFIX });
    queue.on('error', () => {});
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.kill()));
    await flush();
  });
  afterAll(async () => {
    await queue.disconnect();
    await server.stop();
  });

  test('gives the files of one machine, and tells who works', async () => {
    const { out, run } = kept(producer(server, QUEUE_SWEEP, '--json'));
    await jobsIn('waiting', 3);
    await run.said(/no worker takes tasks yet; .*onerun worker --queue redis:\/\/127/);
    const one = await worker();
    const { code } = await run.ended;
    expect(code).toBe(0);
    expectSameSweep(out, alone);
    expect(await queue.getJobCounts('waiting', 'active', 'completed', 'failed', 'delayed')).toEqual({
      waiting: 0,
      active: 0,
      completed: 0,
      failed: 0,
      delayed: 0,
    });
    const left = await one.kill('SIGTERM');
    expect(left).toMatchObject({ code: 143, out: 'left; 6 tasks done\n' });
  });

  test('goes on where a killed producer stopped, and after the server has lost everything', async () => {
    const first = kept(producer(server));
    await jobsIn('waiting', 3);
    await first.run.kill();
    const one = await worker();
    await jobsIn('completed', 3);
    await one.kill('SIGINT');
    const args = [...QUEUE_SWEEP, '--queue', server.address, '--out', first.out, '--json'];
    const again = kept(new Running(args));
    await jobsIn('waiting', 3);
    await flush();
    await worker();
    const { code, out } = await again.ended;
    expect(code).toBe(0);
    expect(JSON.parse(out).figures[0].computed).toBe(6);
    expectSameSweep(first.out, alone);
  });

  test('of two producers at once, of the same tasks and of others, leaves nothing undone', async () => {
    const more = [...QUEUE_SWEEP.slice(0, -4), '--sigma', '1,4', '-m', '1000'];
    const [a, b, c] = [kept(producer(server)), kept(producer(server)), kept(producer(server, more))];
    await jobsIn('waiting', 4);
    await worker();
    for (const { run } of [a, b, c]) expect(await run.ended).toMatchObject({ code: 0 });
    expectSameSweep(a.out, alone);
    expectSameSweep(b.out, alone);
  });

  test('tries three times, and again when it is started again', async () => {
    const { out, run } = kept(producer(server, QUEUE_SWEEP, '--json'));
    await jobsIn('waiting', 3);
    const [unlucky] = (await queue.getWaiting()).map(({ id }) => id);
    const tries: number[] = [];
    const connection = server.client();
    const other = new Worker(
      QUEUE,
      async ({ id, data }) => {
        if (id === unlucky) {
          tries.push(performance.now());
          throw new Error('no luck here');
        }
        const answer = await doTask(data);
        return 'result' in answer ? answer.result : null;
      },
      { connection, prefix: PREFIX },
    );
    const { code, out: text } = await run.ended;
    await other.close();
    connection.disconnect();
    expect(code).toBe(3);
    const { failed } = JSON.parse(text).figures[0];
    expect(failed.map(({ error }: { error: string }) => error)).toEqual(['no luck here']);
    expect(tries).toHaveLength(3);
    expect(tries[2] - tries[1]).toBeGreaterThan(1.5 * (tries[1] - tries[0]));
    await worker();
    const again = kept(new Running([...QUEUE_SWEEP, '--queue', server.address, '--out', out]));
    expect(await again.ended).toMatchObject({ code: 0 });
    expectSameSweep(out, alone);
  });
});
