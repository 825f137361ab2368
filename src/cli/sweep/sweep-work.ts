import type { Figure, SweepTask } from '../../experiments/index.ts';
import { sha256Of } from '../input/sha256.ts';
import { VERSION } from '../shell/version.ts';
import type { Task } from '../tasks/task.ts';

/** The key of a task in a log: a hash of its parameters and of the version of the code that does it. */
export function taskKey(figure: Figure, task: SweepTask): string {
  return sha256Of(JSON.stringify([VERSION, figure.name, figure.version, task])).slice(0, 32);
}

/** A task of a figure for an engine. */
export function engineTask(figure: Figure, task: SweepTask, seconds: number): Task {
  return {
    key: taskKey(figure, task),
    data: { figure: figure.name, task },
    name: taskName(figure, task),
    seconds,
  };
}

/** gaussian, games 0 to 99: sigma 1 m 1000 */
function taskName({ name }: Figure, task: SweepTask): string {
  const point = Object.entries(task.cell)
    .filter(([, value]) => !Array.isArray(value))
    .map(([axis, value]) => `${axis} ${value}`)
    .join(' ');
  const what = task.kind === 'games' ? `games ${task.first} to ${task.end - 1}` : `method ${task.method}`;
  return `${name}, ${what}: ${point}`;
}
