import type { GridCell } from '../../../experiments/index.ts';
import { shellCommand } from '../../../report/index.ts';
import type { SweepLog } from '../log.ts';
import type { Sweep } from '../run.ts';
import { dealtGaps } from './deal.ts';
import { shard } from './shards.ts';

/** What the parts of a figure lack of the tasks that were dealt to them. */
export interface SweepGaps {
  readonly figure: string;
  readonly points: number;
  readonly tasks: number;
  readonly missingTasks: number;
  /** The points that lack tasks. */
  readonly missing: readonly GridCell[];
  /** The parts that lack tasks, and how many each. Empty for parts of several divisions. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Null where nothing is missing. */
export function gapsOf(sweep: Sweep, parts: readonly SweepLog[]): SweepGaps | null {
  const sizes = new Set(parts.map(({ head }) => shard(head?.shard ?? '1/1').n));
  const [n] = sizes;
  const gaps = dealtGaps(sweep, n, (key) => sweep.log.get(key) !== undefined);
  if (gaps.parts.size === 0) return null;
  const named = [...gaps.parts].map(([i, count]) => [`${i}/${n}`, count] as const);
  return {
    figure: sweep.figure.name,
    points: sweep.cells.length,
    tasks: gaps.tasks,
    missingTasks: named.reduce((sum, [, count]) => sum + count, 0),
    missing: gaps.cells,
    parts: sizes.size === 1 ? Object.fromEntries(named) : {},
  };
}

/** How many parts a text names. */
const NAMED_PARTS = 20;

export function gapsText({ figure, tasks, missingTasks, missing, parts }: SweepGaps, out: string): string {
  const named = missing.slice(0, 4).map((cell) =>
    Object.entries(cell)
      .filter(([, value]) => !Array.isArray(value))
      .map(([axis, value]) => `${axis} ${value}`)
      .join(' '),
  );
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
  const all = Object.entries(parts);
  const next = all
    .slice(0, NAMED_PARTS)
    .map(
      ([part, count]) =>
        `  ${count} in part ${part}: ${shellCommand(['onerun', 'reproduce', figure, '--shard', part, '--out', out])}`,
    );
  if (all.length > NAMED_PARTS)
    next.push(`  and in ${all.length - NAMED_PARTS} more parts: --json names them all`);
  if (all.length > 0) next.push('  each with the options that the other parts were given');
  // Parts of different divisions have no one part that a task belongs to.
  if (all.length === 0)
    next.push(
      `  the rest can be done here, with the options that the parts were given: ${shellCommand(['onerun', 'reproduce', figure, '--out', out])}`,
    );
  const points = `${missing.length === 1 ? 'point' : 'points'} ${named.join('; ')}${more}`;
  return `${figure}: not drawn, ${missingTasks} of ${tasks} tasks are missing (${points}).\n${next.map((line) => `${line}\n`).join('')}`;
}
