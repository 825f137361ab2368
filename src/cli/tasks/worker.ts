import { InvalidInput } from '../../errors.ts';
import type { TaskAnswer, TaskKind, TaskPlace } from './task.ts';
import { WORK } from './work.ts';

/** What a thread is sent. */
export interface SentTask {
  readonly kind: TaskKind;
  readonly data: unknown;
  readonly place: TaskPlace;
}

/** Does one task in a thread of its own. */
export default async function doTask({ kind, data, place }: SentTask): Promise<TaskAnswer> {
  try {
    const work = await WORK[kind]();
    return { result: await work.run(data, place) };
  } catch (error) {
    if (error instanceof InvalidInput) return { invalid: error.message };
    throw error;
  }
}
