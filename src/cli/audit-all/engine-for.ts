import { openQueueEngine } from '../queue/engine.ts';
import { noticesFor } from '../queue/notices.ts';
import type { Engine } from '../tasks/task.ts';
import { threadsEngine } from '../tasks/threads.ts';

/** Where audits are done. */
interface EngineChoice {
  /** The address of a queue, whose workers have the folder too; without one, threads of this process. */
  readonly queue: string | undefined;
  readonly threads: number;
  readonly folder: string;
  readonly asEvents: boolean;
}

export async function engineFor({ queue, threads, folder, asEvents }: EngineChoice): Promise<Engine> {
  return queue === undefined
    ? threadsEngine(threads, { folder })
    : openQueueEngine(queue, noticesFor(asEvents));
}
