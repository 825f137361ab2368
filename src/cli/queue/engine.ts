import { InvalidInput } from '../../errors.ts';
import { Interrupted, onInterrupt } from '../shell/interrupt.ts';
import { loadQueuePackages } from '../shell/optional.ts';
import { VERSION } from '../shell/version.ts';
import type { Engine, EngineView, TaskEnd } from '../tasks/task.ts';
import { queueAddress } from './address.ts';
import { PREFIX, QUEUE } from './job.ts';
import type { Notice } from './notices.ts';
import { Pause } from './pause.ts';
import { joinPresence, otherVersions, present } from './presence.ts';
import { QueueJobs } from './queue-jobs.ts';
import { KeepError, QueueRound } from './round.ts';
import { checkServer, openLink, queueMessage, refusedWith } from './server.ts';

/** Tasks in the queue at once: enough for all threads that work, and no more than Redis holds with ease. */
const boundFor = (threads: number) => Math.min(10_000, Math.max(100, 4 * threads));

/** Milliseconds between two looks for tasks that have vanished, and for who works. */
const LOST_PAUSE = 2000;
const VIEW_PAUSE = 1000;
/** Milliseconds without a worker before that is said, and before it is said again. */
const ALONE_FIRST = 3000;
const ALONE_AGAIN = 60_000;
/** Milliseconds that an interrupted producer takes at most to put its things in order. */
const FAREWELL = 5000;

/** Does tasks by workers of any number of machines, which take them from a queue in Redis. */
export async function openQueueEngine(text: string, notice: Notice): Promise<Engine> {
  const address = queueAddress(text);
  const { bullmq } = await loadQueuePackages();
  await checkServer(address);
  const link = await openLink(address, notice);
  const { redis } = link;
  const queue = new bullmq.Queue(QUEUE, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  queue.on('error', () => {});
  const own = await refusedWith(address, link, async () => {
    const versions = otherVersions(await present(redis), 'worker');
    if (versions.length > 0)
      throw new InvalidInput(
        `the workers at ${address.shown} are of version ${versions.join(', ')}, and this is ${VERSION}: use the same version everywhere`,
      );
    return joinPresence(redis, 'producer', 0);
  });
  const jobs = new QueueJobs(queue, redis);

  let view: EngineView = { workers: 0, threads: 0, retried: 0 };
  const lookAround = async () => {
    const workers = (await present(redis)).filter(
      ({ role, version }) => role === 'worker' && version === VERSION,
    );
    const threads = workers.reduce((sum, one) => sum + one.threads, 0);
    view = { ...view, workers: workers.length, threads };
  };

  return {
    forget: (isKept) => atMost(FAREWELL, jobs.forget(isKept)),
    async run(tasks, keep, watch) {
      const round = new QueueRound(jobs, tasks);
      const retriedBefore = view.retried;
      const pause = new Pause();
      let isInterrupted = false;
      const release = onInterrupt(() => {
        isInterrupted = true;
        pause.end();
        // Commands wait while the server is gone; without this they would keep the process waiting as well.
        if (redis.status !== 'ready') redis.disconnect();
      });
      const keepCounted = (ends: readonly TaskEnd[]) => {
        view = { ...view, retried: retriedBefore + round.retried };
        watch(view);
        keep(ends);
      };
      let problem: string | null = null;
      let [seen, lookedForLost, alone, hasBegun] = [-Infinity, performance.now(), performance.now(), false];
      let aloneFor = ALONE_FIRST;
      const step = async () => {
        if (!hasBegun) await round.begin();
        hasBegun = true;
        const ended = await round.gather(keepCounted);
        const now = performance.now();
        if (now - lookedForLost > LOST_PAUSE) {
          lookedForLost = now;
          await round.findLost();
        }
        if (now - seen > VIEW_PAUSE || (ended > 0 && view.workers === 0)) {
          seen = now;
          await lookAround();
          watch(view);
          if (view.workers !== 0) [alone, aloneFor] = [now, ALONE_FIRST];
          else if (now - alone > aloneFor) {
            [alone, aloneFor] = [now, ALONE_AGAIN];
            notice(
              `no worker takes tasks yet; on any machine: onerun worker --queue ${address.shown} (with the user and the password, if it needs them)`,
            );
          }
        }
        await round.fill(boundFor(view.threads));
        pause.adapt(ended, round.size);
      };
      try {
        while (!round.isOver && !isInterrupted) {
          try {
            await step();
            problem = null;
          } catch (error) {
            if (error instanceof KeepError) throw error.cause;
            if (isInterrupted) break;
            if (problem === null)
              notice(`the queue at ${address.shown}: ${queueMessage(error)}; trying again`);
            problem = queueMessage(error);
            pause.lengthen();
          }
          if (!round.isOver && !isInterrupted) await pause.wait();
        }
        if (isInterrupted) await atMost(FAREWELL, round.gather(keepCounted));
      } finally {
        release();
        await atMost(FAREWELL, round.isOver ? round.removeKept() : round.withdraw());
      }
      if (isInterrupted)
        throw new Interrupted(
          'interrupted; what is done is kept, workers wait for more, and the same command goes on',
        );
    },
    async close() {
      await own.leave();
      await queue.close().catch(() => {});
      await link.close();
    },
  };
}

/** Waits for something that may fail, or never come to an end where the server is gone. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, limit]).catch((error: unknown) => {
    if (error instanceof KeepError) throw error.cause;
  });
  clearTimeout(timer);
}
