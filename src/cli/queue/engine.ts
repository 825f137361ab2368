import type { Job, Queue } from 'bullmq';
import { quoted } from '../../quote.ts';
import { loadQueuePackages } from '../shell/optional.ts';
import { clearProgress } from '../shell/progress.ts';
import type { Engine, Task, TaskEnd } from '../tasks/task.ts';
import { queueAddress } from './address.ts';
import { openLink, PREFIX, QUEUE, queueMessage } from './server.ts';
import { REFUSED } from './worker.ts';

/** Tasks of a producer in the queue at once: enough for many threads, and few enough for any Redis. */
const MOST_SENT = 1000;
/** How many times a task is tried where it fails for a reason that may pass. */
const TRIES = 3;
/** Milliseconds before the second try; each further one waits twice as long. */
const FIRST_PAUSE = 1000;
/** Seconds after which what nobody gathers goes. */
const KEPT_FOR = 7 * 86_400;

/** Milliseconds between two looks at what has ended, and between two looks for lost tasks and for workers. */
const PAUSE = 100;
const LOOK = 2000;
/** Milliseconds without a worker before that is said. */
const ALONE = 3000;

/** Does tasks by workers of any number of machines, which take them from a queue in Redis. */
export async function openQueueEngine(text: string): Promise<Engine> {
  const say = (sentence: string) => {
    clearProgress();
    process.stderr.write(`${sentence}\n`);
  };
  const address = queueAddress(text);
  const { bullmq } = await loadQueuePackages();
  const link = await openLink(address, say);
  // Nobody reads the events, and each holds the result of its task once more.
  const streams = { events: { maxLen: 1 } };
  const queue = new bullmq.Queue(QUEUE, { connection: link.redis, prefix: PREFIX, streams });
  queue.on('error', () => {});
  return {
    async run(tasks, keep, watch) {
      const order = [...tasks].sort((a, b) => b.seconds - a.seconds);
      const open = new Map(order.map((task) => [task.key, task]));
      let [begun, looked, alone] = [false, -Infinity, performance.now()];
      const step = async (): Promise<readonly EndedJob[]> => {
        // Those that failed in an earlier run are tried again.
        if (!begun) await removeJobs(queue, await endedIn(queue, 'failed', open));
        begun = true;
        const now = performance.now();
        if (now - looked > LOOK) {
          looked = now;
          // Adding a job that is there changes nothing, so that this brings back those that have vanished.
          await queue.addBulk([...open.values()].slice(0, MOST_SENT).map(jobOf));
          const workers = await queue.getWorkersCount().catch(() => 1);
          watch(workers);
          if (workers > 0) alone = now;
          if (now - alone > ALONE) {
            alone = Infinity;
            say(
              `no worker takes tasks yet; on any machine, with this version: onerun worker --queue ${address.shown} (with the user and the password, if it needs them)`,
            );
          }
        }
        return [...(await endedIn(queue, 'completed', open)), ...(await endedIn(queue, 'failed', open))];
      };
      let problem = '';
      while (open.size > 0) {
        const ended = await step().catch((error: unknown) => {
          const message = queueMessage(error);
          if (message !== problem) say(`the queue at ${address.shown}: ${message}; trying again`);
          problem = message;
          return [];
        });
        if (ended.length > 0) keep(ended.map(endOf));
        for (const { task } of ended) open.delete(task.key);
        await removeJobs(queue, ended).catch(() => {});
        if (ended.length > MOST_SENT / 4) looked = -Infinity;
        if (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    },
    async close() {
      await queue.close().catch(() => {});
      await link.close();
    },
  };
}

/** A task as BullMQ takes it: data alone. */
function jobOf({ key, data }: Task) {
  return {
    name: 'sweep',
    data,
    opts: {
      jobId: key,
      attempts: TRIES,
      backoff: { type: 'exponential', delay: FIRST_PAUSE },
      removeOnComplete: { age: KEPT_FOR },
      removeOnFail: { age: KEPT_FOR },
    },
  };
}

interface EndedJob {
  readonly task: Task;
  readonly job: Job;
}

/** The jobs of these tasks that have ended so. */
async function endedIn(
  queue: Queue,
  state: 'completed' | 'failed',
  open: ReadonlyMap<string, Task>,
): Promise<EndedJob[]> {
  const tasks = (await queue.getRanges([state], 0, -1)).flatMap((id) => open.get(id) ?? []);
  const jobs = await Promise.all(tasks.map(({ key }) => queue.getJob(key)));
  return jobs.flatMap((job, i) => (job?.finishedOn === undefined ? [] : [{ task: tasks[i], job }]));
}

function endOf({ task, job: { failedReason, returnvalue } }: EndedJob): TaskEnd {
  if (failedReason === undefined) return { task, result: returnvalue };
  const isInvalid = failedReason.startsWith(REFUSED);
  const error = isInvalid ? failedReason.slice(REFUSED.length) : quoted(failedReason, 500);
  return { task, error, isInvalid };
}

async function removeJobs(queue: Queue, ended: readonly EndedJob[]): Promise<void> {
  await Promise.all(ended.map(({ task }) => queue.remove(task.key)));
}
