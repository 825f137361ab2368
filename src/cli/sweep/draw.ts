import { quotedPath } from '../../quote.ts';
import { type FigureReport, figuresNote, figureText, shellCommand } from '../../report/index.ts';
import type { Outputs } from '../output/index.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import type { Engine } from '../tasks/task.ts';
import { failuresData, failuresText, outcomeOfFailures, type SweepFailures } from './failures.ts';
import { putFigure } from './figure-files.ts';
import { gapsText, type SweepGaps } from './parts/deal.ts';
import type { Shard } from './parts/shards.ts';
import { SweepProgress } from './progress.ts';
import { runSweep, type Sweep, sweepRows } from './run.ts';
import type { ReproduceOptions } from './settings.ts';

/** What is to be done, by what, and what is to be said besides. */
export interface SweepWork {
  readonly sweeps: readonly Sweep[];
  readonly engine: Engine;
  readonly notes: readonly string[];
}

/**
 * Runs whole figures and draws them; the files get their names together, at the end. A figure of which a task
 * failed, or is missing among merged parts, is not drawn, and the others are.
 */
export async function drawAll(
  { sweeps, engine, notes }: SweepWork,
  gaps: readonly SweepGaps[],
  options: ReproduceOptions,
  outputs: Outputs,
): Promise<CommandOutcome> {
  const reports: FigureReport[] = [];
  const failed: SweepFailures[] = [];
  for (const sweep of sweeps) {
    const { figure, log } = sweep;
    log.begin({ figure: figure.name });
    const progress = new SweepProgress(figure.name);
    const { computed, failures } = await runSweep(sweep, engine, progress);
    if (failures.length > 0) failed.push({ figure: figure.name, log: log.path, failures });
    else reports.push(await drawFigure(sweep, computed, options.out, outputs));
  }
  await outputs.place();
  const outcome = outcomeOfFailures(failed, reports.length + gaps.length);
  if (outcome.code === EXIT.consistent && gaps.length > 0) outcome.code = EXIT.invalid;
  if (options.json !== undefined) {
    const lacking = gaps.map((gap) => ({ ...gap, complete: false }));
    const figures = [...reports.map(figureData), ...failed.map(failuresData), ...lacking];
    return { ...outcome, json: { figures, notes } };
  }
  const texts = [
    ...reports.map(figureText),
    ...failed.map(failuresText),
    ...gaps.map(gapsText),
    ...notes.map((note) => `${note}\n`),
    ...(reports.length > 0 ? [figuresNote(reports)] : []),
  ];
  return { ...outcome, words: texts.join('\n') };
}

/** Draws the files of a finished sweep. */
async function drawFigure(
  sweep: Sweep,
  computed: number,
  out: string,
  outputs: Outputs,
): Promise<FigureReport> {
  const { figure, cells } = sweep;
  const rows = sweepRows(sweep);
  const files = await putFigure(out, sweep, rows, outputs);
  return { name: figure.name, layout: figure.layout, rows, computed, points: cells.length, files };
}

/** What `--json` says about a drawn figure. */
function figureData({ name, rows, computed, points, files }: FigureReport) {
  const [csv, svg, png] = files;
  return { figure: name, complete: true, points, rows: rows.length, computed, csv, svg, png };
}

/** Runs one part of each figure. A part writes its log and nothing that looks like the whole. */
export async function runParts(
  { sweeps, engine, notes }: SweepWork,
  part: Shard,
  { out, json }: ReproduceOptions,
): Promise<CommandOutcome> {
  const name = `${part.i}/${part.n}`;
  const done: { figure: string; tasks: number; computed: number; log: string }[] = [];
  const failed: SweepFailures[] = [];
  for (const sweep of sweeps) {
    const { figure, settings, log, own = [] } = sweep;
    log.begin({ figure: figure.name, shard: name, settings });
    const progress = new SweepProgress(`${figure.name} ${name}`);
    const { computed, failures } = await runSweep(sweep, engine, progress);
    if (failures.length > 0) failed.push({ figure: figure.name, log: log.path, failures });
    else done.push({ figure: figure.name, tasks: own.length, computed, log: log.path });
  }
  const outcome = outcomeOfFailures(failed, done.length);
  if (json !== undefined) {
    const figures = [...done.map((one) => ({ ...one, complete: false })), ...failed.map(failuresData)];
    return { ...outcome, json: { shard: name, figures, notes } };
  }
  const lines = done.map(
    ({ figure, tasks, computed, log }) =>
      `${figure}: part ${name} is done, ${tasks === 1 ? '1 task' : `${tasks} tasks`} (${computed} done now): ${quotedPath(log)}`,
  );
  const one = sweeps.length === 1 ? [sweeps[0].figure.name] : [];
  const merge = shellCommand(['onerun', 'reproduce', ...one, '--merge', '--out', out]);
  const next = `Nothing is drawn yet. Once all ${part.n} parts are there: ${merge}`;
  return {
    ...outcome,
    text: `${[...lines, ...failed.map(failuresText), ...notes, '', next].join('\n')}\n`,
  };
}
