import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { cellTasks, FIGURES, taskBytes } from '../../experiments/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { makeFolders } from '../output/index.ts';
import { queueAddress } from '../queue/address.ts';
import { openQueueEngine } from '../queue/engine.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { threadsEngine, threadsFor } from '../tasks/threads.ts';
import { drawAll, runParts } from './draw.ts';
import { checkLog, figureOutputs } from './figure-files.ts';
import { FIGURE_NAMES } from './figure-names.ts';
import { SweepLog } from './log.ts';
import { type DealtSweep, dealtTo, type SweepGaps, tasksToDeal } from './parts/deal.ts';
import { joinParts } from './parts/merge.ts';
import { logName } from './parts/shards.ts';
import { recordedFolder } from './recorded.ts';
import type { Sweep } from './run.ts';
import { cellsFor, type ReproduceOptions, settingsOf } from './settings.ts';

/** Runs or merges the figures that were asked for: one, or all of them. */
export async function reproduce(
  name: string | undefined,
  options: ReproduceOptions,
): Promise<CommandOutcome> {
  if (name !== undefined && !FIGURES.some((figure) => figure.name === name))
    throw new InvalidInput(`unknown figure: ${quoted(name)} (one of ${FIGURE_NAMES.join(', ')})`);
  const { out, shard: part, force, queue, workers = availableParallelism() } = options;
  checkQueueOptions(options);
  checkWhole('workers', workers, 1, 1024);
  if (options.from !== undefined && options.merge === undefined)
    throw new InvalidInput('--from goes with --merge');
  const notes: string[] = [];
  const inputs: string[] = [];
  const { sweeps, gaps } = await sweepsOf(name, options, notes, inputs);
  const outputs = await figureOutputs(out, part === undefined ? sweeps : [], { inputs, force });
  const engine =
    queue === undefined
      ? threadsEngine(threadsFor(workers, Math.max(0, ...sweeps.map(mostBytes))))
      : await openQueueEngine(queue);
  try {
    const work = { sweeps, engine, notes };
    return part === undefined
      ? await drawAll(work, gaps, options, outputs)
      : await runParts(work, part, options);
  } finally {
    await engine.close();
  }
}

/** Refuses options that do not go with a queue, before anything is done. */
function checkQueueOptions({ queue, merge, workers }: ReproduceOptions): void {
  if (queue === undefined) return;
  queueAddress(queue);
  if (merge !== undefined) throw new InvalidInput('--queue does not go with --merge');
  if (workers !== undefined)
    throw new InvalidInput(
      '--workers is for threads of this machine and does not go with --queue: onerun worker --threads says how many a worker has',
    );
}

/** What was asked for, with its logs: whole figures, one part of each, or those whose parts are merged. */
async function sweepsOf(
  name: string | undefined,
  options: ReproduceOptions,
  notes: string[],
  inputs: string[],
): Promise<{ sweeps: readonly Sweep[]; gaps: readonly SweepGaps[] }> {
  if (options.merge === undefined) {
    const asked = await askedSweeps(name, options, notes, inputs);
    return { sweeps: await withLogs(asked, options, inputs), gaps: [] };
  }
  const figures = FIGURES.filter((figure) => name === undefined || figure.name === name);
  const { whole, gaps, without } = await joinParts(figures, options, inputs);
  if (without.length > 0) notes.push(`No parts here of ${without.join(', ')}.`);
  return { sweeps: whole, gaps };
}

/** The sweeps that were asked for, all of them checked before any begins. */
async function askedSweeps(
  name: string | undefined,
  options: ReproduceOptions,
  notes: string[],
  inputs: string[],
): Promise<DealtSweep[]> {
  const figures = FIGURES.filter((figure) => name === undefined || figure.name === name);
  const { recorded } = options;
  const wanted = [];
  for (const figure of figures) {
    const settings = settingsOf(figure, name !== undefined, options);
    const cells = await cellsFor(figure, settings, options, inputs);
    const tasks = cells.flatMap((cell) => cellTasks(figure, cell, settings, () => undefined));
    if (tasks.length > 0) wanted.push({ figure, cells, settings });
    else {
      const missing =
        cells.length === 0
          ? `${figure.name} is drawn from recorded scores, and there are none under ${quotedPath(recorded ?? recordedFolder())} (--recorded)`
          : `${figure.name} has no answer by method ${settings.methods.join(', ')}${settings.methods.includes('optimal') ? ` up to ${settings.optimalUpTo} canaries (--optimal-up-to)` : ''}`;
      if (name !== undefined) throw new InvalidInput(missing);
      notes.push(`Not drawn: ${missing}.`);
    }
    if (settings.simulate !== null && figure.game === null && cells.length > 0)
      notes.push(`${figure.name} is not played: Algorithm 4 is about the Gaussian mechanism alone.`);
  }
  return wanted;
}

/** Opens the logs of sweeps, or those of the part that was asked for. */
async function withLogs(
  asked: readonly DealtSweep[],
  options: ReproduceOptions,
  inputs: readonly string[],
): Promise<Sweep[]> {
  const { out, shard: part = null } = options;
  makeFolders(out);
  const sweeps: Sweep[] = [];
  for (const one of asked) {
    const path = join(out, logName(one.figure.name, part));
    await checkLog(path, inputs);
    const log = await SweepLog.open(path);
    sweeps.push({ ...one, ...(part === null ? {} : { own: dealtTo(part, one) }), log });
  }
  return sweeps;
}

/** The memory that the largest task of a sweep needs. */
function mostBytes(sweep: Sweep): number {
  const tasks = sweep.own ?? [...tasksToDeal(sweep).values()];
  return Math.max(0, ...new Set(tasks.map((task) => taskBytes(sweep.figure, task))));
}
