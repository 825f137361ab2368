import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { cellTasks, FIGURES, taskBytes } from '../../experiments/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { drawAll } from './draw.ts';
import { checkLog, figureOutputs, makeFolder } from './figure-files.ts';
import { FIGURE_NAMES } from './figure-names.ts';
import { SweepLog } from './log.ts';
import { merge } from './merge.ts';
import { poolLater, threadsFor } from './pool.ts';
import { recordedFolder } from './recorded.ts';
import type { Sweep } from './run.ts';
import { runParts } from './run-shard.ts';
import { cellsFor, type ReproduceOptions, settingsOf } from './settings.ts';
import { logName, partOf } from './shards.ts';

/** Runs or merges the figures that were asked for: one, or all of them. */
export async function reproduce(
  name: string | undefined,
  options: ReproduceOptions,
): Promise<CommandOutcome> {
  const figures = name === undefined ? FIGURES : FIGURES.filter((figure) => figure.name === name);
  if (figures.length === 0)
    throw new InvalidInput(`unknown figure: ${quoted(name ?? '')} (one of ${FIGURE_NAMES.join(', ')})`);
  if (options.merge !== undefined) return merge(figures, name !== undefined, options);
  const { workers = availableParallelism() } = options;
  checkWhole('workers', workers, 1, 1024);
  if (options.from !== undefined) throw new InvalidInput('--from goes with --merge');
  const notes: string[] = [];
  const inputs: string[] = [];
  const { out, shard: part, force } = options;
  const sweeps = await sweepsOf(name, options, notes, inputs);
  const outputs = await figureOutputs(out, part === undefined ? sweeps : [], { inputs, force });
  const { pool, close } = poolLater(threadsFor(workers, Math.max(0, ...sweeps.map(mostBytes))));
  try {
    return part === undefined
      ? await drawAll(sweeps, pool, notes, options, outputs)
      : await runParts(sweeps, pool, notes, part, options);
  } finally {
    await close();
  }
}

/** The sweeps that were asked for, all of them checked before any begins. */
async function sweepsOf(
  name: string | undefined,
  options: ReproduceOptions,
  notes: string[],
  inputs: string[],
): Promise<Sweep[]> {
  const figures = FIGURES.filter((figure) => name === undefined || figure.name === name);
  const { out, shard: part = null, recorded } = options;
  const settings = settingsOf(figures, name !== undefined, options);
  const wanted = [];
  for (const figure of figures) {
    const cells = await cellsFor(figure, settings, options, inputs);
    const tasks = cells.flatMap((cell) => cellTasks(figure, cell, settings, () => undefined));
    if (tasks.length > 0) wanted.push({ figure, cells });
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
  await makeFolder(out);
  const sweeps: Sweep[] = [];
  for (const { figure, cells } of wanted) {
    const path = join(out, logName(figure.name, part));
    await checkLog(path, inputs);
    const log = await SweepLog.open(path);
    sweeps.push({ figure, cells: partOf(cells, part), settings, log });
  }
  return sweeps;
}

/** The memory that the largest task of a sweep needs. */
function mostBytes({ figure, cells, settings }: Sweep): number {
  const tasks = cells.flatMap((cell) => cellTasks(figure, cell, settings, () => undefined));
  return Math.max(0, ...new Set(tasks.map((task) => taskBytes(figure, task))));
}
