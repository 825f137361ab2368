import { fileURLToPath } from 'node:url';
import { InvalidInput } from '../../errors.ts';
import type { Figure, Result, Task } from '../../experiments/index.ts';
import work, { type TaskAnswer } from './worker.ts';

/** What all threads together may hold, and what the process and each thread need for themselves. */
const MEMORY = 2e9;
const PROCESS = 3e8;
const THREAD = 8e7;

export interface Pool {
  readonly size: number;
  run(figure: Figure, task: Task): Promise<Result>;
  close(): Promise<void>;
}

/** So many threads that their tasks, of `bytes` each, fit into memory. */
export function threadsFor(wanted: number, bytes: number): number {
  return Math.max(1, Math.min(wanted, Math.floor((MEMORY - PROCESS) / (THREAD + bytes))));
}

function settle(answer: TaskAnswer): Result {
  if ('invalid' in answer) throw new InvalidInput(answer.invalid);
  return answer.result;
}

/** No threads: tasks are done here, one after the other. */
export const HERE: Pool = {
  size: 1,
  run: async ({ name }, task) => settle(await work({ figure: name, task })),
  close: async () => {},
};

/** Threads to run tasks on. */
async function openPool(size: number): Promise<Pool> {
  if (size === 1) return HERE;
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./sweep-worker.js', import.meta.url)),
    minThreads: size,
    maxThreads: size,
  });
  return {
    size,
    run: async ({ name }, task) => settle(await pool.run({ figure: name, task })),
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
