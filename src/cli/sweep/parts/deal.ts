import { cellTasks, type SweepTask } from '../../../experiments/index.ts';
import type { Sweep } from '../run.ts';
import { taskKey } from '../sweep-work.ts';
import { type Shard, shard, shardOf } from './shards.ts';

/** What is dealt over parts: a figure, its points and what is asked of them. */
export type DealtSweep = Pick<Sweep, 'figure' | 'cells' | 'settings'>;

/**
 * The tasks that can be done at once, by their keys, in the order in which they are dealt: games, or what a
 * method proves where nothing is played. Points that differ in delta alone share their games.
 */
export function tasksToDeal({ figure, cells, settings }: DealtSweep): Map<string, SweepTask> {
  const tasks = cells.flatMap((cell) => cellTasks(figure, cell, settings, () => undefined));
  return new Map(tasks.map((task) => [taskKey(figure, task), task]));
}

/** The tasks of one part. */
export function dealtTo({ i, n }: Shard, asked: DealtSweep): SweepTask[] {
  return [...tasksToDeal(asked).values()].filter((_, place) => shardOf(n, place) === i);
}

/** What the parts of a figure lack of the tasks that were dealt to them. */
export interface SweepGaps {
  readonly figure: string;
  readonly tasks: number;
  readonly missingTasks: number;
  /** The parts that lack tasks, and how many each. Empty for parts of several divisions. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Null where nothing is missing; `shards` are the parts that are there. */
export function gapsOf(sweep: Sweep, shards: readonly string[]): SweepGaps | null {
  const keys = [...tasksToDeal(sweep).keys()];
  const missing = keys.flatMap((key, place) => (sweep.log.has(key) ? [] : [place]));
  if (missing.length === 0) return null;
  const sizes = new Set(shards.map((text) => shard(text).n));
  const parts: Record<string, number> = {};
  for (const n of sizes.size === 1 ? sizes : [])
    for (const i of missing.map((place) => shardOf(n, place)).sort((a, b) => a - b))
      parts[`${i}/${n}`] = (parts[`${i}/${n}`] ?? 0) + 1;
  return { figure: sweep.figure.name, tasks: keys.length, missingTasks: missing.length, parts };
}

/** How many parts a text names. */
const NAMED_PARTS = 20;

export function gapsText({ figure, tasks, missingTasks, parts }: SweepGaps): string {
  const all = Object.keys(parts);
  const more = all.length > NAMED_PARTS ? ` and ${all.length - NAMED_PARTS} more` : '';
  const next =
    all.length === 0
      ? 'run the sweep without --shard and --merge here'
      : `run --shard ${all.slice(0, NAMED_PARTS).join(', ')}${more}`;
  return `${figure}: not drawn, ${missingTasks} of ${tasks} tasks are missing: ${next}, with the options that the parts were given.\n`;
}
