import { quotedPath } from '../../../quote.ts';
import { shellCommand } from '../../../report/index.ts';
import type { CommandOutcome } from '../../shell/outcome.ts';
import type { Engine } from '../../tasks/task.ts';
import { failuresData, failuresText, outcomeOfFailures, type SweepFailures } from '../failures.ts';
import { SweepProgress } from '../progress.ts';
import { runSweep, type Sweep } from '../run.ts';
import type { ReproduceOptions } from '../settings.ts';
import { tasksToDeal } from './deal.ts';
import type { Shard } from './shards.ts';

/** Runs one part of each figure. A part writes its log and nothing that looks like the whole. */
export async function runParts(
  sweeps: readonly Sweep[],
  engine: Engine,
  notes: readonly string[],
  part: Shard,
  { out, json }: ReproduceOptions,
): Promise<CommandOutcome> {
  const name = `${part.i}/${part.n}`;
  const done: { figure: string; tasks: number; computed: number; log: string }[] = [];
  const failed: SweepFailures[] = [];
  for (const sweep of sweeps) {
    const { figure, settings, log, loose = [] } = sweep;
    log.begin({ figure: figure.name, shard: name, settings });
    const progress = new SweepProgress(`${figure.name} ${name}`, json === true);
    const { computed, failures } = await runSweep(sweep, engine, progress);
    if (failures.length > 0) failed.push({ figure: figure.name, log: log.path, failures });
    else {
      const tasks = tasksToDeal(sweep).length + loose.length;
      done.push({ figure: figure.name, tasks, computed, log: log.path });
    }
  }
  const outcome = outcomeOfFailures(failed, done.length);
  if (json !== undefined) {
    const figures = [...done.map((one) => ({ ...one, complete: false })), ...failed.map(failuresData)];
    return { ...outcome, json: { shard: name, figures, notes } };
  }
  const lines = done.map(
    ({ figure, tasks, computed, log }) =>
      `${figure}: part ${name} is done, ${tasks === 1 ? '1 task' : `${tasks} tasks`} and what follows from the games of this part alone (${computed} done now): ${quotedPath(log)}`,
  );
  const one = sweeps.length === 1 ? [sweeps[0].figure.name] : [];
  const merge = shellCommand(['onerun', 'reproduce', ...one, '--merge', '--out', out]);
  const next = `Nothing is drawn yet. Once all ${part.n} parts are there: ${merge}`;
  return {
    ...outcome,
    text: `${[...lines, ...failed.map(failuresText), ...notes, '', next].join('\n')}\n`,
  };
}
