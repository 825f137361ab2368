import { type FigureReport, figuresNote, figureText } from '../../report/index.ts';
import type { Outputs } from '../output/index.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { Engine } from '../tasks/task.ts';
import { failuresData, failuresText, outcomeOfFailures, type SweepFailures } from './failures.ts';
import { putFigure } from './figure-files.ts';
import { SweepProgress } from './progress.ts';
import { runSweep, type Sweep, sweepRows } from './run.ts';
import type { ReproduceOptions } from './settings.ts';

/**
 * Runs whole figures and draws them; the files get their names together, at the end. A figure of which a task
 * failed is not drawn, and the others are.
 */
export async function drawAll(
  sweeps: readonly Sweep[],
  engine: Engine,
  notes: readonly string[],
  options: ReproduceOptions,
  outputs: Outputs,
): Promise<CommandOutcome> {
  const reports: FigureReport[] = [];
  const failed: SweepFailures[] = [];
  for (const sweep of sweeps) {
    const { figure, log } = sweep;
    log.begin({ figure: figure.name });
    const { computed, failures } = await runSweep(
      sweep,
      engine,
      new SweepProgress(figure.name, options.json === true),
    );
    if (failures.length > 0) failed.push({ figure: figure.name, log: log.path, failures });
    else reports.push(await drawFigure(sweep, computed, options.out, outputs));
  }
  await outputs.place();
  const outcome = outcomeOfFailures(failed, reports.length);
  if (options.json !== undefined)
    return {
      ...outcome,
      json: { figures: [...reports.map(figureData), ...failed.map(failuresData)], notes },
    };
  const texts = [
    ...reports.map(figureText),
    ...failed.map(failuresText),
    ...notes.map((note) => `${note}\n`),
    ...(reports.length > 0 ? [figuresNote(reports)] : []),
  ];
  return { ...outcome, text: texts.join('\n') };
}

/** Draws the files of a finished sweep. */
export async function drawFigure(
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
export function figureData({ name, rows, computed, points, files }: FigureReport) {
  const [csv, svg, png] = files;
  return { figure: name, complete: true, points, rows: rows.length, computed, csv, svg, png };
}
