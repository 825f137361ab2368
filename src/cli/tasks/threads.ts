import { fileURLToPath } from 'node:url';
import type { Engine, Task, TaskAnswer, TaskData, TaskEnd } from './task.ts';
import doTask from './worker.ts';

/** Bytes that all threads together may take, and what the process and each thread take by themselves. */
const MEMORY = 2e9;
const PROCESS_BYTES = 3e8;
const THREAD_BYTES = 8e7;

/** Seconds of work from which on threads are worth starting. */
const WORTH_THREADS = 0.5;

/** How many threads of those wanted fit into memory with tasks of `bytes` each. */
export function threadsFor(wanted: number, bytes: number): number {
  return Math.max(1, Math.min(wanted, Math.floor((MEMORY - PROCESS_BYTES) / (THREAD_BYTES + bytes))));
}

/** Threads to run tasks on. */
interface Pool {
  run(data: TaskData): Promise<TaskAnswer>;
  close(): Promise<void>;
}

/** A pool of threads, which are there when it is returned. */
export async function openPool(size: number): Promise<Pool> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./task-worker.js', import.meta.url)),
    minThreads: size,
    maxThreads: size,
  });
  return { run: (data) => pool.run(data), close: () => pool.destroy() };
}

/** Tasks run in this thread, one after the other. */
const THIS_THREAD: Pool = { run: doTask, close: async () => {} };

/** What came of a task, errors included. */
async function endOf(task: Task, answer: Promise<TaskAnswer>): Promise<TaskEnd> {
  try {
    const found = await answer;
    if ('invalid' in found) return { task, error: found.invalid, isInvalid: true };
    return { task, result: found.result };
  } catch (error) {
    return { task, error: error instanceof Error ? error.message : String(error), isInvalid: false };
  }
}

/** Does tasks in threads of this process, which start when there is enough to do. */
export function threadsEngine(size: number): Engine {
  let opened: Promise<Pool> | null = null;
  return {
    async run(tasks, keep) {
      const seconds = tasks.reduce((sum, task) => sum + task.seconds, 0);
      const isWorth = opened !== null || (size > 1 && seconds >= WORTH_THREADS);
      if (isWorth) opened ??= openPool(size);
      const pool = (await opened) ?? THIS_THREAD;
      const queue = [...tasks].sort((a, b) => b.seconds - a.seconds);
      let next = 0;
      const line = async () => {
        while (next < queue.length) {
          const task = queue[next++];
          keep([await endOf(task, pool.run(task.data))]);
        }
      };
      try {
        await Promise.all(Array.from({ length: isWorth ? size : 1 }, line));
      } finally {
        // Where results cannot be kept, no other task is begun.
        next = queue.length;
      }
    },
    close: async () => (await opened)?.close(),
  };
}
