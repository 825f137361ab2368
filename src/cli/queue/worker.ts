import { availableParallelism } from 'node:os';
import type { Job } from 'bullmq';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { onInterrupt } from '../shell/interrupt.ts';
import { loadQueuePackages } from '../shell/optional.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { openPool } from '../tasks/threads.ts';
import { queueAddress } from './address.ts';
import { openLink, PREFIX, QUEUE, queueMessage } from './server.ts';

/** What a user may type for `onerun worker`. */
export interface WorkerOptions {
  readonly queue: string;
  readonly threads?: number;
  readonly lostAfter?: number;
}

/** How the reason of a failure begins where the task was refused for what it asks. */
export const REFUSED = 'refused: ';

/** Seconds after which the tasks of a worker that is not heard of are given to others. */
const LOST_AFTER = 20;

/**
 * How many times a task may lose its worker before it is given up. Workers are lost for reasons of their own
 * (a machine goes, a time limit ends), so this is large; a task that kills every worker reaches it all the
 * same.
 */
const MOST_LOSSES = 30;

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

const tasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`);

/** Takes tasks from a queue until it is told to leave. */
export async function runWorker(options: WorkerOptions): Promise<CommandOutcome> {
  const { threads = availableParallelism(), lostAfter = LOST_AFTER } = options;
  const address = queueAddress(options.queue);
  checkWhole('threads', threads, 1, 1024);
  if (!(lostAfter >= 0.5 && lostAfter <= 3600))
    throw new InvalidInput(`invalid lost-after; must be 0.5 to 3600 seconds: ${lostAfter}`);
  const { bullmq } = await loadQueuePackages();
  const link = await openLink(address, say);
  const pool = await openPool(threads);
  // A task is given to others when its lock has run out and two checks have found it so.
  const half = (1000 * lostAfter) / 2;
  const doJob = async ({ data }: Job) => {
    const answer = await pool.run(data);
    if ('result' in answer) return answer.result;
    // No other try would change what was refused.
    throw new bullmq.UnrecoverableError(REFUSED + answer.invalid);
  };
  const worker = new bullmq.Worker(QUEUE, doJob, {
    connection: link.redis,
    prefix: PREFIX,
    concurrency: threads,
    lockDuration: half,
    stalledInterval: half,
    maxStalledCount: MOST_LOSSES,
    runRetryDelay: 500,
  });
  let done = 0;
  // What a server that is gone for a while brings with it mends itself.
  worker.on('error', () => {});
  worker.on('completed', () => {
    done++;
  });
  worker.on('failed', (job, error) => say(`task ${quoted(String(job?.id))} failed: ${queueMessage(error)}`));
  say(
    `joined ${address.shown} with ${threads === 1 ? '1 thread' : `${threads} threads`}; Ctrl-C to leave after what runs`,
  );
  await new Promise((stop) => onInterrupt(stop));
  say('leaving after what runs; once more to leave at once');
  await worker.close();
  await Promise.all([pool.close(), link.close()]);
  return { code: EXIT.interrupted, text: `left; ${tasks(done)} done\n` };
}
