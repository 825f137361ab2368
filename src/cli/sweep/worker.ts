import { InvalidInput } from '../../errors.ts';
import { FIGURES, runTask, type SweepTask, type TaskResult } from '../../experiments/index.ts';

/** What a worker returns. An error is sent as data, since its class is lost between threads. */
export type TaskAnswer = { readonly result: TaskResult } | { readonly invalid: string };

/** Does one task in a thread of its own. */
export default function work({ figure, task }: { figure: string; task: SweepTask }): TaskAnswer {
  const found = FIGURES.find(({ name }) => name === figure);
  if (found === undefined) throw new Error(`internal: unknown figure ${figure}`);
  try {
    return { result: runTask(found, task) };
  } catch (error) {
    if (error instanceof InvalidInput) return { invalid: error.message };
    throw error;
  }
}
