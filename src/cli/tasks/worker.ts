import { InvalidInput } from '../../errors.ts';
import { FIGURES, runTask } from '../../experiments/index.ts';
import { quoted } from '../../quote.ts';
import type { TaskAnswer, TaskData } from './task.ts';

/** Does one task in a thread of its own. */
export default async function doTask({ figure: name, task }: TaskData): Promise<TaskAnswer> {
  try {
    const figure = FIGURES.find((one) => one.name === name);
    if (figure === undefined) throw new InvalidInput(`unknown figure: ${quoted(String(name))}`);
    return { result: runTask(figure, task) };
  } catch (error) {
    if (error instanceof InvalidInput) return { invalid: error.message };
    throw error;
  }
}
