import { fileURLToPath } from 'node:url';
import { InvalidInput } from '../../errors.ts';
import type { Figure, SweepTask, TaskResult } from '../../experiments/index.ts';
import work, { type TaskAnswer } from './worker.ts';

/** Bytes that all threads together may take, and what the process and each thread take by themselves. */
const MEMORY = 2e9;
const PROCESS_BYTES = 3e8;
const THREAD_BYTES = 8e7;

export interface Pool {
  readonly size: number;
  run(figure: Figure, task: SweepTask): Promise<TaskResult>;
  close(): Promise<void>;
}

/** How many threads of those wanted fit into memory with tasks of `bytes` each. */
export function threadsFor(wanted: number, bytes: number): number {
  return Math.max(1, Math.min(wanted, Math.floor((MEMORY - PROCESS_BYTES) / (THREAD_BYTES + bytes))));
}

/** The result of a task; throws where it was refused. */
function resultOf(answer: TaskAnswer): TaskResult {
  if ('invalid' in answer) throw new InvalidInput(answer.invalid);
  return answer.result;
}

/** No threads: tasks run in this thread, one after the other. */
export const THIS_THREAD: Pool = {
  size: 1,
  run: async ({ name }, task) => resultOf(await work({ figure: name, task })),
  close: async () => {},
};

/** Threads to run tasks on. */
async function openPool(size: number): Promise<Pool> {
  if (size === 1) return THIS_THREAD;
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./sweep-worker.js', import.meta.url)),
    minThreads: size,
    maxThreads: size,
  });
  return {
    size,
    run: async ({ name }, task) => resultOf(await pool.run({ figure: name, task })),
    close: () => pool.destroy(),
  };
}

/** Threads that start when there is something to do. */
export function poolLater(size: number): { pool: () => Promise<Pool>; close: () => Promise<void> } {
  let opened: Promise<Pool> | null = null;
  return {
    pool: () => {
      opened ??= openPool(size);
      return opened;
    },
    close: async () => (await opened)?.close(),
  };
}
