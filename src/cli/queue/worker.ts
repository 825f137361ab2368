import { availableParallelism } from 'node:os';
import type { Job, JobJson } from 'bullmq';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { onInterrupt } from '../shell/interrupt.ts';
import { loadQueuePackages } from '../shell/optional.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';
import { openPool } from '../tasks/threads.ts';
import { queueAddress } from './address.ts';
import { asJobResult, PREFIX, QUEUE, refusal, taskInJob } from './job.ts';
import { joinPresence, otherVersions, present } from './presence.ts';
import { checkServer, openLink, refusedWith } from './server.ts';
import { dropUnreadable } from './unreadable.ts';
import { WorkerDiary } from './worker-diary.ts';

/** What a user may type for `onerun worker`. */
export interface WorkerOptions {
  readonly queue: string;
  readonly threads?: number;
  readonly lostAfter?: number;
  readonly json?: true;
}

/** Seconds after which the tasks of a worker that is not heard of are given to others. */
const LOST_AFTER = 20;

/**
 * How many times a task may lose its worker before it is given up. Workers are lost for reasons of their own
 * (a machine goes, a time limit ends), so this is large; a task that kills every worker reaches it all the
 * same.
 */
const MOST_LOSSES = 30;

/** How many failed jobs of others are kept in Redis; producers take their own out. */
const FAILED_KEPT = 10_000;

/** Takes tasks from a queue until it is told to leave. */
export async function runWorker(options: WorkerOptions): Promise<CommandOutcome> {
  const { threads = availableParallelism(), lostAfter = LOST_AFTER, json } = options;
  const address = queueAddress(options.queue);
  checkWhole('threads', threads, 1, 1024);
  if (!(lostAfter >= 0.5 && lostAfter <= 3600))
    throw new InvalidInput(`invalid lost-after; must be 0.5 to 3600 seconds: ${lostAfter}`);
  const { bullmq } = await loadQueuePackages();
  await checkServer(address);
  const diary = new WorkerDiary(json === true);
  const link = await openLink(address, (sentence) => diary.notice(sentence));
  const own = await refusedWith(address, link, async () => {
    const versions = otherVersions(await present(link.redis), 'producer');
    if (versions.length > 0)
      throw new InvalidInput(
        `the tasks at ${address.shown} are of version ${versions.join(', ')}, and this worker is ${VERSION}: use the same version everywhere`,
      );
    return joinPresence(link.redis, 'worker', threads);
  });
  const pool = await openPool(threads);

  const doJob = async ({ id, data }: Job) => {
    try {
      const answer = await pool.run(await taskInJob(id, data));
      if ('invalid' in answer) throw new InvalidInput(answer.invalid);
      return { result: asJobResult(answer.result) };
    } catch (error) {
      // No other try would change what was refused.
      if (error instanceof InvalidInput) throw new bullmq.UnrecoverableError(refusal(error.message));
      throw error;
    }
  };

  /** Jobs that others put into Redis may hold anything. */
  class CarefulWorker extends bullmq.Worker {
    protected override createJob(raw: JobJson, id: string): Job {
      // No task comes back by itself, or waits for another.
      const { repeatJobKey: _, parent: __, parentKey: ___, ...plain } = { ...raw, id };
      try {
        return super.createJob(plain, id);
      } catch {
        return super.createJob({ ...plain, data: 'null' }, id);
      }
    }
  }

  // A task is given to others when its lock has run out and two checks have found it so.
  const half = (1000 * lostAfter) / 2;
  const worker = new CarefulWorker(QUEUE, (job) => diary.during(doJob(job)), {
    connection: link.redis,
    prefix: PREFIX,
    concurrency: threads,
    lockDuration: half,
    stalledInterval: half,
    maxStalledCount: MOST_LOSSES,
    removeOnFail: { count: FAILED_KEPT },
    runRetryDelay: 500,
  });
  worker.on('error', async (error) => {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) return diary.problem(error);
    const dropped = await dropUnreadable(link.redis, (name) => worker.toKey(name)).catch(() => []);
    for (const id of dropped)
      diary.notice(`a job that cannot be read was taken out of the queue: ${quoted(id)}`);
  });
  worker.on('completed', (job) => diary.ended(job, null));
  worker.on('failed', (job, error) => diary.ended(job, error));
  worker.on('drained', () => diary.idle());
  diary.joined(address.shown, threads);

  await new Promise((stop) => onInterrupt(stop));
  diary.leaving();
  await own.leave();
  await worker.close();
  await Promise.all([pool.close(), link.close()]);
  return { code: EXIT.interrupted, ...diary.left() };
}
