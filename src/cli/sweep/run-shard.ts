import { quotedPath } from '../../quote.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import type { Pool } from './pool.ts';
import { runSweep, type Sweep } from './run.ts';
import type { ReproduceOptions } from './settings.ts';
import type { Shard } from './shards.ts';

/** Runs one part of each figure. A part writes its log and nothing that looks like the whole. */
export async function runParts(
  sweeps: readonly Sweep[],
  pool: () => Promise<Pool>,
  notes: readonly string[],
  part: Shard,
  { out, json }: ReproduceOptions,
): Promise<CommandOutcome> {
  const name = `${part.i}/${part.n}`;
  const done: { figure: string; points: number; computed: number; log: string }[] = [];
  for (const sweep of sweeps) {
    const { figure, settings, log, cells } = sweep;
    log.begin({ figure: figure.name, shard: name, settings });
    const computed = await runSweep(sweep, pool, `${figure.name} ${name}`);
    done.push({ figure: figure.name, points: cells.length, computed, log: log.path });
  }
  if (json !== undefined) {
    const figures = done.map((one) => ({ ...one, complete: false }));
    return { code: EXIT.consistent, json: { shard: name, figures, notes } };
  }
  const lines = done.map(
    ({ figure, points, computed, log }) =>
      `${figure}: part ${name} is done, ${points} points (${computed} tasks now): ${quotedPath(log)}`,
  );
  const one = sweeps.length === 1 ? ` ${sweeps[0].figure.name}` : '';
  const next = `Nothing is drawn yet. Once all ${part.n} parts are there: onerun reproduce${one} --merge --out ${quotedPath(out)}`;
  return { code: EXIT.consistent, text: `${[...lines, ...notes, '', next].join('\n')}\n` };
}
