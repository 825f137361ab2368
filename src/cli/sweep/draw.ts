import { type FigureReport, figuresNote, figureText } from '../../report/index.ts';
import type { Outputs } from '../output/index.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { putFigure } from './figure-files.ts';
import type { Pool } from './pool.ts';
import { runSweep, type Sweep, sweepRows } from './run.ts';
import type { ReproduceOptions } from './settings.ts';

/** Runs whole figures and draws them; the files get their names together, at the end. */
export async function drawAll(
  sweeps: readonly Sweep[],
  pool: () => Promise<Pool>,
  notes: readonly string[],
  options: ReproduceOptions,
  outputs: Outputs,
): Promise<CommandOutcome> {
  const reports: FigureReport[] = [];
  for (const sweep of sweeps) {
    const { figure, log } = sweep;
    log.begin({ figure: figure.name });
    const computed = await runSweep(sweep, pool, figure.name);
    reports.push(await drawFigure(sweep, computed, options.out, outputs));
  }
  await outputs.place();
  if (options.json !== undefined)
    return { code: EXIT.consistent, json: { figures: reports.map(figureData), notes } };
  const texts = [...reports.map(figureText), ...notes.map((note) => `${note}\n`), figuresNote(reports)];
  return { code: EXIT.consistent, text: texts.join('\n') };
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
