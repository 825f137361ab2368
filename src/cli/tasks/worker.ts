import { InvalidInput } from '../../errors.ts';
import type { TaskAnswer, TaskKind } from './task.ts';
import { WORK } from './work.ts';

/** What a thread is sent. */
export interface SentTask {
  readonly kind: TaskKind;
  readonly data: unknown;
}

/** Does one task in a thread of its own. */
export default async function doTask({ kind, data }: SentTask): Promise<TaskAnswer> {
  try {
    const work = await WORK[kind]();
    return { result: await work.run(data) };
  } catch (error) {
    if (error instanceof InvalidInput) return { invalid: error.message };
    throw error;
  }
}
