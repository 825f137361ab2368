import type { JobsOptions } from 'bullmq';
import * as z from 'zod';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { VERSION } from '../shell/version.ts';
import type { Task, TaskKind } from '../tasks/task.ts';
import { WORK } from '../tasks/work.ts';

/** What all keys in Redis begin with. */
export const PREFIX = 'onerun';

/** Each version has a queue of its own, so that no worker ever takes a task of another version. */
export const QUEUE = `tasks-${VERSION}`;

/** How many times a task is tried where it fails for a reason that may pass. */
const TRIES = 3;
/** Milliseconds before the second try; each further one waits twice as long. */
const FIRST_PAUSE = 1000;

/** Bytes of JSON that a result may have in the queue. */
const MOST_BYTES = 16e6;

/** How many events BullMQ keeps. Nothing here reads them, and each holds the result of its task once more. */
export const EVENTS_KEPT = 1;

/** How the reason of a failure begins where the task was refused for what it asks. */
const REFUSED = 'refused: ';

/** What a job holds: data alone. Its id is the task's key. */
const jobData = z.strictObject({ version: z.literal(VERSION), kind: z.string().max(40), data: z.unknown() });

/** A task as BullMQ takes it. */
export function jobOf(task: Task): { name: string; data: unknown; opts: JobsOptions } {
  return {
    name: task.kind,
    data: { version: VERSION, kind: task.kind, data: task.data },
    opts: {
      jobId: task.key,
      attempts: TRIES,
      backoff: { type: 'exponential', delay: FIRST_PAUSE },
      stackTraceLimit: 0,
    },
  };
}

/** The task within a job that somebody put there. Throws InvalidInput unless it is one that is done here. */
export async function taskInJob(id: unknown, data: unknown): Promise<{ kind: TaskKind; data: unknown }> {
  const found = jobData.safeParse(data);
  if (!found.success) throw new InvalidInput('a job that holds no task of this version');
  const { kind, data: task } = found.data;
  if (!Object.hasOwn(WORK, kind)) throw new InvalidInput(`unknown kind of task: ${quoted(kind)}`);
  const work = await WORK[kind as TaskKind]();
  if (work.keyOf(task) !== id) throw new InvalidInput('a job whose id is not the key of its task');
  return { kind: kind as TaskKind, data: task };
}

/** A result as it can be kept in a job; throws where it cannot. */
export function asJobResult(result: unknown): unknown {
  const text = JSON.stringify(result);
  if (text === undefined) throw new InvalidInput('a task without a result');
  if (text.length > MOST_BYTES)
    throw new InvalidInput(
      `a result of ${text.length} bytes; a queue takes at most ${MOST_BYTES}: do this task without one`,
    );
  return result;
}

export function refusal(message: string): string {
  return REFUSED + message;
}

/** Why a job failed, as BullMQ keeps it, in words for the user. */
export function reasonOf(failed: unknown): { error: string; isInvalid: boolean } {
  const text = typeof failed === 'string' && failed !== '' ? failed : 'it failed without a reason';
  if (text.startsWith(REFUSED)) return { error: text.slice(REFUSED.length), isInvalid: true };
  // BullMQ's own words for a job that was given to workers time and again.
  if (text === 'job stalled more than allowable limit')
    return { error: 'every worker that took it was lost while doing it', isInvalid: false };
  return { error: text, isInvalid: false };
}
