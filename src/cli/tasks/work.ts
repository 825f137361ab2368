import type { KindOfWork, TaskKind } from './task.ts';

/** Each kind is loaded when a task of it comes. */
export const WORK: Readonly<Record<TaskKind, () => Promise<KindOfWork>>> = {
  sweep: async () => (await import('../sweep/sweep-work.ts')).sweepWork,
};
